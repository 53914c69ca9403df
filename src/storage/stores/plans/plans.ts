import type { PlanEntry } from '../../../contract/schemas/plans.ts';
import type { LiveBackstage } from '../live/lives.ts';
import type { AuditRecord } from '../shared/audit.ts';
import type { IdempotencyRecord } from '../shared/idempotency-records.ts';
import type { ListPage } from '../shared/list-page.ts';
import type { Owner } from '../shared/owner.ts';

/** The former position of an entry that was removed from a plan: after another entry, or at the beginning. */
export interface RemovedEntry {
  readonly id: string;
  readonly after: string | null;
}

/** A plan: an order of service. [D65] */
export interface PlanRecord {
  readonly id: string;
  readonly owner: Owner;
  readonly name: string;
  /** YYYY-MM-DD. */
  readonly date: string | null;
  /** HH:MM. */
  readonly startsAt: string | null;
  /** Starts at 1. */
  readonly revision: number;
  readonly entries: readonly PlanEntry[];
  /** The most recently removed entries, so that a Live at one of them keeps its position. */
  readonly removed: readonly RemovedEntry[];
  readonly createdAt: string;
}

export interface PlanSummary extends Omit<PlanRecord, 'startsAt' | 'entries' | 'removed'> {
  readonly entryCount: number;
}

/** How a plan is replaced or deleted. */
interface PlanChange {
  readonly audit: AuditRecord;
  /** Whether Lives may have the plan. [D75] */
  readonly mayBeAttached: boolean;
}

/** The new backstage states of the Lives that have the plan, by Live id, or why nothing was changed. */
type ChangedPlan = ReadonlyMap<string, LiveBackstage> | 'stale' | 'attached';

export interface PlanStore {
  /**
   * Creates a plan within the owner's quota, atomically with its audit record and idempotency record, like
   * `LiveStore.create`.
   */
  create(
    plan: PlanRecord,
    quota: number,
    more: { audit: AuditRecord; idempotencyRecord?: IdempotencyRecord },
  ): Promise<'created' | 'quota_exceeded' | 'repeated' | 'missing'>;
  /** Lists plans, oldest first. `after` is the last one of the previous page. */
  list(owner: Owner, page: ListPage): Promise<PlanSummary[]>;
  find(owner: Owner, id: string): Promise<PlanRecord | null>;
  /**
   * Replaces a plan with compare-and-set, atomically with its audit record. Returns `stale` if the stored revision is
   * not the previous one, else `attached` if a Live has the plan and may not.
   */
  replace(plan: PlanRecord, change: PlanChange): Promise<ChangedPlan>;
  /** Deletes a plan if it is at this revision, and returns the same as `replace`. */
  delete(plan: Pick<PlanRecord, 'owner' | 'id' | 'revision'>, change: PlanChange): Promise<ChangedPlan>;
}
