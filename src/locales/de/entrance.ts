import { duration } from '../duration.ts';
import type { EntranceStrings } from '../en/entrance.ts';

export const entrance: EntranceStrings = {
  secret: {
    title: 'Mitlesen',
    hint: 'Geben Sie den Code mit 12 Zeichen ein, den Sie bekommen haben.',
    label: 'Code',
    enter: 'Mitlesen',
    wrong: 'Der Code stimmt nicht. Prüfen Sie ihn und versuchen Sie es noch einmal.',
    limited: (seconds) =>
      `Zu viele Versuche. Bitte warten Sie ${duration('de', seconds)} und versuchen Sie es dann noch einmal.`,
  },
  output: { title: 'Ausgabe', notice: 'Öffnen Sie die Adresse dieser Ausgabe noch einmal.' },
  picture: {
    title: 'Auf Sendung',
    signedOut: 'Melden Sie sich erneut an, um zu sehen, was auf Sendung ist.',
    foreign: 'Dieses Bild ist nur in der Konsole verfügbar.',
  },
  preview: {
    title: 'Vorschau',
    signedOut: 'Melden Sie sich erneut an, um die Vorschau zu sehen.',
    foreign: 'Diese Vorschau ist nur in der Konsole verfügbar.',
  },
  unavailable: { title: 'Nicht verfügbar', notice: 'Diese Anzeige ist zurzeit nicht verfügbar.' },
  missing: {
    title: 'Nichts gefunden',
    notice:
      'Unter dieser Adresse gibt es keine Anzeige. Prüfen Sie die Adresse; vielleicht ist die Anzeige auch beendet.',
  },
};
