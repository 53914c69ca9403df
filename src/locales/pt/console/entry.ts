import type { ConsoleStrings } from '../../en/console/index.ts';

export const entry: ConsoleStrings['entry'] = {
  personal: 'Pessoal',
  elsewhere: 'Outros lugares',
  account: 'Conta',
  noLive: 'Nenhuma sala ainda. O que você mostra em uma sala aparece em todas as telas dela.',
  askForLive: 'Peça a um administrador que crie uma.',
  nameOfLive: 'Nome da sala',
  liveName: 'Sala principal',
  newLive: 'Nova sala',
  createLive: 'Criar sala',
  noStart: 'Não foi possível iniciar o console.',
  noResponse: 'O servidor não responde.',
  again: 'Tentar novamente',
  gone: 'Esta sala não está mais disponível.',
  goneHint: 'Ela foi excluída ou você não tem mais acesso a ela.',
  otherLives: 'Outras salas',
  prepare: 'Preparar',
  people: 'Pessoas',
  installation: 'Instalação',
  areas: { plans: 'Roteiros', decks: 'Músicas e slides', lives: 'Salas e saídas', library: 'Biblioteca' },
};
