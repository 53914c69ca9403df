import { RECENT_SIGN_IN_MINUTES } from '../../../contract/limits.ts';
import type { WorkspaceStrings } from '../../en/workspace/index.ts';

const counted = (count: number, one: string, many: string) => `${count} ${count === 1 ? one : many}`;

export const library: WorkspaceStrings['library'] = {
  title: 'Bibliothek',
  intro: 'Bibelübersetzungen, die in Ihren Räumen gezeigt werden können.',
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
  installAndUse: 'Installieren und verwenden',
  installing: {
    queued: 'Wartet auf einen anderen Import',
    downloading: 'Wird heruntergeladen und geprüft',
    importing: 'Wird importiert',
  },
  installedNow: (name) => `${name} ist installiert und in der Bibliothek.`,
  uninstalledNow: (name) => `${name} wurde aus der Bibliothek und vom Server entfernt.`,
  notInstalledNow: (name) => `${name} konnte nicht installiert werden. Ihre Bibliothek ist unverändert.`,
  showReason: 'Grund anzeigen',
  signInFirst: `Zum Installieren einer Übersetzung muss Ihre Anmeldung weniger als ${RECENT_SIGN_IN_MINUTES} Minuten her sein.`,
  signInAgain: 'Erneut anmelden',
  askAdministrator: 'Der Betreiber dieses Servers kann sie installieren.',
  enable: 'Hinzufügen',
  disable: 'Entfernen',
  enabledNow: (name) => `${name} ist in der Bibliothek.`,
  disabledNow: (name) => `${name} wurde aus der Bibliothek entfernt.`,
  undo: 'Rückgängig',
  confirm: {
    title: (name) => `${name} aus der Bibliothek entfernen?`,
    kept: 'Verse, die in der Warteschlange oder auf Sendung sind, bleiben unverändert.',
    unused: 'Kein Raum hat sie unter seinen Übersetzungen.',
    used: (lives) =>
      lives === 1
        ? 'Dieser Raum hat sie unter seinen Übersetzungen. Neue Bibelstellen werden dort abgelehnt, bis Sie andere Übersetzungen wählen oder diese wieder hinzufügen:'
        : `${lives} Räume haben sie unter ihren Übersetzungen. Neue Bibelstellen werden dort abgelehnt, bis Sie andere Übersetzungen wählen oder diese wieder hinzufügen:`,
    last: 'Sie ist die einzige Übersetzung in der Bibliothek. Ohne Übersetzung können Ihre Räume keine Bibelstellen zeigen.',
    cancel: 'Abbrechen',
  },
  phones: {
    offer: 'Auf Telefonen anbieten',
    hint: 'Auf der Seite für die Anwesenden kann man in ihr mitlesen.',
    notFree:
      'Aus, weil ihre Lizenz nicht sagt, dass jeder sie weitergeben darf. Schalten Sie es ein, wenn Sie die Erlaubnis haben.',
    chosen: 'Auf Ihre Entscheidung hin an. Vergewissern Sie sich, dass Sie die Erlaubnis haben.',
    failed: 'Das konnte nicht geladen oder gespeichert werden. Öffnen Sie es noch einmal.',
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
    'Ihre Bibliothek ist leer. Fügen Sie unten eine Übersetzung hinzu, damit Ihre Räume Bibelstellen zeigen können.',
  nothingInstalled: 'Es ist noch keine Übersetzung installiert. Der Betreiber dieses Servers kann eine importieren.',
};
