import { hasDeskRight } from '../../domain/account/owners/desk-rights.ts';
import type { Membership } from '../../storage/storage.ts';
import { html, type SafeHtml } from '../toolkit/html.ts';
import type { PageLanguage, Words } from '../toolkit/page-language.ts';
import { ROLE_WORDS } from './role-words.ts';

/** What every page of an organization begins with: its name, the own role, and its other pages. */
export function organizationHead(
  language: PageLanguage,
  { id, name, role, restricted }: Membership,
  place: 'members' | 'lives' | 'tokens' | 'activity' | 'data',
): SafeHtml {
  const words = WORDS[language];
  const path = organizationPath(id);
  const places = [
    ['members', path],
    ['lives', `${path}/lives`],
    ['tokens', `${path}/tokens`],
    ...(hasDeskRight(role, 'readActivity') ? ([['activity', `${path}/activity`]] as const) : []),
    ...(hasDeskRight(role, 'own') ? ([['data', `${path}/data`]] as const) : []),
  ] as const;
  return html`<p class="eyebrow">${words.role} ${ROLE_WORDS[language][role].name}</p>
<h1>${name}</h1>
<nav class="places" aria-label="${words.places}"><ul>${places.map(
    ([one, href]) => html`<li><a href="${href}"${one === place && html` aria-current="page"`}>${words[one]}</a></li>`,
  )}</ul></nav>
${
  restricted &&
  html`<p class="problem" role="status">${words.restricted}</p>
`
}`;
}

export const organizationPath = (id: string): string => `/account/organizations/${id}`;

interface HeadWords {
  role: string;
  places: string;
  members: string;
  lives: string;
  tokens: string;
  activity: string;
  data: string;
  restricted: string;
}

const WORDS: Words<HeadWords> = {
  en: {
    role: 'Your role:',
    places: 'Organization',
    members: 'Members',
    lives: 'Lives',
    tokens: 'Service tokens',
    activity: 'Activity',
    data: 'Data',
    restricted:
      'The administrator of this server has restricted this organization. Its tokens do not work, its audience sees a notice, and nothing can be changed. Nothing is lost.',
  },
  pt: {
    role: 'O seu papel:',
    places: 'Organização',
    members: 'Membros',
    lives: 'Lives',
    tokens: 'Tokens de serviço',
    activity: 'Atividade',
    data: 'Dados',
    restricted:
      'Quem administra este servidor restringiu esta organização. Os tokens não funcionam, o público vê um aviso e nada pode ser alterado. Nada se perdeu.',
  },
  de: {
    role: 'Ihre Rolle:',
    places: 'Organisation',
    members: 'Mitglieder',
    lives: 'Lives',
    tokens: 'Dienst-Tokens',
    activity: 'Aktivität',
    data: 'Daten',
    restricted:
      'Die Verwaltung dieses Servers hat diese Organisation eingeschränkt. Ihre Tokens gelten nicht, das Publikum sieht einen Hinweis, und nichts lässt sich ändern. Nichts ist verloren.',
  },
};
