import type { ConsoleStrings } from '../../en/console/index.ts';

export const onAir: ConsoleStrings['onAir'] = {
  title: 'Auf dem Schirm',
  next: 'Danach',
  nothing: 'Es wird nichts gezeigt.',
  part: (part, parts) => `Teil ${part} von ${parts}`,
};
