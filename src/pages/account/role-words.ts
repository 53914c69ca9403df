import type { Role } from '../../contract/scopes.ts';
import type { Words } from '../toolkit/page-language.ts';

/** Roles, and what each may. [D34] */
export const ROLE_WORDS: Words<Readonly<Record<Role, { name: string; may: string }>>> = {
  en: {
    owner: { name: 'Owner', may: 'everything, and makes other owners' },
    admin: { name: 'Administrator', may: 'everything but what concerns owners' },
    operator: { name: 'Operator', may: 'runs Lives and presentations, and handles tokens for them' },
    viewer: { name: 'Viewer', may: 'looks at Lives and presentations, and changes nothing' },
  },
  pt: {
    owner: { name: 'Proprietário', may: 'tudo, e nomeia outros proprietários' },
    admin: { name: 'Administrador', may: 'tudo, menos o que diz respeito aos proprietários' },
    operator: { name: 'Operador', may: 'conduz Lives e apresentações e cuida dos tokens deles' },
    viewer: { name: 'Leitor', may: 'vê Lives e apresentações, sem alterar nada' },
  },
  de: {
    owner: { name: 'Inhaber', may: 'alles, und ernennt weitere Inhaber' },
    admin: { name: 'Verwalter', may: 'alles außer dem, was Inhaber betrifft' },
    operator: { name: 'Operator', may: 'führt Lives und Präsentationen und verwaltet Tokens dafür' },
    viewer: { name: 'Betrachter', may: 'sieht Lives und Präsentationen und ändert nichts' },
  },
};
