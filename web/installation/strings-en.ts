export { dialogs } from '../../src/locales/en/console/dialogs.ts';
export { editions } from '../../src/locales/en/editions.ts';
