import type { WorkspaceStrings } from '../../en/workspace/index.ts';

export const frame: WorkspaceStrings['frame'] = {
  startFailed: 'Não foi possível iniciar a página.',
  tryAgain: 'Tentar novamente',
  missingHint: 'O que estava aqui pode ter sido excluído, ou pertence a outra organização.',
  saved: 'Salvo',
  savedAt: (time) => `Salvo às ${time}`,
  saving: 'Salvando…',
  notSaved: 'Não foi salvo:',
  missing: 'Isto foi excluído, ou você não tem mais acesso. O que você vê não está salvo; copie o que precisar.',
  overtaken: 'Outra pessoa alterou isto enquanto você editava. Nada se perde: Desfazer traz a outra versão de volta.',
  movedTo: (name, at, total) => `${name}: ${at} de ${total}`,
  keepMine: 'Manter a minha',
  takeTheirs: 'Usar a outra',
};
