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
    endOthers: 'Alle anderen abmelden',
    passkeys: 'Passkeys',
    passkeysHint:
      'Mit einem Passkey melden Sie sich per Fingerabdruck, Gesicht oder Geräte-PIN statt mit einem Passwort an. Er bleibt auf Ihrem Gerät oder in Ihrem Passwortmanager.',
    change: 'Ändern',
    notHere:
      'Unter dieser Adresse sind keine Passkeys möglich. Browser unterstützen sie nur über HTTPS und unter einem Domainnamen.',
    onThisMachine:
      'Um sie nur auf diesem Rechner auszuprobieren, starten Sie Lectern als localhost mit sonst unveränderten Einstellungen. Solange es so läuft, lassen sich keine Apps verbinden.',
    signInAgain: 'Um einen Passkey hinzuzufügen, melden Sie sich noch einmal an. So ist sicher, dass Sie es sind.',
    without: 'Dieser Browser unterstützt keine Passkeys, oder JavaScript ist ausgeschaltet.',
    newPasskey: 'Neuer Passkey',
    name: 'Name',
    nameHint: 'Ein Name, an dem Sie das Gerät wiedererkennen.',
    add: 'Passkey hinzufügen',
    done: {
      ended: 'Das Gerät wurde abgemeldet.',
      others: 'Alle anderen Geräte wurden abgemeldet.',
      added: 'Der Passkey wurde hinzugefügt. Sie können sich jetzt damit anmelden.',
      removed: 'Der Passkey wurde entfernt. Damit ist keine Anmeldung mehr möglich.',
    },
  },
  passkey: {
    back: 'Geräte und Passkeys',
    name: 'Name',
    wrongName: 'Geben Sie einen Namen mit 1 bis 120 sichtbaren Zeichen ein.',
    rename: 'Namen speichern',
    renamed: 'Der Name wurde geändert.',
    remove: 'Diesen Passkey entfernen',
    removeMeans:
      'Damit ist dann keine Anmeldung mehr möglich. Angemeldete Geräte bleiben angemeldet. Vielleicht bietet Ihr Gerät ihn noch an; löschen Sie ihn auch dort.',
    removeNow: 'Passkey entfernen',
    lastWayIn:
      'Dies ist Ihre einzige Möglichkeit, sich anzumelden. Legen Sie ein Passwort fest oder fügen Sie einen weiteren Passkey hinzu, bevor Sie diesen entfernen.',
  },
  use: {
    created: (moment) => richText`Erstellt am ${moment}`,
    lastUsed: (moment) => richText`Zuletzt verwendet: ${moment}`,
    neverUsed: 'Nie verwendet',
  },
};
