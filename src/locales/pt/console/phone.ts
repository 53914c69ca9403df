import type { ConsoleStrings } from '../../en/console/index.ts';

export const phone: ConsoleStrings['phone'] = {
  previous: 'Anterior',
  forward: 'Avançar',
  last: 'Esta é a última página.',
  nothing: 'Nada está no ar. Toque em “Passagens e roteiro” abaixo.',
  open: 'Passagens e roteiro',
  parts: { pad: 'Livros', recent: 'Recentes', more: 'Mais' },
  books: 'Livros',
  chapters: 'Capítulos',
  noBooks: 'Não foi possível carregar os livros.',
  mayDim: 'Sem HTTPS, a tela do celular pode apagar enquanto você espera.',
};
