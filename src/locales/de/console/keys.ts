import type { ConsoleStrings } from '../../en/console/index.ts';

export const keys: ConsoleStrings['keys'] = {
  title: 'Tasten',
  names: {
    next: 'Nächste Seite',
    previous: 'Vorige Seite',
    nextChapter: 'Nächstes Kapitel',
    previousChapter: 'Voriges Kapitel',
    more: 'Ein Vers mehr',
    less: 'Ein Vers weniger',
    hide: 'Ausblenden oder zeigen',
    reveal: 'Zeigen',
    back: 'Zurück',
    clear: 'Liste leeren',
    undo: 'Rückgängig machen',
    redo: 'Wiederherstellen',
    lock: 'Gottesdienst-Sperre',
    bar: 'Tippen beginnen',
    escape: 'Eingabe leeren, schließen, ausblenden',
  },
};
