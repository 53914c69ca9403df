import type { ConsoleStrings } from '../../en/console/index.ts';

export const entry: ConsoleStrings['entry'] = {
  personal: 'Persönlich',
  elsewhere: 'Anderswo',
  account: 'Konto',
  noLive: 'Noch kein Live. Ein Live ist ein Raum: Was Sie dort zeigen, erscheint auf allen seinen Bildschirmen.',
  askForLive: 'Bitten Sie jemanden aus der Verwaltung, eines anzulegen.',
  nameOfLive: 'Name des Lives',
  liveName: 'Großer Saal',
  createLive: 'Neues Live',
  noStart: 'Die Konsole konnte nicht starten.',
  noAnswer: 'Der Server antwortet nicht.',
  again: 'Noch einmal versuchen',
  gone: 'Dieses Live gibt es nicht mehr.',
  goneHint: 'Es wurde gelöscht, oder Sie haben keinen Zugang mehr.',
  otherLives: 'Andere Lives',
  over: 'Bitte melden Sie sich noch einmal an.',
  overHint: 'Ihre Sitzung ist zu Ende. Was Sie getippt haben, bleibt hier.',
  stillOver: 'Sie sind noch nicht angemeldet.',
  signIn: 'Anmelden',
  signedIn: 'Ich habe mich angemeldet',
};
