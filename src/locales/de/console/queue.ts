import type { ConsoleStrings } from '../../en/console/index.ts';

export const queue: ConsoleStrings['queue'] = {
  title: 'Liste',
  slides: 'Folien',
  empty: 'Die Liste ist leer. Was Sie zeigen, steht dann hier; + vor einer Stelle fügt sie an, ohne sie zu zeigen.',
  show: 'Zeigen',
  slide: (number) => `Folie ${number}`,
  noSlides: 'Die Folien ließen sich nicht lesen.',
};
