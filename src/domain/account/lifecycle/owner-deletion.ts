import { LecternError } from '../../../contract/lectern-error.ts';
import type { Owner, Storage } from '../../../storage/storage.ts';
import { type Actor, toAuditRecord } from '../../audit/audit.ts';
import type { Lives } from '../../live/lives.ts';
import { requireOwner } from '../owners/owner.ts';

const LIVES_AT_ONCE = 50;

interface Parts {
  readonly storage: Storage;
  readonly lives: Lives;
  readonly authenticator: { invalidate(): void };
}

/**
 * Deletes an account with its user, or an organization: first its credentials, then its Lives with their polls and
 * viewers, then everything else. Audit records are kept until they expire. Calling it again continues an unfinished
 * deletion. Throws `not_found`, and `forbidden` for the last owner of an organization; nothing is changed then. [D52]
 */
export async function deleteOwner({ storage, lives, authenticator }: Parts, id: string, actor: Actor): Promise<Owner> {
  const owner = await requireOwner(storage, id);
  const now = new Date().toISOString();
  const begun = await storage.ownerDeletion.begin(owner, { now, actor }).finally(() => authenticator.invalidate());
  if (begun === 'missing') throw new LecternError('not_found', `The ${owner.kind} ${id} no longer exists.`);
  if (begun !== 'begun') throw new LastOwnerError(begun.ownerless);
  await finish({ storage, lives, authenticator }, owner, actor);
  return owner;
}

/** Completes unfinished deletions. Call it at the start. */
export async function finishDeletions(parts: Parts): Promise<void> {
  for (const { owner, actor } of await parts.storage.ownerDeletion.listUnfinished()) await finish(parts, owner, actor);
}

async function finish({ storage, lives, authenticator }: Parts, owner: Owner, actor: Actor): Promise<void> {
  do {
    await deleteLives(lives, owner, actor);
    while (await storage.ownerDeletion.deleteBatch(owner)) await new Promise(setImmediate);
  } while ((await storage.ownerDeletion.finish(owner, toAuditRecord(actor, { owner }))) === 'lives_left');
  authenticator.invalidate();
}

/** Deletes the Lives one by one, so that their followers are notified. */
async function deleteLives(lives: Lives, owner: Owner, actor: Actor): Promise<void> {
  for (;;) {
    const page = await lives.list(owner, { limit: LIVES_AT_ONCE, after: null });
    if (page.length === 0) return;
    for (const { id } of page) await lives.remove(id, owner, actor);
  }
}

/** The user is the last owner of `organizations`. */
export class LastOwnerError extends LecternError {
  readonly organizations: readonly string[];

  constructor(organizations: readonly string[]) {
    super(
      'forbidden',
      `The user of this account is the last owner of ${organizations.join(', ')}. ` +
        'Make another member an owner there, or delete the organization first.',
    );
    this.organizations = organizations;
  }
}
