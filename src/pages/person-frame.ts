import { html, type SafeHtml } from './html.ts';
import type { PageLanguage, Words } from './page-language.ts';
import type { Visit } from './visits.ts';

interface PersonFrame {
  readonly title: string;
  readonly visit: Visit;
  /** Which entry of the menu this is; absent: the page stands alone, without the menu. */
  readonly place?: keyof MenuWords;
  /** Addresses of module scripts, all below /assets/. */
  readonly scripts?: readonly string[];
}

/** The document around a page for people: one column, the menu where somebody is signed in. */
export function personFrame({ title, visit, place, scripts = [] }: PersonFrame, content: SafeHtml): string {
  const { language, holder } = visit;
  const words = MENU[language];
  return html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<title>${title} · Lectern</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/pages.css">
${scripts.map((script) => html`<script type="module" src="${script}"></script>\n`)}</head>
<body class="person">
${
  place &&
  holder &&
  html`<header class="menu">
<p class="who">${holder.user.name}</p>
<nav aria-label="${words.menu}"><ul>${MENU_PLACES.map(
    ([name, href]) =>
      html`<li><a href="${href}"${name === place && html` aria-current="page"`}>${words[name]}</a></li>`,
  )}</ul></nav>
<form method="post" action="/sign-out"><input type="hidden" name="csrf" value="${visit.csrf('sign-out')}"><button class="quiet">${words.signOut}</button></form>
</header>
`
}<main>
${
  place &&
  holder?.user.restricted &&
  html`<p class="problem" role="status">${words.restricted}</p>
`
}${content}
</main>
</body>
</html>
`.toString();
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

const MENU: Words<MenuWords & { menu: string; signOut: string; restricted: string }> & Record<PageLanguage, unknown> = {
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
