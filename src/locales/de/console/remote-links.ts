import type { ConsoleStrings } from '../../en/console/index.ts';

export const remoteLinks: ConsoleStrings['remoteLinks'] = { title: 'Fernbedienung, Tasten' };
