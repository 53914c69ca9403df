import type { ConsoleStrings } from '../../en/console/index.ts';

export const queue: ConsoleStrings['queue'] = {
  title: 'Fila',
  slides: 'Slides',
  empty: 'A fila está vazia. O que você mostrar aparece aqui; + antes de uma referência a põe na fila sem mostrar.',
  show: 'Mostrar',
  slide: (number) => `Slide ${number}`,
  noSlides: 'Não foi possível ler os slides.',
};
