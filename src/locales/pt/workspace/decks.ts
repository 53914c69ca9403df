import type { WorkspaceStrings } from '../../en/workspace/index.ts';

export const decks: WorkspaceStrings['decks'] = {
  title: 'Músicas e slides',
};
