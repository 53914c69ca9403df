import type { Looks, StudioSettings } from '../../../contract/schemas/design.ts';
import type { AuditRecord } from '../shared/audit.ts';
import type { Owner } from '../shared/owner.ts';
import type { StoredImage, UnlistedImages } from '../shared/stored-image.ts';

/** The settings that apply to all Lives of an owner. */
export interface OwnerProfile {
  /** Increases with every change of the profile; 0 before the first. */
  readonly version: number;
  /** The organization's name; null for a personal account. */
  readonly name: string | null;
  /** Whether processing for the owner is restricted. [D42] */
  readonly restricted: boolean;
  /** Null before the first change of the design. */
  readonly design: StudioSettings | null;
  /** Null before the first change of the looks. [D76] */
  readonly looks: Looks | null;
  /** Increases with every change of design or looks, independent of any Live's sequence. [Events 5] */
  readonly designRevision: number;
  readonly logo: StoredImage | null;
  /** Number of the organization's license of CCLI, which song slides show; null without one. [D77] */
  readonly ccliLicence: string | null;
}

export interface OwnerStore {
  /** Returns the profile of an existing owner. */
  find(owner: Owner): Promise<OwnerProfile>;
  /**
   * Sets the design or the looks with compare-and-set, atomically with its audit record. The new revision is one
   * higher. Returns `stale`, with no change, if the revision was not the expected one. None of the `images`
   * that the change names can be removed meanwhile.
   */
  setDesign(
    owner: Owner,
    change:
      | { readonly design: StudioSettings; readonly images?: undefined }
      | { readonly looks: Looks; readonly images: readonly string[] },
    expectedRevision: number,
    audit: AuditRecord,
  ): Promise<'committed' | 'stale' | UnlistedImages>;
  /** Sets the logo, atomically with its audit record. */
  setLogo(owner: Owner, logo: StoredImage | null, audit: AuditRecord): Promise<void>;
  /** Sets the number of the license, atomically with its audit record. */
  setLicence(owner: Owner, ccliLicence: string | null, audit: AuditRecord): Promise<void>;
  setRestricted(owner: Owner, restricted: boolean): Promise<void>;
  /** Returns the ids of the owners of a kind whose processing is restricted. [D42] */
  listRestricted(kind: Owner['kind']): Promise<ReadonlySet<string>>;
}
