import type { LivesStrings } from '../en/lives.ts';
import { richText } from '../rich-text.ts';

export const lives: LivesStrings = {
  list: {
    title: 'Lives',
    own: 'Persönlich',
    empty: 'Noch keine Lives. Erstellen Sie eines in der Konsole oder mit einer App.',
    more: 'Weitere Lives',
  },
  entry: {
    states: {
      stopped: 'Gestoppt. Das Publikum sieht nichts.',
      paused: 'Ausgeblendet. Das Publikum sieht den Inhalt nicht.',
      showing: 'Jetzt auf den Bildschirmen.',
      empty: 'Nichts auf den Bildschirmen.',
    },
    protected: 'Mit einem Code geschützt.',
    now: (viewers) => ['Zurzeit sieht niemand zu.', '1 Person sieht zu.'][viewers] ?? `${viewers} Personen sehen zu.`,
    never: 'Bisher hat niemand zugesehen.',
    most: (viewers, at) => richText`Höchststand: ${viewers} gleichzeitig, am ${at}`,
    operate: 'Konsole öffnen',
    watch: 'In der Konsole ansehen',
    links: 'Links und QR-Code',
    views: {
      reader: 'Für Handys',
      screen: 'Großer Bildschirm',
      lower_third: 'Bauchbinde, für Video',
      stage: 'Bühne, für die sprechende Person',
    },
    qr: (name) => `QR-Code des Links für Handys: ${name}`,
    qrHint: 'Zum Mitlesen mit dem Handy scannen.',
  },
};
