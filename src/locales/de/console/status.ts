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
  alsoHere: (names) => `Auch in diesem Raum: ${names}`,
  help: 'Hilfe',
  outputs: (showing, all) => `${showing}/${all} Ausgaben`,
  lock: 'Sperren',
  locked: 'Gesperrt',
  watching: 'Nur ansehen',
  noLives: 'Die Räume konnten nicht geladen werden.',
};
