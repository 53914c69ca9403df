import type { ConsoleStrings } from '../../en/console/index.ts';

export const status: ConsoleStrings['status'] = {
  live: 'No ar',
  hidden: 'Oculto',
  stopped: 'Parado',
  offline: 'Sem conexão',
  checking: 'Conectando',
  viewers: (count) => (count === 1 ? '1 espectador' : `${count} espectadores`),
  seconds: (count) => `há ${count} s`,
};
