import type { ConsoleStrings } from '../../en/console/index.ts';

export const status: ConsoleStrings['status'] = {
  live: 'Live',
  hidden: 'Ausgeblendet',
  empty: 'Leer',
  stopped: 'Angehalten',
  offline: 'Keine Verbindung',
  checking: 'Verbindet',
  viewers: (count) => (count === 1 ? '1 Zuschauer' : `${count} Zuschauer`),
  seconds: (count) => `seit ${count} s`,
  alsoHere: 'Auch an diesem Live',
  outputs: (showing, all) => `${showing}/${all} Ausgaben`,
  lock: 'Sperren',
  locked: 'Gesperrt',
  watching: 'Sie können zusehen',
  noLives: 'Die Lives ließen sich nicht auflisten.',
};
