import type { FastifyInstance } from 'fastify';
import { PASSWORD_MAX_CHARACTERS, PASSWORD_MIN_CHARACTERS } from '../../contract/limits.ts';
import type { PasswordProblem } from '../../domain/account/identity/password.ts';
import { signedInLately } from '../../domain/account/identity/signed-in-lately.ts';
import { renameAccount } from '../../domain/account/lifecycle/rename-account.ts';
import { parseName } from '../../domain/name.ts';
import type { PageServices } from '../services.ts';
import { UNDONE, withOnward } from '../sign-in/onward.ts';
import { field } from '../toolkit/form-field.ts';
import { html, type SafeHtml } from '../toolkit/html.ts';
import type { Words } from '../toolkit/page-language.ts';
import { personFrame } from '../toolkit/person-frame.ts';
import type { HeldVisit } from '../toolkit/visits.ts';
import { addAccountForm, addAccountPage } from './account-routes.ts';
import { countLastingAccess, type LastingAccess, lastingAccess } from './lasting-access.ts';
import { deeds, disclosure, notice, postForm, sentenceOf } from './pieces.ts';
import { signInAgain } from './sign-in-again.ts';

const PATH = '/account';
const PURPOSE = 'password';
const NAME_PURPOSE = 'account name';
/** The page with the form of the password open, for whoever signs in again because of it. */
const OPEN_PATH = `${PATH}?open=${PURPOSE}`;

/** How much there is behind the links, and whether a password can be set now. */
interface Overview {
  /** Whoever has none yet must have signed in lately. */
  readonly mayChangePassword: boolean;
  /** There is neither a password nor a passkey to sign in with next time. */
  readonly needsPassword: boolean;
  readonly access: LastingAccess;
  readonly sessions: number;
  readonly organizations: number;
}

interface Problems {
  /** As it was typed, where it cannot be a name. */
  readonly name?: string;
  readonly current?: string;
  readonly next?: string;
  /** Nothing is wrong with the password, and its form is open: it is what somebody came for. */
  readonly open?: boolean;
}

/** Who somebody is here, the password, and where everything else is. */
export function addOverviewPage(pages: FastifyInstance, services: PageServices): void {
  const read = async ({ holder: { user, session } }: HeldVisit): Promise<Overview> => {
    const [access, sessions, organizations] = await Promise.all([
      countLastingAccess(services, user.id),
      services.sessions.list(user.id),
      services.organizations.list(user.id),
    ]);
    return {
      mayChangePassword: user.hasPassword || signedInLately(session, services.clock()),
      needsPassword: !user.hasPassword && access.passkeys === 0,
      access,
      sessions: sessions.length,
      organizations: organizations.length,
    };
  };

  addAccountPage(pages, services, PATH, async ({ visit, query }) => {
    const done = sentenceOf(WORDS[visit.language].done, query('done'));
    return overviewPage(visit, await read(visit), { open: query('open') === PURPOSE }, done);
  });

  const refuse = async (visit: HeldVisit, status: number, problems: Problems) => {
    return { status, page: overviewPage(visit, await read(visit), problems, undefined) };
  };

  const ofName = { path: `${PATH}/name`, purpose: NAME_PURPOSE, back: PATH };
  addAccountForm(pages, services, ofName, async ({ visit, field }) => {
    const typed = field('name');
    const name = parseName(typed);
    if (name === null) return refuse(visit, 422, { name: typed });
    await renameAccount(services.storage, visit.holder, name, visit.actor('renameAccount'));
    return { to: `${PATH}?done=name` };
  });

  const ofPassword = { path: `${PATH}/password`, purpose: PURPOSE, back: PATH };
  addAccountForm(pages, services, ofPassword, async (call) => {
    const { visit, request, reply } = call;
    const words = WORDS[visit.language];
    const change = { current: call.field('current_password'), next: call.field('password') };
    const outcome = await services.signIn.changePassword(visit.holder, change, visit.actor('changePassword'));
    if (outcome.outcome === 'throttled') {
      reply.header('retry-after', String(outcome.retryAfterSeconds));
      return refuse(visit, 429, { current: words.throttled(Math.ceil(outcome.retryAfterSeconds / 60)) });
    }
    if (outcome.outcome === 'changed') {
      // The browser goes on with the session's new secret, and is one that knows the new password.
      services.visits.keepSession(reply, outcome.secret);
      services.knownBrowsers.keep(request, reply, outcome.user);
      return { to: `${PATH}?done=password` };
    }
    if (outcome.outcome === 'session_over')
      return { to: withOnward('/sign-in', { request: null, next: PATH }, UNDONE) };
    if (outcome.outcome === 'sign_in_again') return refuse(visit, 403, { open: true });
    if (outcome.outcome === 'refused') return refuse(visit, 422, { next: words.problems[outcome.problem] });
    return refuse(visit, 422, { current: words.wrong });
  });
}

function overviewPage(visit: HeldVisit, overview: Overview, problems: Problems, done: string | undefined): string {
  const words = WORDS[visit.language];
  const { user } = visit.holder;
  const places = [
    ['/account/lives', words.lives, words.livesHave],
    ['/account/apps', words.apps, words.appsHave(overview.access.apps)],
    ['/account/tokens', words.tokens, words.tokensHave(overview.access.tokens)],
    ['/account/sessions', words.sessions, words.sessionsHave(overview.sessions)],
    ['/account/organizations', words.organizations, words.organizationsHave(overview.organizations)],
    ['/account/activity', words.activity, words.activityHas],
    ['/account/data', words.data, words.dataHas],
  ] as const;
  const lasting = lastingAccess(visit.language, overview.access, 'now');
  const content = html`<h1>${words.title}</h1>
${notice(done)}${done === words.done.password && lasting}<dl class="facts">
<dt>${words.name}</dt><dd>${user.name}</dd>
<dt>${words.email}</dt><dd>${user.email}</dd>
</dl>
${deeds(
  disclosure(words.changeName, nameForm(visit, problems), problems.name !== undefined),
  disclosure(
    user.hasPassword ? words.change : words.set,
    html`<p class="hint">${!user.hasPassword && html`${words.setHint} `}${words.changeHint}</p>
${lasting}${overview.mayChangePassword ? passwordForm(visit, problems) : signInAgain(visit.language, OPEN_PATH)}`,
    overview.needsPassword || Boolean(problems.current ?? problems.next ?? problems.open),
  ),
)}<ul class="entries">
${places.map(([href, title, text]) => place(href, title, text))}</ul>
`;
  return personFrame({ title: words.title, visit, place: 'account' }, content);
}

function nameForm(visit: HeldVisit, { name }: Problems): SafeHtml {
  const words = WORDS[visit.language];
  return postForm(
    visit,
    { action: `${PATH}/name`, purpose: NAME_PURPOSE },
    html`${field({
      name: 'name',
      label: words.nextName,
      autocomplete: 'name',
      hint: words.nameHint,
      value: name ?? visit.holder.user.name,
      problem: name !== undefined && words.nameProblem,
    })}<p class="actions"><button>${words.changeName}</button></p>\n`,
  );
}

function passwordForm(visit: HeldVisit, problems: Problems): SafeHtml {
  const words = WORDS[visit.language];
  const { user } = visit.holder;
  return postForm(
    visit,
    { action: `${PATH}/password`, purpose: PURPOSE },
    html`<input type="text" name="username" value="${user.email}" autocomplete="username" hidden>
${
  user.hasPassword &&
  field({
    name: 'current_password',
    label: words.current,
    type: 'password',
    autocomplete: 'current-password',
    problem: problems.current,
  })
}${field({
  name: 'password',
  label: words.next,
  type: 'password',
  autocomplete: 'new-password',
  hint: words.nextHint,
  problem: problems.next,
})}<p class="actions"><button>${user.hasPassword ? words.change : words.set}</button></p>\n`,
  );
}

const place = (href: string, title: string, text: string): SafeHtml =>
  html`<li><div class="what"><h2><a href="${href}">${title}</a></h2><p class="meta">${text}</p></div></li>\n`;

interface OverviewWords {
  title: string;
  name: string;
  changeName: string;
  nextName: string;
  nameHint: string;
  nameProblem: string;
  email: string;
  lives: string;
  livesHave: string;
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
  data: string;
  dataHas: string;
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
  done: { name: string; password: string };
}

const WORDS: Words<OverviewWords> = {
  en: {
    title: 'Your account',
    name: 'Name',
    changeName: 'Change your name',
    nextName: 'Your name',
    nameHint: 'Members of your organizations see it, and apps that you connect.',
    nameProblem: 'Please enter a name of up to 120 characters.',
    email: 'E-mail address',
    lives: 'Lives',
    livesHave: 'Your own displays, and how many are watching each.',
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
    data: 'Your data',
    dataHas: 'Take a copy of everything along, or delete your account.',
    change: 'Change your password',
    changeHint: 'All your other devices are signed out.',
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
    done: { name: 'Your name is changed.', password: 'Your password is set, and your other devices are signed out.' },
  },
  pt: {
    title: 'A sua conta',
    name: 'Nome',
    changeName: 'Alterar o nome',
    nextName: 'Seu nome',
    nameHint: 'Os membros das suas organizações o veem, e os aplicativos que você conecta também.',
    nameProblem: 'Digite um nome com no máximo 120 caracteres.',
    email: 'E-mail',
    lives: 'Lives',
    livesHave: 'As suas telas, e quantos assistem a cada uma.',
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
    data: 'Os seus dados',
    dataHas: 'Leve uma cópia de tudo ou exclua a conta.',
    change: 'Alterar a senha',
    changeHint: 'Os seus outros dispositivos serão desconectados.',
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
    done: {
      name: 'O seu nome foi alterado.',
      password: 'A sua senha foi definida, e os seus outros dispositivos foram desconectados.',
    },
  },
  de: {
    title: 'Ihr Konto',
    name: 'Name',
    changeName: 'Namen ändern',
    nextName: 'Ihr Name',
    nameHint: 'Ihn sehen die Mitglieder Ihrer Organisationen und die Apps, die Sie verbinden.',
    nameProblem: 'Bitte geben Sie einen Namen mit höchstens 120 Zeichen ein.',
    email: 'E-Mail-Adresse',
    lives: 'Lives',
    livesHave: 'Ihre eigenen Anzeigen, und wie viele bei jeder zusehen.',
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
    data: 'Ihre Daten',
    dataHas: 'Nehmen Sie eine Kopie von allem mit, oder löschen Sie Ihr Konto.',
    change: 'Passwort ändern',
    changeHint: 'Alle anderen Geräte werden abgemeldet.',
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
    done: { name: 'Ihr Name ist geändert.', password: 'Ihr Passwort gilt, und Ihre anderen Geräte sind abgemeldet.' },
  },
};
