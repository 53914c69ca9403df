import type { ConsoleStrings } from '../../en/console/index.ts';

export const stage: ConsoleStrings['stage'] = {
  label: 'Nachricht an die Bühne',
  placeholder: 'Nur die Bühne sieht sie',
  send: 'Senden',
  clear: 'Löschen',
  failed: 'Die Nachricht wurde nicht gesendet. Bitte noch einmal versuchen.',
};
