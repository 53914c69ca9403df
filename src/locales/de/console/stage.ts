import type { ConsoleStrings } from '../../en/console/index.ts';

export const stage: ConsoleStrings['stage'] = {
  label: 'Bühnennachricht',
  placeholder: 'Nur die Bühne sieht sie',
  send: 'Senden',
  clear: 'Löschen',
  failed: 'Die Nachricht wurde nicht gesendet. Versuchen Sie es noch einmal.',
};
