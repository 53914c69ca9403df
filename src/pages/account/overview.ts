import type { FastifyInstance } from 'fastify';
import { workspacePath } from '../../contract/workspace-page.ts';
import { isRecentlyAuthenticated } from '../../domain/account/identity/recent-authentication.ts';
import type { Sessions } from '../../domain/account/identity/sessions.ts';
import type { SignIn } from '../../domain/account/identity/sign-in.ts';
import { renameAccount } from '../../domain/account/lifecycle/rename-account.ts';
import { parseName } from '../../domain/name.ts';
import { STRINGS } from '../../locales/strings.ts';
import { type AccountServices, addAccountForm, addAccountPage } from '../toolkit/account-routes.ts';
import { actionRow, disclosure } from '../toolkit/disclosure.ts';
import { postForm } from '../toolkit/form.ts';
import { inputField } from '../toolkit/form-field.ts';
import { html, type SafeHtml } from '../toolkit/html.ts';
import type { KnownBrowsers } from '../toolkit/known-browsers.ts';
import { findSentence, notice } from '../toolkit/notice.ts';
import { personFrame } from '../toolkit/person-frame.ts';
import {
  NOT_SUBMITTED,
  type PostLoginRedirect,
  postLoginRedirectFields,
  readPostLoginRedirect,
  withPostLoginRedirect,
} from '../toolkit/post-login-redirect.ts';
import { signInAgain } from '../toolkit/sign-in-again.ts';
import type { SignedInVisit } from '../toolkit/visit.ts';
import {
  countRemainingAccess,
  type RemainingAccess,
  type RemainingAccessServices,
  remainingAccess,
} from './remaining-access.ts';

const PATH = '/account';
const PURPOSE = 'password';
const NAME_PURPOSE = 'account name';

/** Number of items behind each link, and whether a password can be set now. */
interface Overview {
  /** Setting a first password needs a recent sign-in. */
  readonly mayChangePassword: boolean;
  /** Whether the user has neither a password nor a passkey to sign in with next time. */
  readonly needsPassword: boolean;
  readonly access: RemainingAccess;
  readonly sessions: number;
  readonly organizations: number;
}

interface Problems {
  /** The typed name, if it is invalid. */
  readonly name?: string;
  readonly current?: string;
  readonly next?: string;
  /** Whether to open the password form without an error. */
  readonly open?: boolean;
  /** Page that opens after the password is set. */
  readonly redirect?: PostLoginRedirect;
}

export interface OverviewServices extends AccountServices, RemainingAccessServices {
  readonly sessions: Sessions;
  readonly signIn: SignIn;
  readonly knownBrowsers: KnownBrowsers;
}

/** Adds the overview page: name, password, and links to everything else. */
export function addOverviewPage(pages: FastifyInstance, services: OverviewServices): void {
  const read = async ({ holder: { user, session } }: SignedInVisit): Promise<Overview> => {
    const [access, sessions, organizations] = await Promise.all([
      countRemainingAccess(services, user.id),
      services.sessions.list(user.id),
      services.organizations.list(user.id),
    ]);
    return {
      mayChangePassword: user.hasPassword || isRecentlyAuthenticated(session, services.clock()),
      needsPassword: !user.hasPassword && access.passkeys === 0,
      access,
      sessions: sessions.length,
      organizations: organizations.length,
    };
  };

  addAccountPage(pages, services, PATH, async ({ visit, request, query }) => {
    const done = findSentence(STRINGS[visit.language].account.overview.done, query('done'));
    return overviewPage(
      visit,
      await read(visit),
      { open: query('open') === PURPOSE, redirect: readPostLoginRedirect(request.query) },
      done,
    );
  });

  const reject = async (visit: SignedInVisit, status: number, problems: Problems) => {
    return { status, page: overviewPage(visit, await read(visit), problems, undefined) };
  };

  const nameRoute = { path: `${PATH}/name`, purpose: NAME_PURPOSE, back: PATH };
  addAccountForm(pages, services, nameRoute, async ({ visit, field }) => {
    const typed = field('name');
    const name = parseName(typed);
    if (name === null) return reject(visit, 422, { name: typed });
    await renameAccount(services.storage, visit.holder, name, visit.actor('renameAccount'));
    return { to: `${PATH}?done=name` };
  });

  const passwordRoute = { path: `${PATH}/password`, purpose: PURPOSE, back: PATH };
  addAccountForm(pages, services, passwordRoute, async (call) => {
    const { visit, request, reply } = call;
    const redirect = readPostLoginRedirect(request.body);
    const strings = STRINGS[visit.language].account.overview;
    const change = { current: call.field('current_password'), next: call.field('password') };
    const outcome = await services.signIn.changePassword(visit.holder, change, visit.actor('changePassword'));
    if (outcome.outcome === 'throttled') {
      reply.header('retry-after', String(outcome.retryAfterSeconds));
      return reject(visit, 429, { redirect, current: strings.throttled(Math.ceil(outcome.retryAfterSeconds / 60)) });
    }
    if (outcome.outcome === 'changed') {
      // The browser continues with the new secret of the session, and is known to know the new password.
      services.visits.cookies.keepSession(reply, outcome.secret);
      services.knownBrowsers.keep(request, reply, outcome.user);
      return { to: redirect.next ?? `${PATH}?done=password` };
    }
    if (outcome.outcome === 'session_over')
      return { to: withPostLoginRedirect('/sign-in', { request: null, next: openPath(redirect) }, NOT_SUBMITTED) };
    if (outcome.outcome === 'sign_in_again') return reject(visit, 403, { redirect, open: true });
    if (outcome.outcome === 'refused') return reject(visit, 422, { redirect, next: strings.problems[outcome.problem] });
    return reject(visit, 422, { redirect, current: strings.wrong });
  });
}

function overviewPage(visit: SignedInVisit, overview: Overview, problems: Problems, done: string | undefined): string {
  const strings = STRINGS[visit.language].account.overview;
  const { user } = visit.holder;
  const places = [
    [workspacePath(user.accountId, 'lives'), strings.lives, strings.livesHave],
    ['/account/apps', strings.apps, strings.appsHave(overview.access.apps)],
    ['/account/tokens', strings.tokens, strings.tokensHave(overview.access.tokens)],
    ['/account/sessions', strings.sessions, strings.sessionsHave(overview.sessions)],
    ['/account/organizations', strings.organizations, strings.organizationsHave(overview.organizations)],
    ['/account/activity', strings.activity, strings.activityHas],
    ['/account/data', strings.data, strings.dataHas],
  ] as const;
  const remaining = remainingAccess(visit.language, overview.access, 'now');
  // The link with which a person without a passkey signs in again sets the password.
  const againPath = overview.needsPassword ? (problems.redirect?.next ?? openPath()) : openPath(problems.redirect);
  const content = html`<h1>${strings.title}</h1>
${notice(done)}${done === strings.done.password && remaining}<dl class="facts">
<dt>${strings.name}</dt><dd>${user.name}</dd>
<dt>${strings.email}</dt><dd>${user.email}</dd>
</dl>
${actionRow(
  disclosure(strings.changeName, nameForm(visit, problems), problems.name !== undefined),
  disclosure(
    user.hasPassword ? strings.change : strings.set,
    html`<p class="hint">${!user.hasPassword && html`${strings.setHint} `}${strings.changeHint}</p>
${remaining}${overview.mayChangePassword ? passwordForm(visit, problems) : signInAgain(visit.language, againPath)}`,
    overview.needsPassword || Boolean(problems.current ?? problems.next ?? problems.open),
  ),
)}<ul class="resource-list">
${places.map(([href, title, text]) => place(href, title, text))}</ul>
`;
  return personFrame({ title: strings.title, visit, place: 'account' }, content);
}

/** Returns the address of the page with the password form open, for a person who signs in because of it. */
const openPath = (redirect: PostLoginRedirect = { request: null, next: null }): string =>
  withPostLoginRedirect(PATH, redirect, { open: PURPOSE });

function nameForm(visit: SignedInVisit, { name }: Problems): SafeHtml {
  const strings = STRINGS[visit.language].account.overview;
  return postForm(
    visit,
    { action: `${PATH}/name`, purpose: NAME_PURPOSE },
    html`${inputField({
      name: 'name',
      label: strings.nextName,
      autocomplete: 'name',
      hint: strings.nameHint,
      value: name ?? visit.holder.user.name,
      problem: name !== undefined && strings.nameProblem,
    })}<p class="actions"><button class="primary">${strings.changeName}</button></p>\n`,
  );
}

function passwordForm(visit: SignedInVisit, problems: Problems): SafeHtml {
  const strings = STRINGS[visit.language].account.overview;
  const { user } = visit.holder;
  return postForm(
    visit,
    { action: `${PATH}/password`, purpose: PURPOSE },
    html`${problems.redirect && postLoginRedirectFields(problems.redirect)}<input type="text" name="username" value="${user.email}" autocomplete="username" hidden>
${
  user.hasPassword &&
  inputField({
    name: 'current_password',
    label: strings.current,
    type: 'password',
    autocomplete: 'current-password',
    problem: problems.current,
  })
}${inputField({
  name: 'password',
  label: strings.next,
  type: 'password',
  autocomplete: 'new-password',
  hint: strings.nextHint,
  problem: problems.next,
})}<p class="actions"><button class="primary">${user.hasPassword ? strings.change : strings.set}</button></p>\n`,
  );
}

const place = (href: string, title: string, text: string): SafeHtml =>
  html`<li><div class="resource-name"><a href="${href}">${title}</a><p class="meta">${text}</p></div></li>\n`;
