import { builtAssets } from './assets.ts';
import { toDocument } from './document.ts';
import { html, type SafeHtml } from './html.ts';
import type { Words } from './page-language.ts';
import { type HeldVisit, isHeld, type Visit } from './visits.ts';

interface PersonFrame {
  readonly title: string;
  readonly visit: Visit;
  /** Which entry of the menu this is; absent: the page stands alone, without the menu. */
  readonly place?: keyof MenuWords;
  /** Addresses of module scripts, all below /assets/, beside the one that every page has. */
  readonly scripts?: readonly string[];
}

/** What stands around the content of a page for people: one column, the menu where somebody is signed in, forms that are sent once. */
export function personFrame({ title, visit, place, scripts = [] }: PersonFrame, content: SafeHtml): string {
  const { language, holder } = visit;
  return toDocument(
    { language, title, forPerson: true, scripts: [builtAssets('web/account/once.ts').script, ...scripts] },
    html`${place && isHeld(visit) && menu(visit, place)}<main id="content">
${
  place &&
  holder?.user.restricted &&
  html`<p class="problem" role="status">${MENU[language].restricted}</p>
`
}${content}
</main>`,
  );
}

function menu(visit: HeldVisit, place: keyof MenuWords): SafeHtml {
  const words = MENU[visit.language];
  return html`<header class="menu">
<p class="who" title="${visit.holder.user.name}">${visit.holder.user.name}</p>
<nav aria-label="${words.menu}"><ul>${MENU_PLACES.map(
    ([name, href]) =>
      html`<li><a href="${href}"${name === place && html` aria-current="page"`}>${words[name]}</a></li>`,
  )}</ul></nav>
<form method="post" action="/sign-out">${csrfField(visit, 'sign-out')}<button class="quiet">${words.signOut}</button></form>
</header>
`;
}

/** For every form: its hidden token. */
export const csrfField = (visit: Visit, purpose: string): SafeHtml =>
  html`<input type="hidden" name="csrf" value="${visit.csrf(purpose)}">`;

interface MenuWords {
  account: string;
  apps: string;
  tokens: string;
  sessions: string;
  organizations: string;
}

const MENU_PLACES: readonly (readonly [keyof MenuWords, string])[] = [
  ['account', '/account'],
  ['apps', '/account/apps'],
  ['tokens', '/account/tokens'],
  ['sessions', '/account/sessions'],
  ['organizations', '/account/organizations'],
];

const MENU: Words<MenuWords & { menu: string; signOut: string; restricted: string }> = {
  en: {
    menu: 'Account',
    account: 'Account',
    apps: 'Connected apps',
    tokens: 'Personal tokens',
    sessions: 'Devices and passkeys',
    organizations: 'Organizations',
    signOut: 'Sign out',
    restricted:
      'The administrator of this server has restricted your account. You can see everything and end sessions, apps and tokens, but change nothing. Nothing is lost.',
  },
  pt: {
    menu: 'Conta',
    account: 'Conta',
    apps: 'Aplicativos conectados',
    tokens: 'Tokens pessoais',
    sessions: 'Dispositivos e chaves',
    organizations: 'Organizações',
    signOut: 'Sair',
    restricted:
      'Quem administra este servidor restringiu a sua conta. Você pode ver tudo e encerrar sessões, aplicativos e tokens, mas não alterar nada. Nada se perdeu.',
  },
  de: {
    menu: 'Konto',
    account: 'Konto',
    apps: 'Verbundene Apps',
    tokens: 'Persönliche Tokens',
    sessions: 'Geräte und Passkeys',
    organizations: 'Organisationen',
    signOut: 'Abmelden',
    restricted:
      'Die Verwaltung dieses Servers hat Ihr Konto eingeschränkt. Sie können alles sehen und Sitzungen, Apps und Tokens beenden, aber nichts ändern. Nichts ist verloren.',
  },
};
