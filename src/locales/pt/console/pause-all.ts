import type { ConsoleStrings } from '../../en/console/index.ts';

export const pauseAll: ConsoleStrings['pauseAll'] = {
  hidden: (count) => (count === 1 ? '1 Live foi ocultado.' : `${count} Lives foram ocultados.`),
  failed: (names) => `Não foi possível ocultar: ${names}.`,
};
