import type { SnapshotRecord } from '../presentations/decks.ts';
import type { ImageRecord } from '../presentations/images.ts';
import type { AuditActor, AuditRecord } from '../shared/audit.ts';
import type { Owner } from '../shared/owner.ts';

/** An owner who leaves for good: begun, its Lives deleted, the rest removed portion by portion, finished. [D52] */
export interface OwnerDeletionStore {
  /**
   * Atomic: the credentials of the owner have ended; the user of a personal account is disabled and a member of nothing any
   * more. Nothing has changed where the answer names organizations that would be left without an owner, or is `missing`.
   */
  begin(
    owner: Owner,
    { now, actor }: { now: string; actor: AuditActor },
  ): Promise<'begun' | 'missing' | { readonly ownerless: readonly string[] }>;
  /** Owners whose leaving has begun and is not finished, with who began it. */
  listUnfinished(): Promise<readonly { readonly owner: Owner; readonly actor: AuditActor }[]>;
  /** Whose account it is, and of what the user is a member. */
  findPerson(accountId: string): Promise<{
    readonly user: { readonly id: string; readonly email: string; readonly name: string; readonly disabled: boolean };
    readonly memberships: readonly { readonly organization_id: string; readonly name: string; readonly role: string }[];
  } | null>;
  /** What an organization has published, in the order of ids; null after the last. */
  nextSnapshot(organizationId: string, id: string | null): Promise<SnapshotRecord | null>;
  /** Its images with their content, in the order of digests, also those that only snapshots still show; null after the last. */
  nextImage(
    organizationId: string,
    digest: string | null,
  ): Promise<{ readonly image: ImageRecord; readonly content: Uint8Array } | null>;
  /** Removes a portion of what can be much. False when there is nothing left of it. */
  deleteBatch(owner: Owner): Promise<boolean>;
  /** Atomic, with its audit: nothing is left but the audit. `lives_left`: a Live was created meanwhile, and nothing has changed. */
  finish(owner: Owner, audit: AuditRecord): Promise<'finished' | 'lives_left'>;
}
