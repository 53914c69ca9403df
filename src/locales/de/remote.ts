import type { RemoteStrings } from '../en/remote.ts';

export const remote: RemoteStrings = {
  title: 'Fernbedienung',
  live: 'LIVE',
  hidden: 'VERBORGEN',
  stopped: 'ANGEHALTEN',
  empty: 'NICHTS ZU SEHEN',
  emptyHint: 'Noch gibt es nichts weiterzuschalten. Sobald jemand etwas zeigt, steht es hier.',
  part: (at: number, of: number) => `${at} von ${of}`,
  previous: 'Zuvor',
  current: 'Jetzt',
  next: 'Danach',
  first: 'Das ist die erste Seite',
  last: 'Das ist die letzte Seite',
  slide: (at: number) => `Folie ${at}`,
  // Where the key is narrow, the word is divided.
  hide: 'Ver\u00adbergen',
  show: 'Zeigen',
  back: 'Zurück',
  forward: 'Weiter',
  lost: (seconds: number) => `Seit ${seconds} s keine Verbindung`,
  connecting: 'Verbindung wird aufgebaut …',
  notSent: 'Nicht gesendet: keine Verbindung.',
  unknown: 'Keine Antwort. Sehen Sie nach, was gezeigt wird, bevor Sie noch einmal drücken.',
  overtaken: (what: string) => `Jemand anderes war schneller. Jetzt: ${what}`,
  overtakenHidden: 'Jemand anderes war schneller und hat geändert, was gezeigt wird.',
  meanwhile: (what: string) => `Ohne Verbindung hat sich etwas geändert. Jetzt: ${what}`,
  meanwhileHidden: 'Während keine Verbindung bestand, hat sich geändert, was gezeigt wird.',
  stoppedNotice: 'Das Live ist angehalten. Starten kann es nur, wer es bedient.',
  tooFast: 'Zu schnell. Warten Sie einen Augenblick.',
  refused: 'Das geht gerade nicht.',
  scripts: 'Diese Seite braucht JavaScript. Bitte erlauben Sie es für diese Adresse.',
  pages: {
    entrance: {
      title: 'Dieser Link ist nicht vollständig',
      notice: 'Öffnen Sie den ganzen Link, den Sie bekommen haben, unverändert, oder bitten Sie um einen neuen.',
    },
    ended: {
      title: 'Dieser Link gilt nicht mehr',
      notice:
        'An dem, was gezeigt wird, hat sich nichts geändert. Wenn Sie den Link noch brauchen, bitten Sie um einen neuen.',
    },
    gone: { title: 'Dieses Live gibt es nicht mehr', notice: 'Wer es bedient hat, hat es gelöscht.' },
    restricted: {
      title: 'Im Augenblick nicht verfügbar',
      notice: 'Sobald es wieder verfügbar ist, geht es hier von selbst weiter.',
    },
    replaced: {
      title: 'Auf zu vielen Geräten geöffnet',
      notice: 'Dieser Link wurde auf einem anderen Gerät geöffnet und endete deshalb hier.',
    },
    again: 'Hier benutzen',
  },
};
