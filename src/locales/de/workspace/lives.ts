import type { WorkspaceStrings } from '../../en/workspace/index.ts';

export const lives: WorkspaceStrings['lives'] = {
  title: 'Lives',
};
