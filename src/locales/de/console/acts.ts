import type { ConsoleStrings } from '../../en/console/index.ts';

export const acts: ConsoleStrings['acts'] = {
  show: (reference) => `${reference} zeigen`,
  queue: (reference) => `${reference} zur Warteschlange hinzufügen`,
  remove: (reference) => `${reference} entfernen`,
  move: (reference) => `${reference} verschieben`,
  translation: (name) => `${name} ein- oder ausschalten`,
  translationOrder: 'Reihenfolge der Übersetzungen',
  plan: (name) => `Ablauf ${name} folgen`,
  goOn: 'Nächster Eintrag des Ablaufs',
  next: { page: 'Nächste Seite', line: 'Nächster Vers', chapter: 'Nächstes Kapitel', slide: 'Nächste Folie' },
  previous: {
    page: 'Vorherige Seite',
    line: 'Vorheriger Vers',
    chapter: 'Vorheriges Kapitel',
    slide: 'Vorherige Folie',
  },
  more: 'Ein Vers mehr',
  less: 'Ein Vers weniger',
  hide: 'Ausblenden',
  reveal: 'Wieder zeigen',
  back: 'Zurück',
  undo: 'Rückgängig',
  redo: 'Wiederholen',
  clear: 'Leeren',
  start: 'Starten',
  stop: 'Stoppen',
};
