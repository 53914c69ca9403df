import { workspacePath } from '../../contract/workspace-page.ts';
import { hasMemberRight } from '../../domain/account/owners/member-rights.ts';
import type { InterfaceLanguage } from '../../locales/languages.ts';
import { STRINGS } from '../../locales/strings.ts';
import type { Membership } from '../../storage/storage.ts';
import { html, type SafeHtml } from '../toolkit/html.ts';

/** Renders the head of an organization's pages: its name, the person's role, and links to its other pages. */
export function organizationHead(
  language: InterfaceLanguage,
  { id, name, role, restricted }: Membership,
  place: 'members' | 'usage' | 'tokens' | 'activity' | 'data',
): SafeHtml {
  const strings = STRINGS[language].organizations.head;
  const path = organizationPath(id);
  const places = [
    ['members', path],
    ['lives', workspacePath(id, 'lives')],
    ['usage', `${path}/usage`],
    ['tokens', `${path}/tokens`],
    ...(hasMemberRight(role, 'readActivity') ? ([['activity', `${path}/activity`]] as const) : []),
    ...(hasMemberRight(role, 'own') ? ([['data', `${path}/data`]] as const) : []),
  ] as const;
  return html`<h1>${name}</h1>
<p class="meta">${strings.role} ${STRINGS[language].organizations.roles[role].name}</p>
<nav class="places" aria-label="${strings.places}"><ul>${places.map(
    ([one, href]) => html`<li><a href="${href}"${one === place && html` aria-current="page"`}>${strings[one]}</a></li>`,
  )}</ul></nav>
${
  restricted &&
  html`<p class="problem" role="status">${strings.restricted}</p>
`
}`;
}

export const organizationPath = (id: string): string => `/account/organizations/${id}`;
