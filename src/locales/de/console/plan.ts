import type { ConsoleStrings } from '../../en/console/index.ts';

export const plan: ConsoleStrings['plan'] = {
  title: 'Plan',
  none: 'Kein Plan. Ein Plan ist ein Ablauf: vorbereiten und dann Eintrag für Eintrag zeigen. Umschalt+Enter nimmt Getipptes auf.',
  create: 'Neuer Plan',
  others: 'Einem Plan folgen',
  empty: 'Der Plan ist leer. Eine Stelle tippen und Umschalt+Enter drücken.',
  next: 'Als Nächstes',
  named: (date) => `Gottesdienst am ${date}`,
  added: (reference) => `${reference} steht im Plan.`,
  outline: 'Ablauf einfügen',
  outlineHint: 'Eine Predigt oder ein Gottesdienstablauf. Die Bibelstellen darin werden Einträge des Plans.',
  noReferences: 'In diesem Text steht keine Stelle, die installiert ist.',
  addOutline: 'In den Plan aufnehmen',
  failed: 'Der Plan ließ sich nicht ändern. Bitte noch einmal versuchen.',
};
