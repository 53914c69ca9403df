import { LecternError } from '../../contract/lectern-error.ts';
import type { PlanEntryInput } from '../../contract/schemas/plans.ts';
import type {
  IdempotencyRecord,
  ListPage,
  LiveRecord,
  LiveState,
  Owner,
  PlanRecord,
  Storage,
} from '../../storage/storage.ts';
import { type Actor, toAuditRecord } from '../audit/audit.ts';
import { nextTimestamp } from '../clock.ts';
import { newId } from '../identifiers.ts';
import type { Lives } from '../live/lives.ts';
import type { Precondition, Validators } from '../live/state/validator.ts';
import { NAME_RULE, parseName } from '../name.ts';
import { numberOf } from './choose-entry.ts';
import { findEntryState } from './entry-state.ts';
import { listRemovedEntries, parsePlanEntries } from './plan-entries.ts';
import { findPlanPosition } from './plan-position.ts';

/** The format of a plan id. Other texts are never queried. */
const PLAN_ID = /^[A-Za-z0-9_-]{1,64}$/;

/** A plan in a request. */
export interface PlanInput {
  readonly name: string;
  readonly date?: string | null;
  readonly starts_at?: string | null;
  readonly entries: readonly PlanEntryInput[];
}

/** A write to an existing plan. */
interface PlanWrite {
  readonly plan: PlanRecord;
  readonly precondition: Precondition;
  readonly actor: Actor;
  /** Whether Lives may have the plan. [D75] */
  readonly mayBeAttached: boolean;
}

/** The plans (orders of service) of accounts and organizations: entries to be shown one after another. [D65] */
export class Plans {
  readonly #storage: Pick<Storage, 'plans'>;
  readonly #lives: Pick<Lives, 'adoptBackstage'>;
  readonly #validators: Validators;
  readonly #quota: number;

  constructor(
    storage: Pick<Storage, 'plans'>,
    lives: Pick<Lives, 'adoptBackstage' | 'validators'>,
    options: { plansPerOwner: number },
  ) {
    this.#storage = storage;
    this.#lives = lives;
    this.#validators = lives.validators;
    this.#quota = options.plansPerOwner;
  }

  /**
   * Creates a plan. Returns null and creates nothing if the idempotency record already exists. Throws `invalid_fields`,
   * `quota_exceeded`, and `not_found` if the owner was deleted.
   */
  async create(
    owner: Owner,
    input: PlanInput,
    actor: Actor,
    toIdempotencyRecord?: (plan: PlanRecord) => IdempotencyRecord,
  ): Promise<PlanRecord | null> {
    const plan = {
      id: newId(),
      owner,
      revision: 1,
      ...readPlan(input, owner),
      removed: [],
      createdAt: nextTimestamp(),
    };
    const outcome = await this.#storage.plans.create(plan, this.#quota, {
      audit: toPlanAudit(actor, plan),
      idempotencyRecord: toIdempotencyRecord?.(plan),
    });
    switch (outcome) {
      case 'repeated':
        return null;
      case 'missing':
        throw new LecternError('not_found', 'The owner does not exist.');
      case 'quota_exceeded':
        throw new LecternError('quota_exceeded', `At most ${this.#quota} plans are allowed.`);
      case 'created':
        return plan;
    }
  }

  list(owner: Owner, page: ListPage) {
    return this.#storage.plans.list(owner, page);
  }

  /** Returns the plan attached to a Live, or null if no plan is attached or it was deleted. */
  async findAttached({ owner, planId }: Pick<LiveRecord, 'owner' | 'planId'>): Promise<PlanRecord | null> {
    return planId === null ? null : this.#storage.plans.find(owner, planId);
  }

  /** Returns the position of a Live in its plan. [D55] */
  async outline(state: LiveState) {
    const { record } = state;
    const plan = await this.findAttached(record);
    if (!plan) return null;
    const position = findPlanPosition(plan, record.planEntryId);
    const entryId = position?.entry?.id ?? null;
    return {
      plan_id: plan.id,
      name: plan.name,
      entry_id: entryId,
      state: entryId === null ? null : findEntryState(state),
      index: position?.index ?? null,
      entries: plan.entries.length,
    };
  }

  /** Returns the number and title of the entry that a Live has shown last, while the plan has it. [D74] */
  async numberedEntry({ record }: LiveState): Promise<{ index: number; title: string } | null> {
    const plan = await this.findAttached(record);
    const position = plan && findPlanPosition(plan, record.planEntryId);
    return plan && position?.entry ? { index: numberOf(plan, position.index), title: position.entry.title } : null;
  }

  /** Returns a plan. Throws `not_found`, also for a plan of another owner. */
  async require(owner: Owner, id: string): Promise<PlanRecord> {
    const plan = PLAN_ID.test(id) ? await this.#storage.plans.find(owner, id) : null;
    if (!plan) throw new LecternError('not_found', 'There is no such plan.');
    return plan;
  }

  /** Returns the validator of the plan's revision. */
  etag(plan: Pick<PlanRecord, 'id' | 'revision'>): string {
    return this.#validators.etag(toVersion(plan));
  }

  /** Replaces a plan. Throws `invalid_fields` and the errors of the precondition. */
  async replace({ plan, precondition, actor, mayBeAttached }: PlanWrite, input: PlanInput): Promise<PlanRecord> {
    const read = readPlan(input, plan.owner, plan);
    this.#validators.require(precondition, toVersion(plan));
    const removed = listRemovedEntries(plan, read.entries);
    const next = { ...plan, ...read, removed, revision: plan.revision + 1 };
    const audit = toPlanAudit(actor, next);
    await this.#notify(await this.#storage.plans.replace(next, { audit, mayBeAttached }));
    return next;
  }

  /** Deletes a plan and detaches it from its Lives. Throws the errors of the precondition. */
  async delete({ plan, precondition, actor, mayBeAttached }: PlanWrite): Promise<void> {
    this.#validators.require(precondition, toVersion(plan));
    await this.#notify(await this.#storage.plans.delete(plan, { audit: toPlanAudit(actor, plan), mayBeAttached }));
  }

  /** Notifies the followers of the affected Lives. Throws `stale_validator` and `insufficient_scope` if it failed. */
  async #notify(written: Awaited<ReturnType<Storage['plans']['delete']>>): Promise<void> {
    if (written === 'stale') throw new LecternError('stale_validator');
    if (written === 'attached') {
      const detail = 'The plan is attached to a Live, so changing it requires live.update.';
      throw new LecternError('insufficient_scope', detail, { scopes: ['live.update'] });
    }
    await this.#lives.adoptBackstage(written);
  }
}

/** Validates a plan, which keeps what the input omits of `before`. Throws `invalid_fields`. */
function readPlan(
  { name: typed, date = null, starts_at: startsAt, entries }: PlanInput,
  owner: Owner,
  before?: Pick<PlanRecord, 'startsAt' | 'entries'>,
) {
  const name = parseName(typed);
  if (name === null) {
    throw new LecternError('invalid_fields', undefined, { errors: [{ pointer: '/name', message: NAME_RULE }] });
  }
  return {
    name,
    date,
    startsAt: startsAt === undefined ? (before?.startsAt ?? null) : startsAt,
    entries: parsePlanEntries(entries, owner, before?.entries),
  };
}

const toPlanAudit = (actor: Actor, { owner, id, name }: Pick<PlanRecord, 'owner' | 'id' | 'name'>) =>
  toAuditRecord(actor, { owner, resource: id, resourceName: name });

const toVersion = ({ id, revision }: Pick<PlanRecord, 'id' | 'revision'>) => ({ id: `plan/${id}`, sequence: revision });
