import type { WorkspaceStrings } from '../../en/workspace/index.ts';

export const frame: WorkspaceStrings['frame'] = {
  startFailed: 'Não foi possível iniciar a página.',
  tryAgain: 'Tentar novamente',
};
