import type { ConsoleStrings } from '../../en/console/index.ts';

export const pauseAll: ConsoleStrings['pauseAll'] = {
  hidden: (count) => (count === 1 ? '1 Live foi ocultada.' : `${count} Lives foram ocultadas.`),
  failed: (names) => `Não foi possível ocultar estas Lives: ${names}.`,
};
