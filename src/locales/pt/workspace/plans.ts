import type { WorkspaceStrings } from '../../en/workspace/index.ts';

export const plans: WorkspaceStrings['plans'] = {
  title: 'Roteiros',
};
