import type { HomeStrings } from '../en/home.ts';

export const home: HomeStrings = {
  running: 'Em funcionamento',
  title: 'O Lectern está funcionando',
  what: 'Ele mostra versículos da Bíblia ao vivo em telas. Os operadores abrem o console; o público abre o link de uma Live.',
  console: 'Abrir o console',
  account: 'Entrar ou ver a sua conta',
  api: 'A API, operação por operação (em inglês)',
  problems: 'O que significam os códigos de erro (em inglês)',
  links: 'Os links das suas Lives, e como criar um token, apareceram onde o servidor foi iniciado.',
};
