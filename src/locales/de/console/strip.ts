import type { ConsoleStrings } from '../../en/console/index.ts';

export const strip: ConsoleStrings['strip'] = {
  overtaken: (by, shown, seconds) => `${by} hat das vor ${seconds} s geändert: Gezeigt wird ${shown}. Ihres trotzdem?`,
  asks: (label) => `Gottesdienst-Sperre: ${label}?`,
  notSent: (label) => `Nicht gesendet: ${label}. Der Server ist nicht erreichbar.`,
  unknown: (label) => `Die Verbindung brach ab. Bitte nachsehen, ob es geschehen ist: ${label}.`,
  changed: (by, shown) => `Wieder verbunden. Inzwischen hat ${by} geändert, was gezeigt wird: ${shown}.`,
  somebody: 'Jemand',
  nothing: 'nichts',
  keep: 'So lassen',
  close: 'Schließen',
  watching: 'Sie können hier zusehen. Zum Ändern braucht es die Rolle „Operator“.',
};
