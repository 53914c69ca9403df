import type { ConsoleStrings } from '../../../src/locales/en/console/index.ts';

/** Strings of the pages before the console of a Live. */
export type EntryStrings = ConsoleStrings['entry'] & Pick<ConsoleStrings['dialogs'], 'problems'>;
