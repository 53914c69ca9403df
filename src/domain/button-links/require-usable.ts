import type { RemoteLinkWithCreator } from '../../storage/storage.ts';
import { requireUnrestricted } from '../account/owners/restriction.ts';
import type { RemoteLinks } from '../remote-links/remote-links.ts';

/**
 * Returns a button link as the storage has it now. Throws `not_found` if it has ended or its creator may no longer
 * change the Live, and `processing_restricted`. [D74]
 */
export async function requireUsable(links: RemoteLinks, id: string): Promise<RemoteLinkWithCreator> {
  const link = await links.require(id);
  requireUnrestricted(link);
  return link;
}
