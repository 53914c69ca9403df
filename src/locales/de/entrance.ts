import { duration } from '../duration.ts';
import type { EntranceStrings } from '../en/entrance.ts';

export const entrance: EntranceStrings = {
  secret: {
    title: 'Mitlesen',
    hint: 'Geben Sie den Code ein, den Sie bekommen haben. Er hat zwölf Zeichen.',
    label: 'Code',
    enter: 'Mitlesen',
    wrong: 'Das ist nicht der Code. Bitte sehen Sie noch einmal nach.',
    limited: (seconds) =>
      `Das waren zu viele Versuche. Bitte warten Sie ${duration('de', seconds)} und versuchen Sie es dann erneut.`,
  },
  output: { title: 'Ausgabe', notice: 'Dieser Bildschirm braucht noch einmal die Adresse seiner Ausgabe.' },
  /** In the frame of the console where what is on air is shown. */
  picture: {
    title: 'Auf dem Schirm',
    signedOut: 'Melden Sie sich wieder an, um zu sehen, was auf dem Schirm ist.',
    foreign: 'Dieses Bild ist nur in der Konsole zu sehen.',
  },
  unavailable: { title: 'Nicht verfügbar', notice: 'Diese Anzeige ist zurzeit nicht verfügbar.' },
  missing: {
    title: 'Nichts hier',
    notice: 'Unter dieser Adresse gibt es keine Anzeige. Vielleicht ist sie vertippt, oder die Anzeige ist beendet.',
  },
};
