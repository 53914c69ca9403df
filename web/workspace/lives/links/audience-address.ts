import { toAudienceLinks, toLinkName } from '../../../../src/contract/audience-links.ts';
import type { OperatorPage } from '../../../../src/contract/console-page.ts';
import type { ViewFor } from '../../../../src/contract/view-choices.ts';

/** Returns the link of a view for other devices, if they can reach this server. `secret` is in it if given. */
export function toAudienceLink(
  { lanUrl, publicUrl }: Pick<OperatorPage, 'lanUrl' | 'publicUrl'>,
  liveId: string,
  view: ViewFor<'audience'>,
  secret?: string,
): string {
  return toAudienceLinks(lanUrl ?? publicUrl, liveId, secret)[toLinkName(view)];
}
