import type { ConsoleStrings } from '../../en/console/index.ts';

export const find: ConsoleStrings['find'] = {
  candidates: 'Vorschläge',
  asks: 'Mehrere Stellen passen. Ziffer drücken, oder mit den Pfeiltasten wählen und Enter drücken.',
  kinds: {
    recent: 'schon gezeigt',
    book: 'Buch',
    passage: 'Stelle',
    words: 'Wörter',
    deck: 'Folien',
    missing: 'gibt es nicht',
  },
  nothing: 'Nichts gefunden. Eine Stelle wie joh 3 16 tippen, oder # und Wörter eines Verses.',
  recent: 'Zuletzt gezeigt',
  nothingYet: 'Was Sie zeigen, steht danach hier und lässt sich wieder zeigen.',
  noFurther: 'Davor wurde nichts gezeigt.',
  previousChapter: 'Voriges Kapitel',
  nextChapter: 'Nächstes Kapitel',
};
