import type { ConsoleStrings } from '../../en/console/index.ts';

export const outputs: ConsoleStrings['outputs'] = {
  title: 'Ausgaben',
  none: 'Noch keine Ausgabe. Eine Ausgabe ist ein Bildschirm mit eigener Adresse.',
  states: {
    connected: 'Zeigt es',
    late: 'Noch nicht gezeichnet',
    lost: 'Nicht verbunden',
    never: 'Nie geöffnet',
  },
};
