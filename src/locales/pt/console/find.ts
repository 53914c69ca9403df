import type { ConsoleStrings } from '../../en/console/index.ts';

export const find: ConsoleStrings['find'] = {
  candidates: 'Sugestões',
  asks: 'Há mais de uma possibilidade. Tecle um número, ou escolha com as setas e tecle Enter.',
  kinds: {
    recent: 'já mostrado',
    book: 'livro',
    passage: 'passagem',
    words: 'palavras',
    deck: 'slides',
    missing: 'não existe',
  },
  nothing: 'Nada encontrado. Digite uma referência como jo 3 16, ou # e palavras de um versículo.',
  recent: 'Mostrados há pouco',
  nothingYet: 'O que você mostrar aparece aqui, para ser mostrado de novo.',
  noFurther: 'Nada foi mostrado antes disso.',
  previousChapter: 'Capítulo anterior',
  nextChapter: 'Próximo capítulo',
};
