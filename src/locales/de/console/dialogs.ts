import type { ConsoleStrings } from '../../en/console/index.ts';

export const dialogs: ConsoleStrings['dialogs'] = {
  once: 'Diese Adresse auf dem Gerät öffnen, das sie braucht. Sie wird nur jetzt gezeigt; wer sie hat, kann sie benutzen: Behandeln Sie sie wie ein Passwort.',
  address: 'Adresse',
  obs: 'Adresse für OBS, mit durchsichtigem Hintergrund',
  copy: 'Kopieren',
  copyObs: 'Für OBS kopieren',
  copied: 'Kopiert.',
  selected: 'Ausgewählt. Ohne HTTPS kann eine Seite nicht kopieren: Strg+C drücken.',
  qr: 'QR-Code der Adresse',
  noAnswer: 'Der Server antwortet nicht. Nichts wurde geändert.',
};
