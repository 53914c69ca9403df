import type { ConsoleStrings } from '../../en/console/index.ts';

export const acts: ConsoleStrings['acts'] = {
  show: (reference) => `${reference} zeigen`,
  queue: (reference) => `${reference} in die Liste`,
  remove: (reference) => `${reference} entfernen`,
  move: (reference) => `${reference} verschieben`,
  translation: (name) => `${name} an oder aus`,
  plan: (name) => `Plan ${name} folgen`,
  goOn: 'Nächster Eintrag des Plans',
  next: { page: 'Nächste Seite', line: 'Nächster Vers', chapter: 'Nächstes Kapitel', slide: 'Nächste Folie' },
  previous: { page: 'Vorige Seite', line: 'Voriger Vers', chapter: 'Voriges Kapitel', slide: 'Vorige Folie' },
  more: 'Ein Vers mehr',
  less: 'Ein Vers weniger',
  hide: 'Ausblenden',
  reveal: 'Wieder zeigen',
  back: 'Zurück',
  undo: 'Rückgängig',
  redo: 'Wiederherstellen',
  clear: 'Leeren',
  start: 'Starten',
  stop: 'Anhalten',
};
