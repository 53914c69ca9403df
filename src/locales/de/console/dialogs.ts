import type { ConsoleStrings } from '../../en/console/index.ts';

export const dialogs: ConsoleStrings['dialogs'] = {
  once: 'Öffnen Sie diese Adresse auf dem Gerät, das sie verwenden soll. Sie wird nur einmal angezeigt. Wer sie kennt, kann sie verwenden: Behandeln Sie sie wie ein Passwort.',
  onlyHere:
    'Diese Adresse funktioniert nur auf diesem Computer. Damit andere Geräte sie öffnen können, starten Sie den Server mit',
  address: 'Adresse',
  obs: 'Adresse für OBS, mit transparentem Hintergrund',
  copy: 'Kopieren',
  copyObs: 'Für OBS kopieren',
  copied: 'Kopiert.',
  selected: 'Der Text ist markiert. Drücken Sie Strg+C: Ohne HTTPS kann eine Seite nicht kopieren.',
  qr: 'QR-Code der Adresse',
  noResponse: 'Der Server antwortet nicht. Es wurde nichts geändert.',
  close: 'Schließen',
  escape: 'Esc',
  over: 'Bitte melden Sie sich erneut an.',
  overHint: 'Ihre Sitzung ist abgelaufen. Was Sie eingegeben haben, bleibt hier.',
  stillOver: 'Sie sind noch nicht angemeldet.',
  signIn: 'Anmelden',
  signedIn: 'Ich habe mich angemeldet',
};
