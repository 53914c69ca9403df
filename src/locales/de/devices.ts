import type { DevicesStrings } from '../en/devices.ts';
import { richText } from '../rich-text.ts';

export const devices: DevicesStrings = {
  page: {
    title: 'Geräte und Passkeys',
    devices: 'Wo Sie angemeldet sind',
    devicesHint: 'Wenn Sie ein Gerät nicht kennen, melden Sie es ab und ändern Sie Ihr Passwort.',
    unknownDevice: 'Unbekannter Browser',
    thisDevice: 'dieses Gerät',
    since: (moment) => richText`Angemeldet seit ${moment}`,
    end: 'Abmelden',
    endOthers: 'Überall sonst abmelden',
    passkeys: 'Passkeys',
    passkeysHint:
      'Mit einem Passkey melden Sie sich per Fingerabdruck, Gesicht oder Geräte-PIN an, ohne Passwort. Er bleibt auf Ihrem Gerät oder in Ihrem Passwortmanager.',
    change: 'Ändern',
    notHere:
      'Unter dieser Adresse lassen sich keine Passkeys erstellen: Browser bieten sie nur über HTTPS und unter einem Domainnamen an.',
    onThisMachine:
      'Um sie nur auf diesem Rechner auszuprobieren, starten Sie Lectern unter dem Namen localhost und mit Ihren übrigen Einstellungen, etwa dem Datenordner. Solange es so läuft, lassen sich keine Apps verbinden.',
    signInAgain: 'Um einen Passkey hinzuzufügen, melden Sie sich noch einmal an: So ist sicher, dass Sie es sind.',
    without: 'Dieser Browser kann keine Passkeys erstellen, oder Skripte sind darin abgeschaltet.',
    newPasskey: 'Neuer Passkey',
    name: 'Name',
    nameHint: 'Damit Sie später wissen, auf welchem Gerät er liegt.',
    add: 'Passkey hinzufügen',
    done: {
      ended: 'Das Gerät ist abgemeldet.',
      others: 'Alle anderen Geräte sind abgemeldet.',
      added: 'Der Passkey ist bereit. Sie können sich ab jetzt damit anmelden.',
      removed: 'Der Passkey wurde entfernt. Niemand kann sich mehr damit anmelden.',
    },
  },
  passkey: {
    back: 'Geräte und Passkeys',
    name: 'Name',
    wrongName: 'Ein Name hat 1 bis 120 Zeichen und muss sichtbar sein.',
    rename: 'Namen speichern',
    renamed: 'Der Name wurde geändert.',
    remove: 'Diesen Passkey entfernen',
    removeMeans:
      'Niemand kann sich mehr damit anmelden. Geräte, die angemeldet sind, bleiben es. Vielleicht bietet Ihr Gerät ihn noch an; löschen Sie ihn dort ebenfalls.',
    removeNow: 'Endgültig entfernen',
    lastWayIn:
      'Dies ist Ihre einzige Möglichkeit, sich anzumelden. Legen Sie ein Passwort fest oder fügen Sie einen weiteren Passkey hinzu, und entfernen Sie dann diesen.',
  },
  use: {
    created: (moment) => richText`Erstellt am ${moment}`,
    lastUsed: (moment) => richText`Zuletzt benutzt: ${moment}`,
    neverUsed: 'Noch nicht benutzt',
  },
};
