import type { ConsoleStrings } from '../../en/console/index.ts';

export const bar: ConsoleStrings['bar'] = {
  label: 'Referência, palavras ou comando',
  placeholder: 'Digite uma referência, como jo 3 16',
  readings: {
    none: 'Não dá para ler',
    several: 'Há mais de uma possibilidade',
    one: 'Clara',
    missing: 'Esse versículo não existe',
    wait: 'Lendo',
  },
  candidates: 'Sugestões',
};
