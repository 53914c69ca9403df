import { hasDeskRight } from '../../domain/account/owners/desk-rights.ts';
import { toTime } from '../../domain/clock.ts';
import type { PageServices } from '../services.ts';
import { html, type SafeHtml } from '../toolkit/html.ts';
import type { PageLanguage, Words } from '../toolkit/page-language.ts';

/** What has access to an account and keeps it when the password changes: how many of each. */
export interface LastingAccess {
  readonly apps: number;
  readonly tokens: number;
  readonly passkeys: number;
  /** Service tokens of the user's terminals, which act for an organization. [D67] */
  readonly terminals: number;
  /** Whether the user can have made other service tokens, which belong to their organization. */
  readonly serviceTokens: boolean;
}

type Services = Pick<
  PageServices,
  'config' | 'clock' | 'storage' | 'grants' | 'personalTokens' | 'passkeys' | 'organizations'
>;

export async function countLastingAccess(services: Services, userId: string): Promise<LastingAccess> {
  const [apps, tokens, passkeys, terminals, organizations] = await Promise.all([
    services.grants.list(userId),
    services.personalTokens.list(userId, { limit: services.config.tokensPerUser, after: null }),
    services.passkeys.list(userId),
    services.storage.credentials.countTerminals(userId, toTime(services.clock())),
    services.organizations.list(userId),
  ]);
  return {
    apps: apps.length,
    tokens: tokens.length,
    passkeys: passkeys.length,
    terminals,
    serviceTokens: organizations.some(({ role }) => hasDeskRight(role, 'handleTokens')),
  };
}

/**
 * Says what goes on working after a new password, and leads to where each is ended: `now`, or `later`, by whoever is signed in only
 * once the password is set.
 */
export function lastingAccess(language: PageLanguage, access: LastingAccess, end: 'now' | 'later'): SafeHtml {
  const words = WORDS[language];
  const places = [
    ['/account/apps', access.apps > 0 && words.apps(access.apps)],
    ['/account/tokens', access.tokens > 0 && words.tokens(access.tokens)],
    ['/account/sessions#passkeys', access.passkeys > 0 && words.passkeys(access.passkeys)],
    ['/account/organizations', access.terminals > 0 && words.terminals(access.terminals)],
    ['/account/organizations', access.serviceTokens && words.serviceTokens],
  ] as const;
  const lasting = places.filter(([, text]) => text !== false);
  if (lasting.length === 0)
    return html`<p class="hint">${words.nothing}</p>
`;
  return html`<p class="hint">${words.lasting[end]}</p>
<ul class="lasting">
${lasting.map(
  ([href, text]) => html`<li><a href="${href}">${text}</a></li>
`,
)}</ul>
`;
}

interface LastingWords {
  nothing: string;
  lasting: Readonly<Record<'now' | 'later', string>>;
  apps: (count: number) => string;
  tokens: (count: number) => string;
  passkeys: (count: number) => string;
  terminals: (count: number) => string;
  serviceTokens: string;
}

const WORDS: Words<LastingWords> = {
  en: {
    nothing: 'Nothing else has access to the account: there is no connected app, personal token or passkey.',
    lasting: {
      now: 'These keep their access with the new password. End what you do not recognize:',
      later:
        'These keep their access with the new password. Once you are signed in, you can end what you do not recognize:',
    },
    apps: (count) => (count === 1 ? '1 connected app' : `${count} connected apps`),
    tokens: (count) => (count === 1 ? '1 personal token' : `${count} personal tokens`),
    passkeys: (count) => (count === 1 ? '1 passkey' : `${count} passkeys`),
    terminals: (count) =>
      count === 1 ? '1 terminal that acts for an organization' : `${count} terminals that act for an organization`,
    serviceTokens: 'service tokens of your organizations',
  },
  pt: {
    nothing: 'Nada mais tem acesso à conta: não há aplicativo conectado, token pessoal nem chave de acesso.',
    lasting: {
      now: 'Com a nova senha, estes continuam tendo acesso. Encerre o que você não reconhecer:',
      later:
        'Com a nova senha, estes continuam tendo acesso. Depois de entrar, você pode encerrar o que não reconhecer:',
    },
    apps: (count) => (count === 1 ? '1 aplicativo conectado' : `${count} aplicativos conectados`),
    tokens: (count) => (count === 1 ? '1 token pessoal' : `${count} tokens pessoais`),
    passkeys: (count) => (count === 1 ? '1 chave de acesso' : `${count} chaves de acesso`),
    terminals: (count) =>
      count === 1 ? '1 terminal que age por uma organização' : `${count} terminais que agem por uma organização`,
    serviceTokens: 'tokens de serviço das suas organizações',
  },
  de: {
    nothing:
      'Sonst hat nichts Zugang zum Konto: Es gibt keine verbundene App, kein persönliches Token und keinen Passkey.',
    lasting: {
      now: 'Auch mit dem neuen Passwort behält Folgendes Zugang. Beenden Sie, was Sie nicht kennen:',
      later:
        'Auch mit dem neuen Passwort behält Folgendes Zugang. Nach dem Anmelden können Sie beenden, was Sie nicht kennen:',
    },
    apps: (count) => (count === 1 ? '1 verbundene App' : `${count} verbundene Apps`),
    tokens: (count) => (count === 1 ? '1 persönliches Token' : `${count} persönliche Tokens`),
    passkeys: (count) => (count === 1 ? '1 Passkey' : `${count} Passkeys`),
    terminals: (count) =>
      count === 1
        ? '1 Terminal, das für eine Organisation handelt'
        : `${count} Terminals, die für eine Organisation handeln`,
    serviceTokens: 'Dienst-Tokens Ihrer Organisationen',
  },
};
