import { type AudienceLinks, toAudienceLinks } from '../../contract/audience-links.ts';
import { toOwnerIdField } from '../../domain/account/owners/owner.ts';
import type { Installation } from '../../installation.ts';
import type { LiveRecord } from '../../storage/storage.ts';
import { formatFacts } from '../terminal/columns.ts';

type LiveDocument = ReturnType<typeof toLiveDocument>;

/**
 * Returns the JSON document of a Live, with the links to its content. `secret` appears only when it was just created.
 */
export const toLiveDocument = (
  { address: place }: Pick<Installation, 'address'>,
  record: LiveRecord,
  secret?: string,
) => ({
  live_id: record.id,
  name: record.name,
  ...toOwnerIdField(record.owner),
  status: record.status,
  mode: record.mode,
  paused: record.paused,
  showing: record.showing,
  protected: record.secretHash !== null,
  ...(secret === undefined ? {} : { secret }),
  links: toAudienceLinks(place.publicUrl, record.id, secret),
});

/** Returns one word for what the audience sees. */
export const describeLiveState = ({
  status,
  paused,
  showing,
}: Pick<LiveDocument, 'status' | 'paused' | 'showing'>): string => {
  if (status === 'stopped') return 'stopped';
  if (paused) return 'paused';
  return showing ? 'showing' : 'empty';
};

/** Labels each link with the display name of its view, such as "Lower third". */
const toLinkFacts = (links: AudienceLinks): Record<string, string> =>
  Object.fromEntries(
    Object.entries(links).map(([view, url]) => [`${view[0]!.toUpperCase()}${view.slice(1).replaceAll('_', ' ')}`, url]),
  );

export const formatLive = (live: LiveDocument): string =>
  formatFacts({
    Live: live.live_id,
    Owner: live.organization_id ?? live.account_id ?? '',
    State: describeLiveState(live),
    Protected: live.protected ? 'yes' : 'no',
    ...(live.secret === undefined ? {} : { Secret: live.secret }),
    ...toLinkFacts(live.links),
    Name: live.name,
  });
