import { GRANT_DAYS, GRANTS_PER_USER_MAX } from '../../contract/limits.ts';
import type { OauthStrings } from '../en/oauth.ts';
import { richText } from '../rich-text.ts';

export const oauth: OauthStrings = {
  consent: {
    title: (app) => `Conectar ${app} à sua conta?`,
    lead: (app) =>
      richText`${app} pede para usar sua conta. Se você permitir, o aplicativo recebe só o que está listado aqui.`,
    switch: 'Usar outra conta',
    groups: { look: 'Pode ver', change: 'Pode alterar', delete: 'Pode excluir' },
    term: 'Por quanto tempo',
    untilDate: (date) =>
      richText`Fica conectado por ${GRANT_DAYS} dias, até ${date}, mesmo quando você não o estiver usando. Depois, precisa pedir novamente.`,
    oneHour: 'Fica conectado por uma hora. Depois, precisa pedir novamente.',
    apps: 'Aplicativos conectados',
    endIt: (apps) => richText`Você pode encerrar a conexão quando quiser em ${apps}.`,
    never:
      'Nunca tem acesso à sua senha, aos seus tokens pessoais, às suas organizações, às músicas e slides nem a outros aplicativos.',
    replaced: (app, date) =>
      richText`Você tem ${GRANTS_PER_USER_MAX} conexões, o máximo permitido. Se permitir esta, a mais antiga termina: ${app}, conectado em ${date}.`,
    toHost: (host) => richText`Sua decisão é enviada a ${host}.`,
    toProgram: 'Sua decisão é enviada a um programa neste computador. Permita somente se você acabou de iniciá-lo.',
    allow: 'Permitir',
    deny: 'Negar',
  },
  refusal: {
    title: 'Não é possível conectar este aplicativo',
    reasons: {
      client: 'O aplicativo que trouxe você até aqui não está registrado neste servidor ou foi desativado.',
      redirect_uri: 'O aplicativo pediu um endereço de retorno que não está registrado para ele.',
      state: 'O aplicativo deixou de enviar um parâmetro de segurança ou enviou um inválido.',
      request: 'Este pedido expirou: já foi respondido, tem mais de cinco minutos ou começou em outro navegador.',
      decision: 'Não foi possível ler sua decisão.',
    },
    advice: 'Nada foi compartilhado. Volte ao aplicativo e comece novamente.',
    makers: 'Para quem desenvolve o aplicativo:',
  },
};
