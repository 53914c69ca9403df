import type { ConsoleStrings } from '../../en/console/index.ts';

export const bar: ConsoleStrings['bar'] = {
  label: 'Bibelstelle, Wörter oder Befehl',
  placeholder: 'Bibelstelle eingeben, etwa joh 3 16',
  readings: {
    none: 'Keine Bibelstelle',
    several: 'Mehrere Treffer: bitte wählen',
    one: 'Eindeutig',
    missing: 'Diesen Vers gibt es nicht',
    wait: 'Wird geprüft',
    failed: 'Der Server hat nicht geantwortet. Drücken Sie Enter, um es noch einmal zu versuchen.',
  },
  onlyIn: (editions) => `Nur in ${editions}`,
  noEdition: 'Übersetzung nicht gefunden',
  deckNotQueued: 'Folien lassen sich nicht in die Warteschlange stellen. Mit Umschalt+Enter kommen sie in den Ablauf.',
  partNotQueued: 'Teile eines Lieds lassen sich nur zeigen. Drücken Sie Enter ohne + und Umschalttaste.',
  matches: (count) => `${count} Treffer`,
  words: (count) => (count === 1 ? '1 Vers' : `${count} Verse`),
  hints: [
    ['>', 'Befehl'],
    ['#', 'Wörter'],
    ['@', 'Übersetzung'],
    ['+', 'Warteschlange'],
  ],
};
