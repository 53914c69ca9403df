import type { ConsoleStrings } from '../../en/console/index.ts';

export const preferences: ConsoleStrings['preferences'] = {
  theme: 'Aussehen',
  themes: { system: 'Wie das Gerät', light: 'Hell', dark: 'Dunkel' },
  language: 'Sprache',
};
