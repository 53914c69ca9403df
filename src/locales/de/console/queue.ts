import type { ConsoleStrings } from '../../en/console/index.ts';

export const queue: ConsoleStrings['queue'] = {
  title: 'Warteschlange',
  slides: 'Folien',
  empty:
    'Die Warteschlange ist leer. Was Sie zeigen, erscheint hier. Mit + vor einer Bibelstelle fügen Sie sie hinzu, ohne sie zu zeigen.',
  show: 'Zeigen',
  slide: (number) => `Folie ${number}`,
  noSlides: 'Die Folien konnten nicht geladen werden.',
};
