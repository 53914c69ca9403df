export { dialogs } from '../../src/locales/pt/console/dialogs.ts';
export { editions } from '../../src/locales/pt/editions.ts';
