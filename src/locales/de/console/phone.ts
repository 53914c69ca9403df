import type { ConsoleStrings } from '../../en/console/index.ts';

export const phone: ConsoleStrings['phone'] = {
  previous: 'Zuvor',
  forward: 'Weiter',
  last: 'Das ist die letzte Seite.',
  nothing: 'Nichts ist auf Sendung. Tippen Sie unten auf „Bibelstellen und Ablauf“.',
  open: 'Bibelstellen und Ablauf',
  parts: { pad: 'Bücher', recent: 'Zuletzt gezeigt', more: 'Mehr' },
  books: 'Bücher',
  chapters: 'Kapitel',
  noBooks: 'Die Bücher konnten nicht geladen werden.',
  mayDim: 'Ohne HTTPS kann sich der Bildschirm des Handys abschalten, während Sie warten.',
};
