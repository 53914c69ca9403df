import type { FastifyInstance } from 'fastify';
import { PASSWORD_MAX_CHARACTERS, PASSWORD_MIN_CHARACTERS } from '../../contract/limits.ts';
import type { PasswordProblem } from '../../domain/account/password.ts';
import { field } from '../form-field.ts';
import { html, type SafeHtml } from '../html.ts';
import type { Words } from '../page-language.ts';
import { personFrame } from '../person-frame.ts';
import type { PageServices } from '../services.ts';
import { addAccountForm, addAccountPage, type HeldVisit } from './account-routes.ts';
import { notice, postForm, sentenceOf } from './pieces.ts';

const PATH = '/account';
const PURPOSE = 'password';

/** How much there is behind the links. */
interface Counts {
  readonly apps: number;
  readonly tokens: number;
  readonly sessions: number;
  readonly organizations: number;
}

interface Problems {
  readonly current?: string;
  readonly next?: string;
}

/** Who somebody is here, the password, and where everything else is. */
export function addOverviewPage(pages: FastifyInstance, services: PageServices): void {
  const count = async ({ holder: { user } }: HeldVisit): Promise<Counts> => {
    const [apps, tokens, sessions, organizations] = await Promise.all([
      services.grants.list(user.id),
      services.personalTokens.list(user.id, { limit: services.config.tokensPerUser, after: null }),
      services.sessions.list(user.id),
      services.organizations.list(user.id),
    ]);
    return {
      ...{ apps: apps.length, tokens: tokens.length },
      ...{ sessions: sessions.length, organizations: organizations.length },
    };
  };

  addAccountPage(pages, services, PATH, async ({ visit, query }) =>
    overviewPage(visit, await count(visit), {}, sentenceOf(WORDS[visit.language].done, query('done'))),
  );

  const form = { path: `${PATH}/password`, purpose: PURPOSE, back: PATH };
  addAccountForm(pages, services, form, async ({ visit, reply, field: read }) => {
    const words = WORDS[visit.language];
    const change = { current: read('current_password'), next: read('password') };
    const outcome = await services.signIn.changePassword(visit.holder, change, visit.actor('changePassword'));
    const refuse = async (status: number, problems: Problems) => {
      return { status, page: overviewPage(visit, await count(visit), problems, undefined) };
    };
    if (outcome.outcome === 'throttled') {
      reply.header('retry-after', String(outcome.retryAfterSeconds));
      return refuse(429, { current: words.throttled(Math.ceil(outcome.retryAfterSeconds / 60)) });
    }
    if (outcome.outcome === 'changed') return { to: `${PATH}?done=password` };
    if (outcome.outcome === 'refused') return refuse(422, { next: words.problems[outcome.problem] });
    return refuse(422, { current: words.wrong });
  });
}

function overviewPage(visit: HeldVisit, counts: Counts, problems: Problems, done: string | undefined): string {
  const words = WORDS[visit.language];
  const { user } = visit.holder;
  const content = html`<h1>${words.title}</h1>
${notice(done)}<dl class="facts">
<dt>${words.name}</dt><dd>${user.name}</dd>
<dt>${words.email}</dt><dd>${user.email}</dd>
</dl>
<ul class="entries">
${place('/account/apps', words.apps, words.appsHave(counts.apps))}${place(
  '/account/tokens',
  words.tokens,
  words.tokensHave(counts.tokens),
)}${place('/account/sessions', words.sessions, words.sessionsHave(counts.sessions))}${place(
  '/account/organizations',
  words.organizations,
  words.organizationsHave(counts.organizations),
)}${place('/account/activity', words.activity, words.activityHas)}</ul>
<h2>${user.hasPassword ? words.change : words.set}</h2>
<p class="hint">${user.hasPassword ? words.changeHint : words.setHint}</p>
${postForm(
  visit,
  { action: `${PATH}/password`, purpose: PURPOSE },
  html`<input type="text" name="username" value="${user.email}" autocomplete="username" hidden>
${
  user.hasPassword &&
  field({
    ...{ name: 'current_password', label: words.current, type: 'password', autocomplete: 'current-password' },
    problem: problems.current,
  })
}${field({
  ...{ name: 'password', label: words.next, type: 'password', autocomplete: 'new-password' },
  ...{ hint: words.nextHint, problem: problems.next },
})}<p class="actions"><button>${user.hasPassword ? words.change : words.set}</button></p>\n`,
)}`;
  return personFrame({ title: words.title, visit, place: 'account' }, content);
}

const place = (href: string, title: string, text: string): SafeHtml =>
  html`<li><div class="what"><h2><a href="${href}">${title}</a></h2><p class="meta">${text}</p></div></li>\n`;

interface OverviewWords {
  title: string;
  name: string;
  email: string;
  apps: string;
  appsHave: (count: number) => string;
  tokens: string;
  tokensHave: (count: number) => string;
  sessions: string;
  sessionsHave: (count: number) => string;
  organizations: string;
  organizationsHave: (count: number) => string;
  activity: string;
  activityHas: string;
  change: string;
  changeHint: string;
  set: string;
  setHint: string;
  current: string;
  next: string;
  nextHint: string;
  wrong: string;
  throttled: (minutes: number) => string;
  problems: Readonly<Record<PasswordProblem, string>>;
  done: { password: string };
}

const WORDS: Words<OverviewWords> = {
  en: {
    title: 'Your account',
    name: 'Name',
    email: 'E-mail address',
    apps: 'Connected apps',
    appsHave: (count) =>
      count === 0
        ? 'No app may use your account. An app that wants to will bring you to a page that asks you.'
        : `${count === 1 ? 'One app' : `${count} apps`} may use your account. See what each may do, or end it.`,
    tokens: 'Personal tokens',
    tokensHave: (count) =>
      count === 0
        ? 'None yet. Create one for a script or tool of your own.'
        : `${count === 1 ? 'One token works' : `${count} tokens work`} now.`,
    sessions: 'Devices and passkeys',
    sessionsHave: (count) =>
      count === 1 ? 'You are signed in on this device only.' : `You are signed in on ${count} devices.`,
    organizations: 'Organizations',
    organizationsHave: (count) =>
      count === 0
        ? 'You belong to none. Create one for your church, or ask to be invited.'
        : `You belong to ${count === 1 ? 'one' : count}.`,
    activity: 'Activity',
    activityHas: 'What was changed in your account, when, and by which device, app or token.',
    change: 'Change your password',
    changeHint: 'All your other devices are signed out. Apps and tokens go on.',
    set: 'Set a password',
    setHint: 'You have no password yet. With one you can sign in here next time.',
    current: 'Present password',
    next: 'New password',
    nextHint: `At least ${PASSWORD_MIN_CHARACTERS} characters. A few words in a row are good.`,
    wrong: 'This is not your present password.',
    throttled: (minutes) =>
      `Too many wrong passwords. Try again in ${minutes === 1 ? 'a minute' : `${minutes} minutes`}.`,
    problems: {
      too_short: `A password needs at least ${PASSWORD_MIN_CHARACTERS} characters.`,
      too_long: `A password has at most ${PASSWORD_MAX_CHARACTERS} characters.`,
      common: 'Too many people use this password. Choose another one.',
      personal: 'Your name or e-mail address is easy to guess. Choose another password.',
    },
    done: { password: 'Your password is set, and your other devices are signed out.' },
  },
  pt: {
    title: 'A sua conta',
    name: 'Nome',
    email: 'E-mail',
    apps: 'Aplicativos conectados',
    appsHave: (count) =>
      count === 0
        ? 'Nenhum aplicativo pode usar a sua conta. Quando um quiser, ele abrirá uma página que pergunta a você.'
        : `${count === 1 ? 'Um aplicativo pode' : `${count} aplicativos podem`} usar a sua conta. Veja o que cada um pode fazer, ou desconecte-o.`,
    tokens: 'Tokens pessoais',
    tokensHave: (count) =>
      count === 0
        ? 'Nenhum ainda. Crie um para um script ou uma ferramenta sua.'
        : `${count === 1 ? 'Um token vale' : `${count} tokens valem`} agora.`,
    sessions: 'Dispositivos e chaves',
    sessionsHave: (count) =>
      count === 1 ? 'Você está conectado só neste dispositivo.' : `Você está conectado em ${count} dispositivos.`,
    organizations: 'Organizações',
    organizationsHave: (count) =>
      count === 0
        ? 'Você não participa de nenhuma. Crie uma para a sua igreja ou peça um convite.'
        : `Você participa de ${count === 1 ? 'uma' : count}.`,
    activity: 'Atividade',
    activityHas: 'O que mudou na sua conta, quando, e por qual dispositivo, aplicativo ou token.',
    change: 'Alterar a senha',
    changeHint: 'Os seus outros dispositivos serão desconectados. Aplicativos e tokens continuam.',
    set: 'Criar uma senha',
    setHint: 'Você ainda não tem senha. Com uma, você poderá entrar aqui da próxima vez.',
    current: 'Senha atual',
    next: 'Nova senha',
    nextHint: `No mínimo ${PASSWORD_MIN_CHARACTERS} caracteres. Algumas palavras seguidas funcionam bem.`,
    wrong: 'Esta não é a sua senha atual.',
    throttled: (minutes) =>
      `Senhas erradas demais. Tente de novo em ${minutes === 1 ? 'um minuto' : `${minutes} minutos`}.`,
    problems: {
      too_short: `A senha precisa de pelo menos ${PASSWORD_MIN_CHARACTERS} caracteres.`,
      too_long: `A senha tem no máximo ${PASSWORD_MAX_CHARACTERS} caracteres.`,
      common: 'Muita gente usa esta senha. Escolha outra.',
      personal: 'O seu nome ou e-mail é fácil de adivinhar. Escolha outra senha.',
    },
    done: { password: 'A sua senha foi definida, e os seus outros dispositivos foram desconectados.' },
  },
  de: {
    title: 'Ihr Konto',
    name: 'Name',
    email: 'E-Mail-Adresse',
    apps: 'Verbundene Apps',
    appsHave: (count) =>
      count === 0
        ? 'Keine App darf Ihr Konto benutzen. Eine App, die das möchte, bringt Sie auf eine Seite, die Sie fragt.'
        : `${count === 1 ? 'Eine App darf' : `${count} Apps dürfen`} Ihr Konto benutzen. Sehen Sie nach, was jede darf, oder trennen Sie sie.`,
    tokens: 'Persönliche Tokens',
    tokensHave: (count) =>
      count === 0
        ? 'Noch keine. Legen Sie eines für ein eigenes Skript oder Werkzeug an.'
        : `${count === 1 ? 'Ein Token gilt' : `${count} Tokens gelten`} zurzeit.`,
    sessions: 'Geräte und Passkeys',
    sessionsHave: (count) =>
      count === 1 ? 'Sie sind nur auf diesem Gerät angemeldet.' : `Sie sind auf ${count} Geräten angemeldet.`,
    organizations: 'Organisationen',
    organizationsHave: (count) =>
      count === 0
        ? 'Sie gehören zu keiner. Legen Sie eine für Ihre Gemeinde an oder lassen Sie sich einladen.'
        : `Sie gehören zu ${count === 1 ? 'einer' : count}.`,
    activity: 'Aktivität',
    activityHas: 'Was in Ihrem Konto geändert wurde, wann, und durch welches Gerät, welche App oder welches Token.',
    change: 'Passwort ändern',
    changeHint: 'Alle anderen Geräte werden abgemeldet. Apps und Tokens gelten weiter.',
    set: 'Passwort festlegen',
    setHint: 'Sie haben noch kein Passwort. Mit einem Passwort können Sie sich das nächste Mal hier anmelden.',
    current: 'Jetziges Passwort',
    next: 'Neues Passwort',
    nextHint: `Mindestens ${PASSWORD_MIN_CHARACTERS} Zeichen. Ein paar Wörter hintereinander sind gut.`,
    wrong: 'Das ist nicht Ihr jetziges Passwort.',
    throttled: (minutes) =>
      `Zu viele falsche Passwörter. Versuchen Sie es in ${minutes === 1 ? 'einer Minute' : `${minutes} Minuten`} noch einmal.`,
    problems: {
      too_short: `Ein Passwort braucht mindestens ${PASSWORD_MIN_CHARACTERS} Zeichen.`,
      too_long: `Ein Passwort hat höchstens ${PASSWORD_MAX_CHARACTERS} Zeichen.`,
      common: 'Dieses Passwort benutzen zu viele. Wählen Sie ein anderes.',
      personal: 'Ihr Name oder Ihre E-Mail-Adresse ist leicht zu erraten. Wählen Sie ein anderes Passwort.',
    },
    done: { password: 'Ihr Passwort gilt, und Ihre anderen Geräte sind abgemeldet.' },
  },
};
