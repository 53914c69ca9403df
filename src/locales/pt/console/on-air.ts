import type { ConsoleStrings } from '../../en/console/index.ts';

export const onAir: ConsoleStrings['onAir'] = {
  title: 'No ar',
  next: 'A seguir',
  nothing: 'Nada está sendo mostrado.',
  part: (part, parts) => `Parte ${part} de ${parts}`,
};
