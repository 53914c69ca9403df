import type { RemoteStrings } from '../en/remote.ts';

export const remote: RemoteStrings = {
  title: 'Fernbedienung',
  live: 'LIVE',
  hidden: 'AUSGEBLENDET',
  stopped: 'GESTOPPT',
  empty: 'NICHTS AUF SENDUNG',
  emptyHint: 'Noch gibt es nichts zum Blättern. Sobald ein Operator etwas zeigt, erscheint es hier.',
  part: (at: number, of: number) => `${at} von ${of}`,
  previous: 'Zuvor',
  current: 'Jetzt',
  next: 'Danach',
  first: 'Das ist die erste Seite',
  last: 'Das ist die letzte Seite',
  slide: (at: number) => `Folie ${at}`,
  // A narrow key breaks the word at the soft hyphen.
  hide: 'Aus\u00adblenden',
  show: 'Zeigen',
  back: 'Zurück',
  forward: 'Weiter',
  lost: (seconds: number) => `Seit ${seconds}\u00a0s keine Verbindung`,
  connecting: 'Verbindung wird hergestellt',
  notSent: 'Nicht gesendet: keine Verbindung.',
  unknown: 'Keine Antwort. Prüfen Sie, was gezeigt wird, bevor Sie noch einmal drücken.',
  overtaken: (what: string) => `Jemand anderes war schneller. Jetzt: ${what}`,
  overtakenHidden: 'Jemand anderes war schneller und hat die Anzeige geändert.',
  meanwhile: (what: string) => `Während der Unterbrechung hat sich die Anzeige geändert. Jetzt: ${what}`,
  meanwhileHidden: 'Während der Unterbrechung hat sich die Anzeige geändert.',
  stoppedNotice: 'Der Raum ist gestoppt. Nur Operatoren können ihn starten.',
  tooFast: 'Zu schnell. Warten Sie einen Moment.',
  refused: 'Das ist gerade nicht möglich.',
  scripts: 'Diese Seite braucht JavaScript. Bitte erlauben Sie es für diese Adresse.',
  pages: {
    entrance: {
      title: 'Dieser Link ist unvollständig',
      notice: 'Öffnen Sie den vollständigen Link, den Sie bekommen haben, oder bitten Sie den Absender um einen neuen.',
    },
    ended: {
      title: 'Dieser Link funktioniert nicht mehr',
      notice:
        'An der Anzeige hat sich nichts geändert. Wenn Sie den Link noch brauchen, bitten Sie den Absender um einen neuen.',
    },
    gone: { title: 'Diesen Raum gibt es nicht mehr', notice: 'Er wurde gelöscht.' },
    restricted: {
      title: 'Zurzeit nicht verfügbar',
      notice: 'Sobald die Seite wieder verfügbar ist, geht es hier von selbst weiter.',
    },
    replaced: {
      title: 'Auf zu vielen Geräten geöffnet',
      notice: 'Dieser Link wurde auf einem anderen Gerät geöffnet und deshalb hier beendet.',
    },
    again: 'Hier verwenden',
  },
};
