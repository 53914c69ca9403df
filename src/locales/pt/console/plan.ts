import type { ConsoleStrings } from '../../en/console/index.ts';

export const plan: ConsoleStrings['plan'] = {
  title: 'Roteiro',
  none: 'Nenhum roteiro. Prepare o culto como um roteiro e mostre-o item por item. Shift+Enter adiciona o que você digitou.',
  create: 'Novo roteiro',
  others: 'Seguir um roteiro',
  empty: 'O roteiro está vazio. Digite uma referência e pressione Shift+Enter.',
  next: 'A seguir',
  interrupted: 'Interrompido. “Voltar” mostra este item de novo.',
  problems: {
    unreadable: 'O texto não é uma referência clara.',
    missing_verse: 'Nenhuma tradução da biblioteca tem esta passagem.',
    edition_not_enabled: 'A biblioteca não tem esta tradução.',
    deck_missing: 'Os slides ou a música foram excluídos.',
  },
  duration: (minutes) => `${minutes} min`,
  over: (minutes) => `${minutes} min além do previsto`,
  named: (date) => `Culto de ${date}`,
  added: (reference) => `${reference} foi adicionado ao roteiro.`,
  outline: 'Colar um esboço',
  outlineHint:
    'Um sermão ou uma ordem do culto. As referências, os títulos de músicas e as linhas curtas viram itens do roteiro.',
  noReferences: 'Este texto não tem referência a uma passagem instalada, título de música nem linha curta.',
  addOutline: 'Adicionar ao roteiro',
  leftOut: 'Estas partes não estão em nenhuma tradução ou são texto corrido. Elas não são adicionadas:',
  addOthers: 'Adicionar o restante',
  failed: 'Não foi possível alterar o roteiro. Tente novamente.',
};
