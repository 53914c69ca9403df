import { STRINGS } from '../../locales/strings.ts';
import { builtAssets } from './assets.ts';
import { backupAgeWarning } from './backup-age-warning.ts';
import { toDocument } from './document.ts';
import type { DoorHost } from './door-host.ts';
import { type FramePlace, frameHeader } from './frame-header.ts';
import { html, type SafeHtml } from './html.ts';
import { isSignedIn, type Visit } from './visit.ts';

interface PersonFrame {
  readonly title: string;
  readonly visit: Visit;
  /** The current item of the navigation; absent on a page without it. */
  readonly place?: FramePlace;
  /** Owner whose page this is; absent on pages of the person. */
  readonly ownerId?: string;
  /** The organization whose name a page without navigation shows, if people there may know it. */
  readonly host?: DoorHost | null;
  /** Addresses of module scripts below /assets/, besides the one that every page has. */
  readonly scripts?: readonly string[];
}

/**
 * Renders the frame of a page for people: the navigation of a signed-in person, or a card. Its script prevents double
 * submission.
 */
export function personFrame(
  { title, visit, place, ownerId, host, scripts = [] }: PersonFrame,
  content: SafeHtml,
): string {
  const { language, holder, isPlain } = visit;
  const header =
    place !== undefined && isSignedIn(visit)
      ? html`${frameHeader(visit, place, ownerId)}${backupAgeWarning(visit)}`
      : null;
  return toDocument(
    {
      language,
      title,
      main: header ? 'workspace' : 'card',
      forPerson: true,
      scripts: [builtAssets('web/account/account-pages.ts').script, ...scripts],
      isPlain,
      header,
      host,
    },
    html`${
      header &&
      holder?.user.restricted &&
      html`<p class="problem" role="status">${STRINGS[language].common.menu.restricted}</p>
`
    }${content}`,
  );
}
