import type { ConsoleStrings } from '../../en/console/index.ts';

export const bar: ConsoleStrings['bar'] = {
  label: 'Bibelstelle, Wörter oder Befehl',
  placeholder: 'Bibelstelle tippen, etwa joh 3 16',
  readings: {
    none: 'Keine Bibelstelle',
    several: 'Mehrdeutig: bitte wählen',
    one: 'Eindeutig',
    missing: 'Diesen Vers gibt es nicht',
    wait: 'Wird gelesen',
    failed: 'Nicht lesbar. Enter versucht es noch einmal.',
  },
  noEdition: 'Keine solche Ausgabe',
  words: (count) => (count === 1 ? '1 Vers' : `${count} Verse`),
  hints: [
    ['>', 'Befehl'],
    ['#', 'Wörter'],
    ['@', 'Ausgabe'],
    ['+', 'Liste'],
  ],
};
