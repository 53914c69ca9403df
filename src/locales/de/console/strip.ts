import type { ConsoleStrings } from '../../en/console/index.ts';

export const strip: ConsoleStrings['strip'] = {
  overtaken: (by, shown) => `${by} war schneller: Gezeigt wird ${shown}. Enter zeigt Ihres, Esc lässt es stehen.`,
  asks: (label) => `Gottesdienst-Sperre: ${label}? Enter bestätigt, Esc lässt alles, wie es ist.`,
  notSent: (label) => `Nicht gesendet: ${label}. Der Server ist nicht erreichbar.`,
  unknown: (label) => `Die Verbindung brach ab. Bitte nachsehen, ob es geschehen ist: ${label}.`,
  changed: (by, shown) => `Wieder verbunden. Inzwischen hat ${by} geändert, was gezeigt wird: ${shown}.`,
  somebody: 'Jemand',
  nothing: 'nichts',
};
