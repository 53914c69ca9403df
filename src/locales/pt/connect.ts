import type { ConnectStrings } from '../en/connect.ts';
import { richText } from '../rich-text.ts';

export const connect: ConnectStrings = {
  enterTitle: 'Conectar um terminal',
  enterIntro: 'Digite o código que aparece no seu terminal.',
  code: 'Código',
  wrong:
    'Nenhum terminal está esperando com este código. Verifique: ele pode ter um erro de digitação, já ter sido usado ou ter mais de dez minutos.',
  next: 'Continuar',
  approvalTitle: 'Permitir este terminal?',
  calls: 'Um terminal pede para agir em seu nome. Ele se identifica como',
  compare: 'Seu terminal precisa mostrar exatamente este código:',
  warning: 'Permita somente se você acabou de digitar “lectern login” nele. O suporte nunca vai pedir isso a você.',
  may: 'Ele poderá',
  everything: 'fazer tudo o que você pode fazer',
  everythingMeans: 'com sua conta e em seu nome, agora e no futuro.',
  until: (moment) => richText`O acesso expira em ${moment}.`,
  endEarlier: 'Você pode revogá-lo antes em “Tokens pessoais”.',
  callsFor: 'Um terminal pede para agir por uma organização. Ele se identifica como',
  actsFor: 'Ele vai agir pela organização',
  role: 'Ele recebe sua função nela:',
  roleMeans: 'Se sua função mudar, as permissões dele também mudam.',
  roleEverything: 'fazer tudo o que sua função permite nesta organização',
  endMembership:
    'Ele também termina quando você sai da organização. Você pode revogá-lo antes em “Tokens de serviço” da organização.',
  noMember: 'Ele pede para agir por uma organização da qual você não é membro. Negue ou entre como membro.',
  as: 'Você entrou como',
  other: 'Usar outra conta',
  allow: 'Permitir',
  deny: 'Negar',
  allowed: [
    'O terminal foi permitido',
    'Volte ao terminal: ele continua em instantes. Você pode fechar esta página, mas não saia da conta até o terminal estar pronto.',
  ],
  denied: ['O terminal foi negado', 'Ele não tem acesso. Você pode fechar esta página.'],
  tokens: 'Seus tokens pessoais',
  serviceTokens: (organization) => `Tokens de serviço de ${organization}`,
  nothing: 'nada ainda: sua função não permite nada do que ele pede.',
  beyondRole: 'Ele também pede permissões que sua função não tem. Só vai recebê-las se sua função mudar:',
};
