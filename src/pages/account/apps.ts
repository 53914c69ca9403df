import type { FastifyInstance } from 'fastify';
import { accountOf } from '../../domain/account/owners/owner.ts';
import type { ListedGrant } from '../../storage/storage.ts';
import type { PageServices } from '../services.ts';
import { html, type SafeHtml } from '../toolkit/html.ts';
import { toMoment, type Words } from '../toolkit/page-language.ts';
import { personFrame } from '../toolkit/person-frame.ts';
import { scopeWords } from '../toolkit/scope-words.ts';
import type { HeldVisit } from '../toolkit/visits.ts';
import { addAccountForm, addAccountPage } from './account-routes.ts';
import { lifeLine } from './life-line.ts';
import { destruction, notice, sentenceOf } from './pieces.ts';

const PATH = '/account/apps';
const PURPOSE = 'apps';

/** Apps that may use the account: what each may do, and its end. [D38] */
export function addAppsPage(pages: FastifyInstance, services: PageServices): void {
  const { grants } = services;

  addAccountPage(pages, services, PATH, async ({ visit, query }) =>
    appsPage(visit, await grants.list(visit.holder.user.id), sentenceOf(WORDS[visit.language].done, query('done'))),
  );

  const form = { path: `${PATH}/:id/end`, purpose: PURPOSE, back: PATH, ends: true };
  addAccountForm(pages, services, form, async ({ visit, params }) => {
    const { user } = visit.holder;
    await grants.end({ userId: user.id, owner: accountOf(user) }, params.id!, visit.actor('deleteOauthGrant'));
    return { to: `${PATH}?done=ended` };
  });
}

function appsPage(visit: HeldVisit, grants: readonly ListedGrant[], done: string | undefined): string {
  const words = WORDS[visit.language];
  const content = html`<h1>${words.title}</h1>
${notice(done)}${
  grants.length === 0
    ? html`<p>${words.empty}</p>\n`
    : html`<p class="hint">${words.lead}</p>
<ul class="entries">${grants.map((grant) => entry(visit, grant))}</ul>
`
}`;
  return personFrame({ title: words.title, visit, place: 'apps' }, content);
}

function entry(visit: HeldVisit, grant: ListedGrant): SafeHtml {
  const { language } = visit;
  const words = WORDS[language];
  const { id, clientName, scopes, createdAt } = grant;
  return html`<li><div class="what">
<h2>${clientName}</h2>
${lifeLine(language, words.connected(toMoment(language, createdAt)), grant)}<p class="label">${words.may}</p>
<ul class="rights">${scopes.map((scope) => html`<li>${scopeWords(language, scope)}</li>`)}</ul>
${destruction(visit, {
  summary: words.end,
  explanation: words.endHint(clientName),
  button: words.endNow,
  action: `${PATH}/${id}/end`,
  purpose: PURPOSE,
})}</div></li>
`;
}

interface AppsWords {
  title: string;
  lead: string;
  empty: string;
  connected: (moment: SafeHtml) => SafeHtml;
  may: string;
  end: string;
  endHint: (name: string) => string;
  endNow: string;
  done: { ended: string };
}

const WORDS: Words<AppsWords> = {
  en: {
    title: 'Connected apps',
    lead: 'You have let these apps use your account. Each connection ends by itself, and you can end it before.',
    empty:
      'No app is connected to your account. Begin in the app: it brings you here, shows what it wants to do, and asks you first.',
    connected: (moment) => html`Connected on ${moment}`,
    may: 'It may:',
    end: 'Disconnect',
    endHint: (name) =>
      `${name} loses its access at once. What it has made in your account stays. To let it in again, begin in the app.`,
    endNow: 'Disconnect this app',
    done: { ended: 'The app has no access any more.' },
  },
  pt: {
    title: 'Aplicativos conectados',
    lead: 'Você deixou estes aplicativos usarem a sua conta. Cada conexão termina sozinha, e você pode encerrá-la antes.',
    empty:
      'Nenhum aplicativo está conectado à sua conta. Comece no aplicativo: ele traz você até aqui, mostra o que quer fazer e pergunta antes.',
    connected: (moment) => html`Conectado em ${moment}`,
    may: 'Ele pode:',
    end: 'Desconectar',
    endHint: (name) =>
      `${name} perde o acesso na hora. O que ele criou na sua conta fica. Para deixá-lo entrar de novo, comece no aplicativo.`,
    endNow: 'Desconectar este aplicativo',
    done: { ended: 'O aplicativo não tem mais acesso.' },
  },
  de: {
    title: 'Verbundene Apps',
    lead: 'Diesen Apps haben Sie Ihr Konto geöffnet. Jede Verbindung endet von selbst, und Sie können sie vorher trennen.',
    empty:
      'Mit Ihrem Konto ist keine App verbunden. Beginnen Sie in der App: Sie bringt Sie hierher, zeigt, was sie tun möchte, und fragt Sie zuerst.',
    connected: (moment) => html`Verbunden am ${moment}`,
    may: 'Sie darf:',
    end: 'Trennen',
    endHint: (name) =>
      `${name} verliert sofort den Zugang. Was die App in Ihrem Konto angelegt hat, bleibt. Um sie wieder zu verbinden, beginnen Sie in der App.`,
    endNow: 'Diese App trennen',
    done: { ended: 'Die App hat keinen Zugang mehr.' },
  },
};
