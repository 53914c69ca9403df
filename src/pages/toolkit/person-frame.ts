import { CONSOLE_PATH } from '../../contract/console-page.ts';
import { STRINGS } from '../../locales/strings.ts';
import { builtAssets } from './assets.ts';
import { toDocument } from './document.ts';
import { csrfField } from './form.ts';
import { html, type SafeHtml } from './html.ts';
import { isSignedIn, type SignedInVisit, type Visit } from './visits.ts';

interface PersonFrame {
  readonly title: string;
  readonly visit: Visit;
  /** The current menu item; absent on a page without the menu. */
  readonly place?: MenuPlace;
  /** Addresses of module scripts below /assets/, besides the one that every page has. */
  readonly scripts?: readonly string[];
}

/**
 * Renders the frame of a page for people: one column, the menu if someone is signed in, and the script that prevents
 * double submission.
 */
export function personFrame({ title, visit, place, scripts = [] }: PersonFrame, content: SafeHtml): string {
  const { language, holder } = visit;
  return toDocument(
    { language, title, forPerson: true, scripts: [builtAssets('web/account/account-pages.ts').script, ...scripts] },
    html`${place && isSignedIn(visit) && menu(visit, place)}<main id="content">
${
  place &&
  holder?.user.restricted &&
  html`<p class="problem" role="status">${STRINGS[language].common.menu.restricted}</p>
`
}${content}
</main>`,
  );
}

function menu(visit: SignedInVisit, place: MenuPlace): SafeHtml {
  const strings = STRINGS[visit.language].common.menu;
  return html`<header class="menu">
<p class="who" title="${visit.holder.user.name}">${visit.holder.user.name}</p>
<nav aria-label="${strings.menu}"><ul><li><a href="${CONSOLE_PATH}">${strings.console}</a></li>${MENU_PLACES.map(
    ([name, href]) =>
      html`<li><a href="${href}"${name === place && html` aria-current="page"`}>${strings[name]}</a></li>`,
  )}</ul></nav>
<form method="post" action="/sign-out">${csrfField(visit, 'sign-out')}<button class="quiet">${strings.signOut}</button></form>
</header>
`;
}

const MENU_PLACES = [
  ['account', '/account'],
  ['apps', '/account/apps'],
  ['tokens', '/account/tokens'],
  ['sessions', '/account/sessions'],
  ['organizations', '/account/organizations'],
] as const;
type MenuPlace = (typeof MENU_PLACES)[number][0];
