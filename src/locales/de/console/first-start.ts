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
    'Bisher kann nur dieser Rechner die Seite öffnen. Öffnen Sie Lectern zuerst für dieses Netzwerk. Hier stehen dann eine Adresse und ein QR-Code für Bildschirm und Handy.',
  askToOpen: 'Das kann nur ein Administrator dieses Servers.',
  check: 'Noch kein anderes Gerät hat die Seite geöffnet. Prüfen Sie:',
  checks: [
    'die Adresse: wie oben eingegeben, mit http:// und der Zahl nach dem Doppelpunkt',
    'das Netzwerk: Beide Geräte sind im selben und nicht in einem Gäste-WLAN',
    'die Firewall dieses Rechners: Sie lässt andere Geräte auf diesen Port zugreifen',
  ],
  stream: 'Livestream?',
  streamHint:
    'Eine Bauchbinde liegt über dem Videobild. Erstellen Sie eine und fügen Sie ihre Adresse in OBS als Browser-Quelle hinzu.',
  done: 'Erledigt',
  open: 'Noch offen',
  close: 'Diese Karten schließen',
  dismiss: 'Diese Karte schließen',
};
