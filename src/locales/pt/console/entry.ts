import type { ConsoleStrings } from '../../en/console/index.ts';

export const entry: ConsoleStrings['entry'] = {
  personal: 'Pessoal',
  elsewhere: 'Outros lugares',
  account: 'Conta',
  noLive: 'Nenhuma Live ainda. Uma Live é uma sala: o que você mostra aparece em todas as telas dela.',
  askForLive: 'Peça a um administrador que crie uma.',
  nameOfLive: 'Nome da Live',
  liveName: 'Tela principal',
  newLive: 'Nova Live',
  createLive: 'Criar Live',
  noStart: 'Não foi possível iniciar o console.',
  noResponse: 'O servidor não responde.',
  again: 'Tentar novamente',
  gone: 'Esta Live não está mais disponível.',
  goneHint: 'Ela foi excluída ou você não tem mais acesso a ela.',
  otherLives: 'Outras Lives',
  prepare: 'Preparar',
  people: 'Pessoas',
  installation: 'Instalação',
  areas: { plans: 'Roteiros', decks: 'Músicas e slides', lives: 'Lives e saídas', library: 'Biblioteca' },
};
