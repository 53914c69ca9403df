import type { ConnectStrings } from '../en/connect.ts';
import { richText } from '../rich-text.ts';

export const connect: ConnectStrings = {
  enterTitle: 'Conectar um terminal',
  enterIntro: 'Digite o código que aparece no seu terminal.',
  code: 'Código',
  wrong: 'Nenhum terminal espera com este código. Ele pode estar errado, ter mais de dez minutos ou já ter sido usado.',
  next: 'Continuar',
  judgeTitle: 'Permitir este terminal?',
  calls: 'Um terminal quer agir em seu nome. Ele se apresenta como',
  compare: 'O seu terminal precisa mostrar exatamente este código:',
  warning:
    'Permita somente se você mesmo acabou de digitar “lectern login” nele. O suporte nunca vai pedir isso a você.',
  may: 'Ele poderá',
  everything: 'fazer tudo o que você pode fazer',
  everythingMeans: 'com a sua conta, agora e depois, em seu nome.',
  until: (moment) => richText`Isso vale até ${moment}.`,
  endEarlier: 'Você pode encerrar antes em “Tokens pessoais”.',
  callsFor: 'Um terminal quer agir por uma organização. Ele se apresenta como',
  actsFor: 'Ele vai agir pela organização',
  role: 'Ele recebe o seu papel nela:',
  roleMeans: 'Se o seu papel mudar, muda também o que ele pode fazer.',
  roleEverything: 'fazer tudo o que o seu papel permite nesta organização',
  endMembership:
    'Termina também quando você sair da organização. Você pode encerrar antes em “Tokens de serviço” da organização.',
  noMember:
    'Ele pede para agir por uma organização da qual você não faz parte, por isso você não pode permitir. Negue, ou entre como membro.',
  as: 'Você entrou como',
  other: 'Usar outra conta',
  allow: 'Permitir',
  deny: 'Negar',
  allowed: [
    'O terminal foi permitido',
    'Volte a ele: em instantes ele continua sozinho. Você pode fechar esta página; só não saia da conta antes de o terminal continuar.',
  ],
  denied: ['O terminal foi recusado', 'Ele não recebe nada. Você pode fechar esta página.'],
  tokens: 'Os seus tokens pessoais',
  serviceTokens: (organization) => `Tokens de serviço de ${organization}`,
  nothing: 'nada por enquanto: o seu papel não permite nada do que ele pede.',
  beyondRole: 'Ele também pede isto, que o seu papel não permite. Só receberá isto se o seu papel mudar:',
};
