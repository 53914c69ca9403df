import { NETWORK_PATH } from '../../contract/console-page.ts';
import { EDITIONS_PATH } from '../../contract/edition-jobs.ts';
import type { InterfaceLanguage } from '../../locales/languages.ts';
import { STRINGS } from '../../locales/strings.ts';
import { html, type SafeHtml } from '../toolkit/html.ts';

export const INSTALLATION_PATH = '/installation';
export const BACKUPS_PATH = `${INSTALLATION_PATH}/backups`;

const PLACES = [
  ['figures', INSTALLATION_PATH],
  ['backups', BACKUPS_PATH],
  ['editions', EDITIONS_PATH],
  ['network', NETWORK_PATH],
] as const;
type Place = (typeof PLACES)[number][0];

/** Renders the head of an administrator's page: its title, and links to the others. */
export function installationHead(language: InterfaceLanguage, title: string, place: Place): SafeHtml {
  return html`<h1>${title}</h1>
${installationPlaces(language, place)}`;
}

/** Renders the links to the pages for administrators. */
function installationPlaces(language: InterfaceLanguage, place: Place): SafeHtml {
  const strings = STRINGS[language].installation.places;
  return html`<nav class="places" aria-label="${strings.places}"><ul>${PLACES.map(
    ([one, href]) => html`<li><a href="${href}"${one === place && html` aria-current="page"`}>${strings[one]}</a></li>`,
  )}</ul></nav>
`;
}
