import type { ConsoleStrings } from '../../en/console/index.ts';

export const status: ConsoleStrings['status'] = {
  live: 'No ar',
  hidden: 'Oculto',
  empty: 'Vazio',
  stopped: 'Parado',
  offline: 'Sem conexão',
  checking: 'Conectando',
  viewers: (count) => (count === 1 ? '1 espectador' : `${count} espectadores`),
  seconds: (count) => `há ${count} s`,
  alsoHere: 'Também neste Live',
  outputs: (showing, all) => `${showing}/${all} saídas`,
  lock: 'Travar',
  locked: 'Travado',
  watching: 'Você pode assistir',
  noLives: 'Não foi possível listar os Lives.',
};
