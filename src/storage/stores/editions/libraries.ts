import type { EditionUse } from '../../../contract/edition-library.ts';
import type { AuditRecord } from '../shared/audit.ts';
import type { Owner } from '../shared/owner.ts';

export interface LibraryStore {
  /**
   * Adds an edition to a library, atomically with its audit record unless that is recorded elsewhere. Returns false if
   * no text of the edition is installed.
   */
  enable(owner: Owner, slug: string, audit?: AuditRecord): Promise<boolean>;
  /** Removes an edition from a library. Returns false if it was not enabled. */
  disable(owner: Owner, slug: string, audit?: AuditRecord): Promise<boolean>;
  listEnabled(owner: Owner): Promise<ReadonlySet<string>>;
  /** Returns what an owner decided on editions for phones, by slug. Without a decision, their rights decide. [D72] */
  listPhoneChoices(owner: Owner): Promise<ReadonlyMap<string, boolean>>;
  /** Decides whether phones get an edition. Returns false if it is not in the library. */
  setPhones(owner: Owner, slug: string, phones: boolean | null, audit?: AuditRecord): Promise<boolean>;
  /** Lists the owners whose libraries contain the edition, accounts first. */
  listHolders(slug: string, limit: number): Promise<Owner[]>;
  /** Returns who uses an edition in the whole installation. */
  countUse(slug: string): Promise<EditionUse>;
  /** Lists the Lives of an owner that have translations, with them. */
  listConfigured(owner: Owner): Promise<{ id: string; name: string; translations: readonly string[] }[]>;
}
