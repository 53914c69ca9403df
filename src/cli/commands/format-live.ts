import { toOwnerIdField } from '../../domain/account/owners/owner.ts';
import { type AudienceLinks, toAudienceLinks } from '../../domain/live/audience-links.ts';
import type { Installation } from '../../installation.ts';
import type { LiveRecord } from '../../storage/storage.ts';
import { formatFacts } from '../terminal/columns.ts';

type ShownLive = ReturnType<typeof toLiveDocument>;

/** A Live as its commands answer it: what it is, and where its content is seen. `secret` is told when it is made, and never again. */
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

/** One word for what the audience gets. */
export const describeLiveState = ({
  status,
  paused,
  showing,
}: Pick<ShownLive, 'status' | 'paused' | 'showing'>): string => {
  if (status === 'stopped') return 'stopped';
  if (paused) return 'paused';
  return showing ? 'showing' : 'empty';
};

/** By the name of each view as people write it: "Lower third". */
const toLinkFacts = (links: AudienceLinks): Record<string, string> =>
  Object.fromEntries(
    Object.entries(links).map(([view, url]) => [`${view[0]!.toUpperCase()}${view.slice(1).replaceAll('_', ' ')}`, url]),
  );

export const formatLive = (live: ShownLive): string =>
  formatFacts({
    Live: live.live_id,
    Owner: live.organization_id ?? live.account_id ?? '',
    State: describeLiveState(live),
    Protected: live.protected ? 'yes' : 'no',
    ...(live.secret === undefined ? {} : { Secret: live.secret }),
    ...toLinkFacts(live.links),
    Name: live.name,
  });
