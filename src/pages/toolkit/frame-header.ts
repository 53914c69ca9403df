import { CONSOLE_PATH, type ConsoleOwner } from '../../contract/console-page.ts';
import { hasArea, WORKSPACE_AREAS, type WorkspaceArea, workspacePath } from '../../contract/workspace-page.ts';
import { guidesAddress } from '../../locales/languages.ts';
import { STRINGS } from '../../locales/strings.ts';
import { csrfField } from './form.ts';
import { html, type SafeHtml } from './html.ts';
import type { SignedInVisit } from './visit.ts';

const ACCOUNT_PLACES = [
  ['account', '/account'],
  ['sessions', '/account/sessions'],
  ['tokens', '/account/tokens'],
  ['apps', '/account/apps'],
  ['organizations', '/account/organizations'],
] as const;

/** Current item of the navigation. */
export type FramePlace = WorkspaceArea | 'people' | 'installation' | (typeof ACCOUNT_PLACES)[number][0];

/**
 * Renders the header that all pages of a signed-in person share: the owner with a switch, the owner's areas, and the
 * person's menu.
 */
export function frameHeader(visit: SignedInVisit, place: FramePlace, ownerId?: string): SafeHtml {
  const strings = STRINGS[visit.language].common.menu;
  const owner = currentOwner(visit, ownerId);
  const nameOf = ({ kind, name }: ConsoleOwner) => (kind === 'account' ? strings.personal : name);
  const link = (href: string, name: string, isCurrent: boolean) =>
    html`<li><a href="${href}"${isCurrent && html` aria-current="page"`}>${name}</a></li>`;
  return html`<header class="frame">
<a class="frame-brand" href="${CONSOLE_PATH}?owner=${owner.id}">Lectern</a>
<button type="button" class="frame-switch" popovertarget="frame-owners" aria-label="${strings.owner}: ${nameOf(owner)}"><span>${nameOf(owner)}</span></button>
<div id="frame-owners" class="frame-menu" popover><ul>${visit.owners.map((one) =>
    link(landingPath(one, place), nameOf(one), one.id === owner.id),
  )}</ul><ul>${link('/account/organizations', strings.organizations, place === 'organizations')}</ul></div>
<nav class="frame-areas" aria-label="${strings.areas}"><ul>${link(
    `${CONSOLE_PATH}?owner=${owner.id}`,
    strings.console,
    false,
  )}${WORKSPACE_AREAS.filter((area) => hasArea(owner, area)).map((area) =>
    link(workspacePath(owner.id, area), strings[area], area === place),
  )}${
    owner.kind === 'organization' && link(`/account/organizations/${owner.id}`, strings.people, place === 'people')
  }</ul></nav>
<button type="button" class="frame-switch frame-person" popovertarget="frame-person" aria-label="${strings.menu}: ${visit.holder.user.name}"><span>${visit.holder.user.name}</span></button>
<div id="frame-person" class="frame-menu" popover><ul>${ACCOUNT_PLACES.map(([name, href]) =>
    link(href, strings[name], name === place),
  )}</ul>${
    visit.holder.user.administrator &&
    html`<ul>${link('/installation', strings.installation, place === 'installation')}</ul>`
  }<ul><li><a href="${guidesAddress(visit.language)}">${strings.guides}</a></li></ul>
<form method="post" action="/sign-out">${csrfField(visit, 'sign-out')}<button class="frame-out">${strings.signOut}</button></form></div>
</header>
`;
}

/** Returns the named owner, else the one of the last visited page, else the first. */
export function currentOwner({ owners, lastOwnerId }: SignedInVisit, ownerId?: string): ConsoleOwner {
  const find = (wanted: string | undefined) => owners.find(({ id }) => id === wanted);
  return find(ownerId) ?? find(lastOwnerId) ?? owners[0]!;
}

/** Returns the page to which a switch of the owner leads: the same area, if the owner has it. */
function landingPath(owner: ConsoleOwner, place: FramePlace): string {
  const area = WORKSPACE_AREAS.find((one) => one === place);
  if (area && hasArea(owner, area)) return workspacePath(owner.id, area);
  if (place === 'people' && owner.kind === 'organization') return `/account/organizations/${owner.id}`;
  return workspacePath(owner.id, 'plans');
}
