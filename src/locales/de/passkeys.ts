import type { PasskeysStrings } from '../en/passkeys.ts';

export const passkeys: PasskeysStrings = {
  stale: 'Das hat zu lange gedauert. Bitte versuchen Sie es noch einmal.',
  unknown: 'Dieser Passkey ist unbekannt. Vielleicht wurde er aus dem Konto entfernt.',
  invalid:
    'Dieser Passkey ließ sich nicht prüfen, deshalb wurden Sie nicht angemeldet. Versuchen Sie es noch einmal oder melden Sie sich anders an.',
  sign_in_again: 'Melden Sie sich zuerst erneut an und fügen Sie den Passkey dann innerhalb von zehn Minuten hinzu.',
  name: 'Geben Sie dem Passkey einen Namen mit 1 bis 120 Zeichen.',
  too_many: 'Sie haben 20 Passkeys, mehr sind nicht möglich. Entfernen Sie zuerst einen.',
  taken: 'Dieses Gerät hat schon einen Passkey für Ihr Konto.',
  cancelled:
    'Es wurde kein Passkey verwendet. Versuchen Sie es noch einmal oder melden Sie sich mit Ihrem Passwort an.',
  notMade: 'Es wurde kein Passkey erstellt. Sie können es jederzeit noch einmal versuchen.',
  old_page: 'Diese Seite ist veraltet. Laden Sie sie neu und versuchen Sie es noch einmal.',
  wait: 'Zu viele Versuche. Bitte warten Sie eine Minute.',
  failed: 'Das hat nicht geklappt. Es wurde nichts geändert. Bitte versuchen Sie es noch einmal.',
};
