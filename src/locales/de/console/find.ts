import type { ConsoleStrings } from '../../en/console/index.ts';

export const find: ConsoleStrings['find'] = {
  candidates: 'Vorschläge',
  asksOne: 'Ein Treffer. Drücken Sie 1, oder wählen Sie ihn mit ↓ und drücken Sie Enter.',
  asks: 'Mehrere Treffer. Drücken Sie eine Ziffer, oder wählen Sie mit den Pfeiltasten und drücken Sie Enter.',
  kinds: {
    recent: 'schon gezeigt',
    book: 'Buch',
    passage: 'Bibelstelle',
    words: 'Wörter',
    deck: 'Folien',
    song: 'Lied',
    part: 'Teil des Lieds',
    missing: 'nicht vorhanden',
  },
  nothing:
    'Keine Treffer. Geben Sie eine Bibelstelle wie joh 3 16 ein, den Titel oder Wörter eines Lieds, oder # und Wörter eines Verses.',
  noVerses: 'Keine Treffer. Geben Sie eine Bibelstelle wie joh 3 16 ein, oder # und Wörter eines Verses.',
  recent: 'Zuletzt gezeigt',
  nothingYet: 'Was Sie zeigen, erscheint hier, damit Sie es wieder zeigen können.',
  noFurther: 'Davor wurde nichts gezeigt.',
  previousChapter: 'Vorheriges Kapitel',
  nextChapter: 'Nächstes Kapitel',
  pin: 'Kapitel festhalten',
  unpin: 'Festgehalten. Das Kapitel wieder folgen lassen',
  closeChapter: 'Kapitel schließen',
};
