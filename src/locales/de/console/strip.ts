import type { ConsoleStrings } from '../../en/console/index.ts';

export const strip: ConsoleStrings['strip'] = {
  showed: (by, shown, ago) => `${by} hat ${ago} ${shown} gezeigt.`,
  hid: (by, ago) => `${by} hat ${ago} ausgeblendet.`,
  cleared: (by, ago) => `${by} hat ${ago} den Bildschirm geleert.`,
  keysShow: 'Enter zeigt Ihre Stelle, Esc lässt es so.',
  keysDo: 'Enter fährt fort, Esc lässt es so.',
  undoes: (by, shown, ago) => `Das macht rückgängig, was ${by} ${ago} getan hat: ${shown}. Rückgängig machen?`,
  asks: (label) => `Bediensperre: ${label}?`,
  notSent: (label) => `Nicht gesendet: ${label}. Keine Verbindung zum Server.`,
  unknown: (label) =>
    `Verbindung unterbrochen. Prüfen Sie, was gezeigt wird: „${label}“ wurde vielleicht nicht ausgeführt.`,
  changed: (by, shown) => `Wieder verbunden. ${by} hat inzwischen die Anzeige geändert: ${shown}.`,
  unknownAuthor: 'Jemand',
  remote: (name) => `Fernbedienung „${name}“`,
  button: (name) => `Taste „${name}“`,
  nothing: 'nichts',
  keep: 'So lassen',
  close: 'Schließen',
  kept: (text) => `„${text}“ wurde nicht gezeigt.`,
  watching: 'Sie können diesen Raum ansehen. Zum Ändern brauchen Sie die Rolle „Operator“.',
};
