import type { ConsoleStrings } from '../../en/console/index.ts';

export const translations: ConsoleStrings['translations'] = {
  title: 'Übersetzungen',
  only: 'Mindestens eine Übersetzung muss eingeschaltet bleiben.',
  all: 'Alle Übersetzungen',
  orderHint:
    'Reihenfolge und Sterne gelten für alle, die diesen Raum bedienen. Die ersten vier haben die Tasten Alt+1 bis Alt+4.',
  earlier: (name) => `${name} nach oben`,
  later: (name) => `${name} nach unten`,
  pin: (name) => `${name} bei den Tasten`,
  retrying: 'Übersetzungen nicht geladen. Neuer Versuch…',
};
