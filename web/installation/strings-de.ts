export { dialogs } from '../../src/locales/de/console/dialogs.ts';
export { editions } from '../../src/locales/de/editions.ts';
