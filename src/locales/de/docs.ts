import type { DocsStrings } from '../en/docs.ts';
import { richText } from '../rich-text.ts';

export const docs: DocsStrings = {
  skip: 'Zum Inhalt springen',
  brand: 'Anleitungen',
  title: 'Anleitungen',
  contents: 'Inhalt',
  languages: 'Sprachen',
  home: {
    lead: 'Lectern zeigt Bibelverse, Lieder und Folien auf den Bildschirmen eines Gottesdienstes. Diese Anleitungen führen durch den ersten Gottesdienst und helfen bei allem, was danach kommt.',
    firstService: 'Ihr erster Gottesdienst',
    more: (first, second) =>
      richText`Die Anleitungen für Technik und Entwicklung gibt es ${first}. Was ein Fehlercode bedeutet, steht unter ${second}.`,
    first: 'auf Englisch',
    second: 'Fehlercodes',
  },
  missing: {
    title: 'Seite nicht gefunden',
    text: (home) => richText`Unter dieser Adresse gibt es keine Seite. Suchen Sie, oder beginnen Sie auf der ${home}.`,
    home: 'ersten Seite der Anleitungen',
  },
  groups: { start: 'Erste Schritte', operate: 'Bedienen', screens: 'Bildschirme', run: 'Einrichten und betreiben' },
  inEnglish: 'auf Englisch',
  inSource: 'im Quelltext',
  linkTo: (heading) => `Link zu ${heading}`,
  page: { onThis: 'Auf dieser Seite', beside: 'Vorige und nächste Seite', previous: 'Zurück', next: 'Weiter' },
  search: {
    open: 'Suchen',
    title: 'In den Anleitungen suchen',
    hint: 'Ein Titel oder eine Überschrift',
    close: 'Schließen',
    found: (count) => (count === 1 ? '1 Treffer' : `${count} Treffer`),
    nothing: 'Nichts gefunden.',
    failed: 'Die Suche ist gerade nicht verfügbar. Das Inhaltsverzeichnis nennt alle Seiten.',
  },
  code: {
    copy: 'Kopieren',
    copied: 'Kopiert',
    selected: 'Markiert',
    isCopied: 'Der Code ist kopiert.',
    isSelected: 'Der Code ist markiert: Drücken Sie Strg+C, um ihn zu kopieren.',
    block: 'Code',
    table: 'Tabelle',
  },
};
