import type { ConsoleStrings } from '../../en/console/index.ts';

export const status: ConsoleStrings['status'] = {
  live: 'Live',
  hidden: 'Ausgeblendet',
  empty: 'Leer',
  stopped: 'Gestoppt',
  offline: 'Keine Verbindung',
  checking: 'Wird verbunden',
  viewers: (count) => `${count} Zuschauer`,
  seconds: (count) => `seit ${count}\u00a0s`,
  alsoHere: 'Auch in diesem Live',
  outputs: (showing, all) => `${showing}/${all} Ausgaben`,
  lock: 'Sperren',
  locked: 'Gesperrt',
  watching: 'Nur ansehen',
  noLives: 'Die Lives konnten nicht geladen werden.',
};
