import type { ConsoleStrings } from '../../en/console/index.ts';

export const translations: ConsoleStrings['translations'] = {
  title: 'Übersetzungen',
  only: 'Mindestens eine Übersetzung muss eingeschaltet bleiben.',
  retrying: 'Übersetzungen nicht geladen. Neuer Versuch…',
};
