import { GRANT_DAYS, GRANTS_PER_USER_MAX } from '../../contract/limits.ts';
import type { OauthStrings } from '../en/oauth.ts';
import { richText } from '../rich-text.ts';

export const oauth: OauthStrings = {
  consent: {
    title: (app) => `Conectar ${app} à sua conta?`,
    lead: (app) =>
      richText`${app} pede para usar a sua conta. Recebe apenas o que está listado aqui, e só se você permitir.`,
    switch: 'Usar outra conta',
    groups: { look: 'Pode ver', change: 'Pode alterar', delete: 'Pode excluir' },
    term: 'Por quanto tempo',
    untilDate: (date) =>
      richText`Fica conectado por ${GRANT_DAYS} dias, até ${date}, mesmo quando você não o estiver usando. Depois, precisa pedir de novo.`,
    oneHour: 'Fica conectado por uma hora. Depois, precisa pedir de novo.',
    apps: 'Aplicativos conectados',
    endIt: (apps) => richText`Você pode encerrar a conexão quando quiser em ${apps}.`,
    never:
      'Nunca tem acesso à sua senha, aos seus tokens pessoais, às suas organizações, às apresentações nem a outros aplicativos.',
    replaced: (app, date) =>
      richText`Você tem ${GRANTS_PER_USER_MAX} conexões, o máximo possível. Se permitir esta, a mais antiga termina: ${app}, conectado em ${date}.`,
    toHost: (host) => richText`A sua resposta vai para ${host}.`,
    toProgram: 'A sua resposta vai para um programa neste computador. Permita apenas se você acabou de iniciá-lo.',
    allow: 'Permitir',
    deny: 'Não permitir',
  },
  refusal: {
    title: 'Não é possível conectar este aplicativo',
    reasons: {
      client: 'O aplicativo que trouxe você até aqui não está registrado neste servidor ou foi desativado.',
      redirect_uri: 'O aplicativo quer receber a resposta em um endereço com o qual não está registrado.',
      state: 'O aplicativo deixou de enviar algo que protege você, ou enviou de um jeito que não pode ser usado.',
      request: 'Este pedido acabou: já foi respondido, os cinco minutos se passaram ou ele começou em outro lugar.',
      decision: 'Não foi possível ler a sua resposta.',
    },
    advice: 'Nada foi compartilhado. Volte ao aplicativo e comece de novo.',
    makers: 'Para quem faz o aplicativo:',
  },
};
