import { RECENT_SIGN_IN_MINUTES } from '../../../contract/limits.ts';
import type { ConsoleStrings } from '../../en/console/index.ts';

export const firstStart: ConsoleStrings['firstStart'] = {
  password: 'Zugriff behalten',
  passwordHint: `Der Link, den Sie verwendet haben, funktioniert nur einmal. Legen Sie ein Passwort fest oder fügen Sie einen Passkey hinzu, um sich wieder anzumelden. Dafür haben Sie nach der Anmeldung ${RECENT_SIGN_IN_MINUTES} Minuten.`,
  setPassword: 'Passwort festlegen',
  addPasskey: 'Passkey hinzufügen',
  type: 'Einen Vers zeigen',
  typeHint: 'Geben Sie dies ein. Rechts sehen Sie den Vers:',
  screen: 'Auf dem großen Bildschirm öffnen',
  screenHint:
    'Scannen Sie den Code oder geben Sie die Adresse dort ein. Der Bildschirm zeigt dann einen Code: Scannen Sie ihn mit dem Handy oder geben Sie ihn bei „Neue Ausgabe“ ein.',
  onlyHere:
    'Nur dieser Rechner kann die Adresse öffnen. Damit andere Geräte sich verbinden können, beenden Sie den Server und starten Sie ihn so:',
  check:
    'Noch kein Bildschirm verbunden. Prüfen Sie, ob die Adresse stimmt, ob beide Geräte im selben Netzwerk sind und ob die Firewall den Port zulässt.',
  stream: 'Livestream?',
  streamHint:
    'Eine Bauchbinde liegt über dem Videobild. Erstellen Sie eine und fügen Sie ihre Adresse in OBS als Browser-Quelle hinzu.',
  done: 'Erledigt',
  open: 'Noch offen',
  close: 'Diese Karten schließen',
  closeOne: 'Diese Karte schließen',
};
