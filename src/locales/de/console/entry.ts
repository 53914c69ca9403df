import type { ConsoleStrings } from '../../en/console/index.ts';

export const entry: ConsoleStrings['entry'] = {
  personal: 'Persönlich',
  elsewhere: 'Anderswo',
  account: 'Konto',
  noLive: 'Noch kein Live. Ein Live ist ein Raum: Was Sie zeigen, erscheint auf allen seinen Bildschirmen.',
  askForLive: 'Bitten Sie einen Administrator, eines zu erstellen.',
  nameOfLive: 'Name des Lives',
  liveName: 'Großer Saal',
  newLive: 'Neues Live',
  createLive: 'Live erstellen',
  noStart: 'Die Konsole konnte nicht gestartet werden.',
  noResponse: 'Der Server antwortet nicht.',
  again: 'Erneut versuchen',
  gone: 'Dieses Live ist nicht mehr verfügbar.',
  goneHint: 'Es wurde gelöscht, oder Sie haben keinen Zugriff mehr darauf.',
  otherLives: 'Andere Lives',
  prepare: 'Vorbereiten',
  people: 'Personen',
  installation: 'Installation',
  areas: { plans: 'Abläufe', decks: 'Lieder und Folien', lives: 'Lives und Ausgaben', library: 'Bibliothek' },
};
