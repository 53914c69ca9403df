import type { StudioSettings } from '../../contract/schemas/design.ts';
import type { AuditActor, AuditRecord } from './audit.ts';
import type { ImageRecord, SnapshotRecord } from './presentations.ts';

export interface Owner {
  readonly kind: 'account' | 'organization';
  readonly id: string;
}

/** An image that is kept and served under its digest. */
export interface StoredImage {
  /** SHA-256 of its bytes, 64 hexadecimal digits. */
  readonly digest: string;
  readonly mediaType: string;
  /** px */
  readonly width: number;
  readonly height: number;
}

/** What holds for all Lives of an owner. */
export interface OwnerProfile {
  /** Moves on with every change of the profile; 0 where nothing was ever changed. */
  readonly version: number;
  /** An organization's name; null for a personal account. */
  readonly name: string | null;
  /** Its processing is restricted. [D42] */
  readonly restricted: boolean;
  /** Null where nobody has designed anything. */
  readonly design: StudioSettings | null;
  /** Independent of any sequence. [Events 5] */
  readonly designRevision: number;
  readonly logo: StoredImage | null;
}

export interface OwnerStore {
  /** Of an owner that exists. */
  find(owner: Owner): Promise<OwnerProfile>;
  /** Atomic compare-and-set, with its audit: the design is the next revision, or the revision was not the expected one and nothing changed. */
  setDesign(
    owner: Owner,
    design: StudioSettings,
    expectedRevision: number,
    audit: AuditRecord,
  ): Promise<'committed' | 'stale'>;
  /** Atomic, with its audit. */
  setLogo(owner: Owner, logo: StoredImage | null, audit: AuditRecord): Promise<void>;
  setRestricted(owner: Owner, restricted: boolean): Promise<void>;
  /** Ids of the owners of a kind whose processing is restricted. [D42] */
  listRestricted(kind: Owner['kind']): Promise<ReadonlySet<string>>;
}

/** An owner who leaves for good: begun, its Lives deleted, the rest removed portion by portion, finished. [D52] */
export interface LeavingStore {
  /**
   * Atomic: the credentials of the owner have ended; the user of a personal account is disabled and a member of nothing any
   * more. Nothing has changed where the answer names organizations that would be left without an owner, or is `missing`.
   */
  begin(
    owner: Owner,
    { now, actor }: { now: string; actor: AuditActor },
  ): Promise<'begun' | 'missing' | { readonly ownerless: readonly string[] }>;
  /** Owners whose leaving has begun and is not finished, with who began it. */
  unfinished(): Promise<readonly { readonly owner: Owner; readonly actor: AuditActor }[]>;
  /** Whose account it is, and of what the user is a member. */
  findPerson(accountId: string): Promise<{
    readonly user: { readonly id: string; readonly email: string; readonly name: string; readonly disabled: boolean };
    readonly memberships: readonly { readonly organization_id: string; readonly name: string; readonly role: string }[];
  } | null>;
  /** What an organization has published, in the order of ids; null after the last. */
  snapshotAfter(organizationId: string, id: string | null): Promise<SnapshotRecord | null>;
  /** Its images with their content, in the order of digests, also those that only snapshots still show; null after the last. */
  imageAfter(
    organizationId: string,
    digest: string | null,
  ): Promise<{ readonly image: ImageRecord; readonly content: Uint8Array } | null>;
  /** Removes a portion of what can be much. False when there is nothing left of it. */
  removeSome(owner: Owner): Promise<boolean>;
  /** Atomic, with its audit: nothing is left but the audit. `lives_left`: a Live was created meanwhile, and nothing has changed. */
  finish(owner: Owner, audit: AuditRecord): Promise<'finished' | 'lives_left'>;
}
