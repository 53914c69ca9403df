import type { ConsoleStrings } from '../../en/console/index.ts';

export const pauseAll: ConsoleStrings['pauseAll'] = {
  hidden: (count) => (count === 1 ? '1 Raum wurde ausgeblendet.' : `${count} Räume wurden ausgeblendet.`),
  failed: (names) => `Diese Räume konnten nicht ausgeblendet werden: ${names}.`,
};
