import type { PairingStrings } from '../en/pairing.ts';

export const pairing: PairingStrings = {
  title: 'Diesen Bildschirm verbinden',
  scan: 'Scannen Sie den QR-Code oder geben Sie diesen Code in der Konsole ein:',
  onServer: 'Geben Sie diesen Code auf dem Computer, auf dem Lectern läuft, in der Konsole ein:',
  confirm: 'Bestätigen Sie ihn dort. Danach geht es hier von selbst weiter.',
  code: 'Kopplungscode',
  qr: 'QR-Code, der die Konsole mit diesem Code öffnet',
  full: 'Zu viele Bildschirme warten auf eine Verbindung.',
  fullHint:
    'Verbinden Sie einen davon, oder beenden Sie deren Codes in der Konsole unter „Neue Ausgabe“. Danach geht es hier von selbst weiter.',
  offline: 'Der Server antwortet nicht. Sobald er antwortet, geht es hier von selbst weiter.',
  startPage: 'Als Startseite speichern',
  /** In the start page, for a person at the screen. */
  startPageText: 'Dieser Bildschirm wartet auf den Server und startet dann von selbst.',
  scripts: 'Diese Seite braucht JavaScript. Bitte erlauben Sie es für diese Adresse.',
};
