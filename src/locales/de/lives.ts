import type { LivesStrings } from '../en/lives.ts';
import { richText } from '../rich-text.ts';

export const lives: LivesStrings = {
  list: {
    title: 'Lives',
    own: 'Ihre eigenen',
    empty:
      'Hier gibt es noch keine. Eine App oder ein Programm mit einem Token legt sie an; dann sehen Sie hier, wie viele bei jedem zusehen.',
    more: 'Weitere Lives',
  },
  entry: {
    states: {
      stopped: 'Gestoppt: Das Publikum sieht nichts.',
      paused: 'Pausiert: Der Inhalt ist ausgeblendet.',
      showing: 'Jetzt auf den Bildschirmen.',
      empty: 'Zeigt gerade nichts.',
    },
    protected: 'Mit einem Code geschützt.',
    now: (viewers) =>
      ['Jetzt sieht niemand zu.', '1 Person sieht jetzt zu.'][viewers] ?? `${viewers} Personen sehen jetzt zu.`,
    never: 'Noch hat niemand zugesehen.',
    most: (viewers, at) => richText`Höchstens ${viewers} zugleich, am ${at}`,
    operate: 'Konsole öffnen',
    watch: 'In der Konsole zusehen',
    links: 'Links und QR-Code',
    views: {
      reader: 'Für Handys',
      screen: 'Leinwand',
      lower_third: 'Bauchbinde, für Video',
      stage: 'Bühne, für die sprechende Person',
    },
    qr: (name) => `QR-Code des Links für Handys: ${name}`,
    qrHint: 'Mit dem Handy abfotografieren und mitlesen.',
  },
};
