import type { ConsoleStrings } from '../../en/console/index.ts';

export const strip: ConsoleStrings['strip'] = {
  overtaken: (by, shown, seconds) =>
    `${by} hat das vor ${seconds}\u00a0s geändert: Auf Sendung ist ${shown}. Trotzdem fortfahren?`,
  undoes: (by, shown, seconds) =>
    `Das macht rückgängig, was ${by} vor ${seconds} s getan hat: ${shown}. Rückgängig machen?`,
  asks: (label) => `Bediensperre: ${label}?`,
  notSent: (label) => `Nicht gesendet: ${label}. Keine Verbindung zum Server.`,
  unknown: (label) =>
    `Verbindung unterbrochen. Prüfen Sie, was gezeigt wird: „${label}“ wurde vielleicht nicht ausgeführt.`,
  changed: (by, shown) => `Wieder verbunden. ${by} hat inzwischen die Anzeige geändert: ${shown}.`,
  somebody: 'Jemand',
  nothing: 'nichts',
  keep: 'So lassen',
  close: 'Schließen',
  kept: (text) => `„${text}“ wurde nicht gezeigt.`,
  watching: 'Sie können dieses Live ansehen. Zum Ändern brauchen Sie die Rolle „Operator“.',
};
