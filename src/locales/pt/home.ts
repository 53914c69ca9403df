import type { HomeStrings } from '../en/home.ts';

export const home: HomeStrings = {
  running: 'Em funcionamento',
  title: 'O Lectern está funcionando',
  what: 'O Lectern mostra versículos da Bíblia ao vivo em telas. Os operadores abrem o console; o público abre o link de uma Live.',
  console: 'Abrir o console',
  account: 'Entrar ou abrir sua conta',
  api: 'Guias e referência da API (em inglês)',
  problems: 'Códigos de erro e como resolvê-los (em inglês)',
  links: 'Os links das suas Lives e o comando para criar um token estão no terminal em que o servidor foi iniciado.',
};
