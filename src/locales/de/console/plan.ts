import type { ConsoleStrings } from '../../en/console/index.ts';

export const plan: ConsoleStrings['plan'] = {
  title: 'Ablauf',
  none: 'Kein Ablauf. Bereiten Sie einen Gottesdienst als Ablauf vor und zeigen Sie ihn Eintrag für Eintrag. Umschalt+Enter fügt Ihre Eingabe hinzu.',
  create: 'Neuer Ablauf',
  others: 'Einem Ablauf folgen',
  empty: 'Der Ablauf ist leer. Geben Sie eine Bibelstelle ein und drücken Sie Umschalt+Enter.',
  next: 'Danach',
  interrupted: 'Unterbrochen. „Zurück“ zeigt es wieder.',
  problems: {
    unreadable: 'Der Text ist keine eindeutige Bibelstelle.',
    missing_verse: 'Keine Übersetzung der Bibliothek hat diese Stelle.',
    edition_not_enabled: 'Diese Übersetzung fehlt in der Bibliothek.',
    deck_missing: 'Die Folien oder das Lied wurden gelöscht.',
  },
  duration: (minutes) => `${minutes} Min.`,
  over: (minutes) => `${minutes} Min. über der Zeit`,
  named: (date) => `Gottesdienst am ${date}`,
  added: (reference) => `${reference} wurde zum Ablauf hinzugefügt.`,
  outline: 'Gliederung einfügen',
  outlineHint:
    'Eine Predigt oder eine Gottesdienstordnung. Bibelstellen, Liedtitel und kurze Zeilen werden Einträge des Ablaufs.',
  noReferences: 'Dieser Text enthält keine installierte Bibelstelle, keinen Liedtitel und keine kurze Zeile.',
  addOutline: 'Zum Ablauf hinzufügen',
  leftOut: 'Diese Teile sind in keiner Übersetzung oder fortlaufender Text. Sie werden nicht hinzugefügt:',
  addOthers: 'Das Übrige hinzufügen',
  failed: 'Der Ablauf konnte nicht geändert werden. Versuchen Sie es noch einmal.',
};
