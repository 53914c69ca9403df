import type { ConsoleStrings } from '../../en/console/index.ts';

export const preferences: ConsoleStrings['preferences'] = {
  theme: 'Aparência',
  themes: { system: 'Como o dispositivo', light: 'Clara', dark: 'Escura' },
  language: 'Idioma',
};
