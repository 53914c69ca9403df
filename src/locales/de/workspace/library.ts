import type { WorkspaceStrings } from '../../en/workspace/index.ts';

const counted = (count: number, one: string, many: string) => `${count} ${count === 1 ? one : many}`;

export const library: WorkspaceStrings['library'] = {
  title: 'Bibliothek',
  intro: 'Bibelübersetzungen, die Ihre Lives zeigen können.',
  manage: 'Übersetzungen importieren',
  search: 'Übersetzungen suchen',
  searchHint: 'Name oder Kürzel',
  language: 'Sprache',
  allLanguages: 'Alle Sprachen',
  otherLanguage: 'Andere Sprache',
  show: 'Anzeigen',
  filters: {
    all: 'Alle',
    enabled: 'In der Bibliothek',
    installed: 'Nicht in der Bibliothek',
    missing: 'Nicht installiert',
  },
  count: (count) => counted(count, 'Übersetzung', 'Übersetzungen'),
  enabled: 'In der Bibliothek',
  notInstalled: 'Nicht installiert',
  install: 'Installieren',
  askAdministrator: 'Der Betreiber dieses Servers kann sie installieren.',
  enable: 'Hinzufügen',
  disable: 'Entfernen',
  enabledNow: (name) => `${name} ist in der Bibliothek.`,
  disabledNow: (name) => `${name} wurde aus der Bibliothek entfernt.`,
  undo: 'Rückgängig',
  confirm: {
    title: (name) => `${name} aus der Bibliothek entfernen?`,
    kept: 'Verse, die in der Warteschlange oder auf Sendung sind, bleiben unverändert.',
    unused: 'Kein Live hat sie unter seinen Übersetzungen.',
    used: (lives) =>
      lives === 1
        ? 'Dieses Live hat sie unter seinen Übersetzungen. Neue Bibelstellen werden dort abgelehnt, bis Sie andere Übersetzungen wählen oder diese wieder hinzufügen:'
        : `${lives} Lives haben sie unter ihren Übersetzungen. Neue Bibelstellen werden dort abgelehnt, bis Sie andere Übersetzungen wählen oder diese wieder hinzufügen:`,
    last: 'Sie ist die einzige Übersetzung in der Bibliothek. Ohne Übersetzung können Ihre Lives keine Bibelstellen zeigen.',
    cancel: 'Abbrechen',
  },
  details: 'Rechte und Quelle',
  detailsNamed: (name) => `Rechte und Quelle von ${name}`,
  rightsUnknown: 'Rechte unbekannt',
  fields: {
    abbreviation: 'Kürzel',
    rights: 'Rechte',
    attribution: 'Bei jedem Vers gezeigt',
    license: 'Lizenz',
    copyright: 'Copyright',
    changes: 'Änderungen',
    source: 'Quelle',
    books: 'Bücher',
    imported: 'Importiert',
    digest: 'SHA-256 der Datei',
    checks: 'Prüfung',
    gaps: 'Fehlende Nummern',
    warnings: 'Warnungen',
  },
  unknown: 'unbekannt',
  imported: (date, number) => (number === 1 ? date : `${date} (${number}. Import)`),
  unchecked: 'Sie kam ohne Datei, deshalb wurde nichts geprüft.',
  passed: (format) => `${format}: keine Lücken, keine Warnungen`,
  found: (format, gaps, warnings) =>
    `${format}: ${counted(gaps, 'fehlende Nummer', 'fehlende Nummern')}, ${counted(warnings, 'Warnung', 'Warnungen')}`,
  more: (count) => `und ${count} weitere`,
  noMatch: 'Keine Übersetzung passt dazu.',
  clear: 'Alle anzeigen',
  empty:
    'Ihre Bibliothek ist leer. Fügen Sie unten eine Übersetzung hinzu, damit Ihre Lives Bibelstellen zeigen können.',
  nothingInstalled: 'Es ist noch keine Übersetzung installiert. Der Betreiber dieses Servers kann eine importieren.',
};
