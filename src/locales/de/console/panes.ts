import type { ConsoleStrings } from '../../en/console/index.ts';

export const panes: ConsoleStrings['panes'] = {
  console: 'Konsole',
  find: 'Suchen',
  queue: 'Warteschlange',
  onAir: 'Auf Sendung',
};
