import type { ConsoleStrings } from '../../en/console/index.ts';

export const translations: ConsoleStrings['translations'] = {
  title: 'Traduções',
  only: 'Pelo menos uma tradução precisa ficar ativada.',
  retrying: 'Traduções não carregadas. Tentando novamente…',
};
