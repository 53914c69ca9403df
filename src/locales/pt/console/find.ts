import type { ConsoleStrings } from '../../en/console/index.ts';

export const find: ConsoleStrings['find'] = {
  candidates: 'Sugestões',
  asksOne: 'Um resultado. Pressione 1, ou escolha com ↓ e pressione Enter.',
  asks: 'Vários resultados. Pressione um número, ou escolha com as setas e pressione Enter.',
  kinds: {
    recent: 'já mostrada',
    book: 'livro',
    passage: 'passagem',
    words: 'palavras',
    deck: 'slides',
    song: 'música',
    part: 'parte da música',
    missing: 'não existe',
  },
  nothing:
    'Nenhum resultado. Digite uma referência como jo 3 16, o título ou palavras de uma música, ou # e palavras de um versículo.',
  noVerses: 'Nenhum resultado. Digite uma referência como jo 3 16, ou # e palavras de um versículo.',
  recent: 'Recentes',
  nothingYet: 'O que você mostrar aparece aqui, para você mostrar novamente.',
  noFurther: 'Nada foi mostrado antes disso.',
  previousChapter: 'Capítulo anterior',
  nextChapter: 'Próximo capítulo',
  pin: 'Fixar o capítulo',
  unpin: 'Fixado. Deixar o capítulo seguir o que está no ar',
  closeChapter: 'Fechar o capítulo',
};
