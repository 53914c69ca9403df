import type { ConsoleStrings } from '../../en/console/index.ts';

export const translations: ConsoleStrings['translations'] = {
  title: 'Übersetzungen',
  only: 'Eine Übersetzung muss an bleiben.',
};
