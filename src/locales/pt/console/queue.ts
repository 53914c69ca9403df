import type { ConsoleStrings } from '../../en/console/index.ts';

export const queue: ConsoleStrings['queue'] = {
  title: 'Fila',
  slides: 'Slides',
  empty:
    'A fila está vazia. O que você mostrar aparece aqui. Com + antes de uma referência, você a adiciona sem mostrar.',
  show: 'Mostrar',
  slide: (number) => `Slide ${number}`,
  noSlides: 'Não foi possível carregar os slides.',
};
