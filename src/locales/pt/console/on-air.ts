import type { ConsoleStrings } from '../../en/console/index.ts';

export const onAir: ConsoleStrings['onAir'] = {
  picture: 'O que as telas mostram',
  note: 'Nota',
  next: 'A seguir',
  beyond: 'A seguir no livro',
  nothing: 'Nada está no ar. Digite uma referência e pressione Enter.',
  noTranslation: 'Esta sala não tem tradução e por isso não pode mostrar versículos.',
  chooseTranslation: 'Escolher uma tradução',
  stageTime: 'Palco',
  justNow: 'agora mesmo',
  part: (part, parts) => `Parte ${part} de ${parts}`,
  slide: (slide, slides) => `Slide ${slide} de ${slides}`,
};
