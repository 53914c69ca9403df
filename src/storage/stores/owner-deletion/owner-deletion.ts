import type { SnapshotRecord } from '../presentations/decks.ts';
import type { ImageRecord } from '../presentations/images.ts';
import type { AuditActor, AuditRecord } from '../shared/audit.ts';
import type { Owner } from '../shared/owner.ts';

/**
 * The permanent deletion of an owner, in steps: begin it, delete its Lives, delete the rest in batches, and finish.
 * [D52]
 */
export interface OwnerDeletionStore {
  /**
   * Begins a deletion atomically: revokes the owner's credentials; for a personal account also disables the user and
   * ends all memberships. Changes nothing if the result is `missing` or names organizations that would be left without
   * an owner.
   */
  begin(
    owner: Owner,
    { now, actor }: { now: string; actor: AuditActor },
  ): Promise<'begun' | 'missing' | { readonly ownerless: readonly string[] }>;
  /** Lists the owners whose deletion is unfinished, with the actor who began it. */
  listUnfinished(): Promise<readonly { readonly owner: Owner; readonly actor: AuditActor }[]>;
  /** Returns the user of an account and the user's memberships. */
  findPerson(accountId: string): Promise<{
    readonly user: { readonly id: string; readonly email: string; readonly name: string; readonly disabled: boolean };
    readonly memberships: readonly { readonly organization_id: string; readonly name: string; readonly role: string }[];
  } | null>;
  /** Returns the next published snapshot of an organization in the order of ids, or null after the last. */
  nextSnapshot(organizationId: string, id: string | null): Promise<SnapshotRecord | null>;
  /**
   * Returns the next image of an organization with its content, in the order of digests and including those that only
   * snapshots show, or null after the last.
   */
  nextImage(
    organizationId: string,
    digest: string | null,
  ): Promise<{ readonly image: ImageRecord; readonly content: Uint8Array } | null>;
  /** Deletes one batch of data of which an owner can have a lot. Returns false when none is left. */
  deleteBatch(owner: Owner): Promise<boolean>;
  /**
   * Finishes a deletion atomically with its audit record: only the audit remains. Returns `lives_left`, with no change,
   * if a Live was created in the meantime.
   */
  finish(owner: Owner, audit: AuditRecord): Promise<'finished' | 'lives_left'>;
}
