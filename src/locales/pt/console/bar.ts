import type { ConsoleStrings } from '../../en/console/index.ts';

export const bar: ConsoleStrings['bar'] = {
  label: 'Referência, palavras ou comando',
  placeholder: 'Digite uma referência, como jo 3 16',
  readings: {
    none: 'Não é uma referência',
    several: 'Há mais de uma: escolha',
    one: 'Clara',
    missing: 'Esse versículo não existe',
    wait: 'Lendo',
    failed: 'Não foi possível ler. Enter tenta de novo.',
  },
  noEdition: 'Edição não encontrada',
  words: (count) => (count === 1 ? '1 versículo' : `${count} versículos`),
  hints: [
    ['>', 'comando'],
    ['#', 'palavras'],
    ['@', 'edição'],
    ['+', 'fila'],
  ],
};
