import type { Transaction } from 'kysely';
import type { Tables } from '../../schema.ts';
import type { Engine, Owner } from '../../storage.ts';
import { lockOwner } from './lock-owner.ts';

/** Returns the images that are not in the list. While the lock is held, none can be removed. */
export async function findUnlisted(
  transaction: Transaction<Tables>,
  organizationId: string,
  digests: readonly string[],
): Promise<string[]> {
  if (digests.length === 0) return [];
  const found = await transaction
    .selectFrom('images')
    .select('digest')
    .where('organization_id', '=', organizationId)
    .where('digest', 'in', digests)
    .where('listed', '=', 1)
    .execute();
  const listed = new Set(found.map(({ digest }) => digest));
  return digests.filter((digest) => !listed.has(digest));
}

/** Locks the owner if there are images, and returns those that are not in its list. Accounts have no images. */
export async function lockImages(
  transaction: Transaction<Tables>,
  owner: Owner,
  digests: readonly string[],
  engine: Engine,
): Promise<readonly string[]> {
  if (digests.length === 0 || owner.kind === 'account') return digests;
  await lockOwner(transaction, owner, engine);
  return findUnlisted(transaction, owner.id, digests);
}
