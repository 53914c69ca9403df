import { toAudienceLinks } from '../../../../src/contract/audience-links.ts';
import type { OperatorPage } from '../../../../src/contract/console-page.ts';
import type { ViewerView } from '../../../../src/contract/viewer-views.ts';

/** Views of the audience, the most common first. */
export const AUDIENCE_VIEWS = ['reader', 'screen', 'lower-third', 'stage'] as const satisfies readonly ViewerView[];

/** Returns the link of a view for other devices, if they can reach this server. `secret` is in it if given. */
export function toAudienceLink(
  { lanUrl, publicUrl }: Pick<OperatorPage, 'lanUrl' | 'publicUrl'>,
  liveId: string,
  view: ViewerView,
  secret?: string,
): string {
  const links = toAudienceLinks(lanUrl ?? publicUrl, liveId, secret);
  return links[view === 'lower-third' ? 'lower_third' : view];
}
