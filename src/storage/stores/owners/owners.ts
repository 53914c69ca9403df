import type { StudioSettings } from '../../../contract/schemas/design.ts';
import type { AuditRecord } from '../shared/audit.ts';
import type { Owner } from '../shared/owner.ts';
import type { StoredImage } from '../shared/stored-image.ts';

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
