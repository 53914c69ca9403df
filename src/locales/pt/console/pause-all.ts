import type { ConsoleStrings } from '../../en/console/index.ts';

export const pauseAll: ConsoleStrings['pauseAll'] = {
  hidden: (count) => (count === 1 ? '1 sala foi ocultada.' : `${count} salas foram ocultadas.`),
  failed: (names) => `Não foi possível ocultar estas salas: ${names}.`,
};
