import type { AuditRecord } from '../shared/audit.ts';
import type { Owner } from '../shared/owner.ts';

export interface LibraryStore {
  /** Atomic, with its audit where it is not recorded elsewhere; as `disable`. False where no text of the edition is installed. */
  enable(owner: Owner, slug: string, audit?: AuditRecord): Promise<boolean>;
  /** False if it was not enabled. */
  disable(owner: Owner, slug: string, audit?: AuditRecord): Promise<boolean>;
  listEnabled(owner: Owner): Promise<ReadonlySet<string>>;
  /** Whose libraries have it, accounts first. */
  listHolders(slug: string, limit: number): Promise<Owner[]>;
}
