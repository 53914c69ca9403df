import type { WorkspaceStrings } from '../../en/workspace/index.ts';

export const library: WorkspaceStrings['library'] = {
  title: 'Bibliothek',
};
