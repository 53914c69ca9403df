import type { ConsoleStrings } from '../../en/console/index.ts';

export const translations: ConsoleStrings['translations'] = {
  title: 'Traduções',
  only: 'Uma tradução precisa ficar ligada.',
};
