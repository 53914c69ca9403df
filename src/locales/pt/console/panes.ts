import type { ConsoleStrings } from '../../en/console/index.ts';

export const panes: ConsoleStrings['panes'] = { console: 'Console', find: 'Buscar', queue: 'Fila', onAir: 'No ar' };
