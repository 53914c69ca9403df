import type { ConsoleStrings } from '../../en/console/index.ts';

export const obs: ConsoleStrings['obs'] = { title: 'Cenas do OBS' };
