import type { ConsoleStrings } from '../../en/console/index.ts';

export const entry: ConsoleStrings['entry'] = {
  personal: 'Pessoal',
  elsewhere: 'Outros lugares',
  account: 'Conta',
  noLive: 'Nenhum Live ainda. Um Live é uma sala: o que você mostra nele aparece em todas as suas telas.',
  askForLive: 'Peça a um administrador que crie um.',
  nameOfLive: 'Nome do Live',
  liveName: 'Tela principal',
  createLive: 'Novo Live',
  noStart: 'O console não pôde iniciar.',
  noAnswer: 'O servidor não responde.',
  again: 'Tentar de novo',
  gone: 'Este Live não existe mais.',
  goneHint: 'Alguém o excluiu, ou você não tem mais acesso.',
  otherLives: 'Outros Lives',
  over: 'Entre de novo, por favor.',
  overHint: 'Sua sessão terminou. O que você digitou continua aqui.',
  stillOver: 'Você ainda não entrou.',
  signIn: 'Entrar',
  signedIn: 'Já entrei',
};
