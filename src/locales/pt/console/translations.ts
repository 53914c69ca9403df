import type { ConsoleStrings } from '../../en/console/index.ts';

export const translations: ConsoleStrings['translations'] = {
  title: 'Traduções',
  only: 'Pelo menos uma tradução precisa ficar ativada.',
  all: 'Todas as traduções',
  orderHint:
    'A ordem e as estrelas valem para todos os operadores desta sala. As quatro primeiras têm as teclas Alt+1 a Alt+4.',
  earlier: (name) => `Mover ${name} para cima`,
  later: (name) => `Mover ${name} para baixo`,
  pin: (name) => `${name} entre as teclas`,
  retrying: 'Traduções não carregadas. Tentando novamente…',
};
