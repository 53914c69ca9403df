import type { ConsoleStrings } from '../../en/console/index.ts';

export const bar: ConsoleStrings['bar'] = {
  label: 'Referência, palavras ou comando',
  placeholder: 'Digite uma referência, como jo 3 16',
  readings: {
    none: 'Não é uma referência',
    several: 'Vários resultados: escolha um',
    one: 'Reconhecida',
    missing: 'Este versículo não existe',
    wait: 'Verificando',
    failed: 'O servidor não respondeu. Pressione Enter para tentar novamente.',
  },
  onlyIn: (editions) => `Só em ${editions}`,
  noEdition: 'Tradução não encontrada',
  deckNotQueued: 'Slides não entram na fila. Pressione Shift+Enter para adicioná-los ao roteiro.',
  partNotQueued: 'Partes de uma música só podem ser exibidas. Pressione Enter sem + e sem Shift.',
  matches: (count) => (count === 1 ? '1 resultado' : `${count} resultados`),
  words: (count) => (count === 1 ? '1 versículo' : `${count} versículos`),
  hints: [
    ['>', 'comando'],
    ['#', 'palavras'],
    ['@', 'tradução'],
    ['+', 'fila'],
  ],
};
