import type { ConsoleStrings } from '../../en/console/index.ts';

export const status: ConsoleStrings['status'] = {
  live: 'Ao vivo',
  hidden: 'Oculta',
  empty: 'Vazia',
  stopped: 'Parada',
  offline: 'Sem conexão',
  checking: 'Conectando',
  viewers: (count) => (count === 1 ? '1 espectador' : `${count} espectadores`),
  seconds: (count) => `há ${count}\u00a0s`,
  alsoHere: (names) => `Também nesta sala: ${names}`,
  help: 'Ajuda',
  outputs: (showing, all) => `${showing}/${all} saídas`,
  lock: 'Travar',
  locked: 'Travada',
  watching: 'Só visualização',
  noLives: 'Não foi possível carregar as salas.',
};
