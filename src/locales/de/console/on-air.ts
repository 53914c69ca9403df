import type { ConsoleStrings } from '../../en/console/index.ts';

export const onAir: ConsoleStrings['onAir'] = {
  picture: 'Was die Bildschirme zeigen',
  next: 'Danach',
  beyond: 'Danach im Buch',
  nothing: 'Nichts wird gezeigt. Eine Bibelstelle tippen und Enter drücken.',
  part: (part, parts) => `Teil ${part} von ${parts}`,
  slide: (slide, slides) => `Folie ${slide} von ${slides}`,
};
