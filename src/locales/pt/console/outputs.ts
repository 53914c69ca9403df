import type { ConsoleStrings } from '../../en/console/index.ts';

export const outputs: ConsoleStrings['outputs'] = {
  title: 'Saídas',
  none: 'Nenhuma saída ainda. Uma saída é uma tela com endereço próprio.',
  states: { connected: 'Mostra', late: 'Ainda não desenhou', lost: 'Sem conexão', never: 'Nunca aberta' },
};
