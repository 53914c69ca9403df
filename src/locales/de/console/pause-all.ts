import type { ConsoleStrings } from '../../en/console/index.ts';

export const pauseAll: ConsoleStrings['pauseAll'] = {
  hidden: (count) => (count === 1 ? '1 Live wurde ausgeblendet.' : `${count} Lives wurden ausgeblendet.`),
  failed: (names) => `Diese Lives konnten nicht ausgeblendet werden: ${names}.`,
};
