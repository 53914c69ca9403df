import type { ConsoleStrings } from '../../en/console/index.ts';

export const entry: ConsoleStrings['entry'] = {
  personal: 'Persönlich',
  elsewhere: 'Anderswo',
  account: 'Konto',
  noLive: 'Noch kein Raum. Was Sie in einem Raum zeigen, erscheint auf allen seinen Bildschirmen.',
  askForLive: 'Bitten Sie einen Administrator, einen zu erstellen.',
  nameOfLive: 'Name des Raums',
  liveName: 'Großer Saal',
  newLive: 'Neuer Raum',
  createLive: 'Raum erstellen',
  noStart: 'Die Konsole konnte nicht gestartet werden.',
  noResponse: 'Der Server antwortet nicht.',
  again: 'Erneut versuchen',
  gone: 'Dieser Raum ist nicht mehr verfügbar.',
  goneHint: 'Er wurde gelöscht, oder Sie haben keinen Zugriff mehr auf ihn.',
  otherLives: 'Andere Räume',
  prepare: 'Vorbereiten',
  people: 'Personen',
  installation: 'Installation',
  areas: { plans: 'Abläufe', decks: 'Lieder und Folien', lives: 'Räume und Ausgaben', library: 'Bibliothek' },
};
