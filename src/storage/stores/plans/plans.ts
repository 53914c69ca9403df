import type { PlanEntry } from '../../../contract/schemas/plans.ts';
import type { LiveBackstage } from '../live/lives.ts';
import type { AuditRecord } from '../shared/audit.ts';
import type { IdempotencyRecord } from '../shared/idempotency-records.ts';
import type { ListPage } from '../shared/list-page.ts';
import type { Owner } from '../shared/owner.ts';

/** Where an entry stood that a plan has no longer: after another one, or at the beginning. */
export interface RemovedEntry {
  readonly id: string;
  readonly after: string | null;
}

/** An order of service. [D65] */
export interface PlanRecord {
  readonly id: string;
  readonly owner: Owner;
  readonly name: string;
  /** YYYY-MM-DD. */
  readonly date: string | null;
  /** From 1 on. */
  readonly revision: number;
  readonly entries: readonly PlanEntry[];
  /** The latest of them, so that a Live at one of them keeps its place. */
  readonly removed: readonly RemovedEntry[];
  readonly createdAt: string;
}

export type PlanSummary = Omit<PlanRecord, 'entries' | 'removed'>;

export interface PlanStore {
  /** Atomic: the owner's plans are counted and the new one is added, with its audit and receipt, as a Live is. */
  create(
    plan: PlanRecord,
    quota: number,
    more: { audit: AuditRecord; receipt?: IdempotencyRecord },
  ): Promise<'created' | 'quota_exceeded' | 'repeated' | 'missing'>;
  /** Oldest first; `after` is the last one of the page before. */
  list(owner: Owner, page: ListPage): Promise<PlanSummary[]>;
  find(owner: Owner, id: string): Promise<PlanRecord | null>;
  /**
   * Atomic compare-and-set, with its audit: the plan is the given one, or its revision was not the one before and nothing changed. What
   * stands beside the content of Lives that have the plan is then another version, which is returned by Live.
   */
  replace(plan: PlanRecord, audit: AuditRecord): Promise<'stale' | ReadonlyMap<string, LiveBackstage>>;
  /** The same, under the condition that it is at this revision. */
  delete(
    plan: Pick<PlanRecord, 'owner' | 'id' | 'revision'>,
    audit: AuditRecord,
  ): Promise<'stale' | ReadonlyMap<string, LiveBackstage>>;
}
