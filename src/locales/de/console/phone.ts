import type { ConsoleStrings } from '../../en/console/index.ts';

export const phone: ConsoleStrings['phone'] = {
  previous: 'Davor',
  last: 'Danach kommt nichts.',
  open: 'Eingabe, Bücher und Verlauf',
  more: 'Eingabe, Bücher und Verlauf',
  parts: { pad: 'Bücher', recent: 'Zuletzt gezeigt', more: 'Mehr' },
  books: 'Bücher',
  chapters: 'Kapitel',
  noBooks: 'Die Bücher ließen sich nicht lesen.',
  mayDim: 'Ohne HTTPS kann sich der Bildschirm des Telefons abschalten, während Sie warten.',
};
