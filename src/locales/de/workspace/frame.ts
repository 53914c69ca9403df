import type { WorkspaceStrings } from '../../en/workspace/index.ts';

export const frame: WorkspaceStrings['frame'] = {
  startFailed: 'Die Seite konnte nicht gestartet werden.',
  tryAgain: 'Erneut versuchen',
};
