import type { ConsoleStrings } from '../../en/console/index.ts';

export const bar: ConsoleStrings['bar'] = {
  label: 'Bibelstelle, Wörter oder Befehl',
  placeholder: 'Bibelstelle tippen, etwa joh 3 16',
  readings: {
    none: 'Nicht lesbar',
    several: 'Mehrdeutig',
    one: 'Eindeutig',
    missing: 'Diesen Vers gibt es nicht',
    wait: 'Wird gelesen',
  },
  candidates: 'Vorschläge',
};
