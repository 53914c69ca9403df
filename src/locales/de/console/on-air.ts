import type { ConsoleStrings } from '../../en/console/index.ts';

export const onAir: ConsoleStrings['onAir'] = {
  picture: 'Was die Bildschirme zeigen',
  note: 'Notiz',
  next: 'Danach',
  beyond: 'Danach im Buch',
  nothing: 'Nichts ist auf Sendung. Geben Sie eine Bibelstelle ein und drücken Sie Enter.',
  noTranslation: 'Dieser Raum hat keine Übersetzung und kann deshalb keine Verse zeigen.',
  chooseTranslation: 'Übersetzung auswählen',
  stageTime: 'Bühne',
  justNow: 'gerade eben',
  part: (part, parts) => `Teil ${part} von ${parts}`,
  slide: (slide, slides) => `Folie ${slide} von ${slides}`,
};
