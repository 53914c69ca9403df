import { LecternError } from '../../../contract/lectern-error.ts';
import { BUTTON_RETRY_MAX_SECONDS, INEXPENSIVE_VERSES_MAX } from '../../../contract/limits.ts';
import type {
  AuditRecord,
  CountedUsage,
  LiveState,
  Owner,
  Storage,
  UndoStep,
  UsageStay,
  UsedThing,
} from '../../../storage/storage.ts';
import { type Actor, toAuditRecord } from '../../audit/audit.ts';
import type { Clock } from '../../clock.ts';
import type { Actors } from '../state/actors.ts';
import type { LiveBroadcasts } from '../state/live-broadcasts.ts';
import type { LiveStates } from '../state/live-states.ts';
import { requireItem, requireOwned, requireReaderMode } from '../state/require-live.ts';
import type { Precondition, Validators } from '../state/validator.ts';
import { airTimesAfter } from './air-times.ts';
import { countUsage } from './count-usage.ts';
import { beginCountdown } from './countdown.ts';
import { describeChange, putsOnAir } from './describe-change.ts';
import { continuesStep, requireUndoSlot, toJournalUpdate } from './journal.ts';
import { applyTransition, type Transition } from './transitions.ts';

/** The most attempts of a write when other processes commit first. Each attempt validates the precondition again. */
const ATTEMPTS_MAX = 10;
/** How long a write without a precondition starts again when other processes commit first. */
const RETRY_MAX_MS = BUTTON_RETRY_MAX_SECONDS * 1_000;

export interface LiveWrite {
  readonly owner: Owner;
  /** The actor of the audit record. */
  readonly actor: Actor;
  /** Null for a write that applies to whatever state is current when it is carried out. */
  readonly precondition: Precondition | null;
  /** An item that must exist. */
  readonly itemId?: string;
  /** Refuses the write in presentation mode. [States] */
  readonly reader?: true;
  /** Refuses the write on a stopped Live. [States] */
  readonly running?: true;
  /** Checks further conditions of mode and status. Throws if they are not met. [D56] */
  readonly requireAllowed?: (state: LiveState) => void;
  /**
   * Checks right before the write that the client may still act; throws if not. `late` is true if the write had to
   * wait.
   */
  readonly recheck?: (late: boolean) => void | Promise<void>;
  /** The turn without which a change that adds or restores many verses is not written. [D10] */
  readonly turn?: {
    /** Takes the turn if it is free. Returns whether the write has it. */
    readonly tryTake: () => boolean;
    /** Waits for the turn. Rejects with `rate_limited`. */
    readonly take: () => Promise<void>;
  };
  /** Returns the change, or null if nothing changes. */
  readonly apply: (state: LiveState) => Transition | null | Promise<Transition | null>;
}

export interface LiveWriteResult {
  readonly state: LiveState;
  /** Null if nothing changed. */
  readonly transition: Transition | null;
}

/** Lists the songs and editions on air in a Live, whose slide and revisions are loaded. [D77] */
export type ListUsed = (state: LiveState) => readonly UsedThing[];

/**
 * Writes to Lives. The actor of the Live orders each write, which is validated against the current state, committed by
 * compare-and-set, and only then sent to followers.
 */
export class LiveWrites {
  readonly #storage: Storage;
  readonly #actors: Actors;
  readonly #states: LiveStates;
  readonly #broadcasts: LiveBroadcasts;
  readonly #validators: Validators;
  readonly #listUsed: ListUsed;
  readonly #clock: Clock;

  constructor(
    storage: Storage,
    actors: Actors,
    states: LiveStates,
    broadcasts: LiveBroadcasts,
    validators: Validators,
    listUsed: ListUsed,
    clock: Clock,
  ) {
    this.#storage = storage;
    this.#actors = actors;
    this.#states = states;
    this.#broadcasts = broadcasts;
    this.#validators = validators;
    this.#listUsed = listUsed;
    this.#clock = clock;
  }

  /** Runs one write. Throws the errors of `write.apply`, the refusals of [D4], and `unavailable`. */
  async write(id: string, write: LiveWrite): Promise<LiveWriteResult> {
    const result = await this.#write(id, write);
    if (result !== 'needs turn') return result;
    // Waits outside the actor, so that other writes to the Live do not wait. They can change what this one does.
    await write.turn!.take();
    return (await this.#write(id, write, { late: true })) as LiveWriteResult;
  }

  #write(id: string, write: LiveWrite, options?: { late: boolean }): Promise<LiveWriteResult | 'needs turn'> {
    const work = async (before: LiveState) => {
      const transition = await write.apply(before);
      if (!transition) return (await this.#states.isOutdated(before)) ? null : { state: before, transition: null };
      if (write.turn && countAdded(transition) > INEXPENSIVE_VERSES_MAX && !write.turn.tryTake()) {
        return (await this.#states.isOutdated(before)) ? null : 'needs turn';
      }
      const audit = toAuditRecord(write.actor, {
        owner: write.owner,
        resource: id,
        resourceName: transition.record.name ?? before.record.name,
        detail: describeChange(before, transition),
        onAir: putsOnAir(before, transition),
        before: before.record.sequence,
        after: before.record.sequence + 1,
      });
      const changed = applyTransition(before, transition);
      const next = { ...changed, record: beginCountdown(changed.record, this.#clock()) };
      const isAtOtherEntry = next.record.planEntryId !== before.record.planEntryId;
      const showsOther = next.record.slide && next.record.slide !== before.record.slide;
      const { planId, phones } = transition.record;
      const isForOthers = planId !== undefined || phones !== undefined;
      if (transition.retraces || showsOther || isAtOtherEntry || isForOthers) await this.#states.loadDependencies(next);
      const extendsStep = continuesStep(before, transition) && transition.queue.length > 0;
      const latest = extendsStep ? await this.#findLatestStep(before) : null;
      if (extendsStep && !latest) return null;
      const { after: entered, journal } = withJournal(before, withAuthor(next, audit), transition, audit.at, latest);
      const airTimes = airTimesAfter(before, entered, transition, this.#clock());
      const { usage, counted } = this.#countUsage(before, this.#listUsed(next));
      const after = { ...entered, record: { ...entered.record, airTimes, usage } };
      const outcome = await this.#storage.lives.commit({
        expectedSequence: before.record.sequence,
        next: after.record,
        queue: transition.queue,
        journal,
        audit,
        usedEditions: transition.texts,
        counted,
      });
      if (outcome !== 'committed') return null;
      this.#states.keep(after);
      this.#broadcasts.committed({ before, after, queue: transition.queue });
      return { state: after, transition };
    };
    return this.#runInActor(id, write, work, options);
  }

  /** Returns null if the Live has changed in the meantime. */
  #findLatestStep(state: LiveState): Promise<UndoStep | null> {
    const { id, sequence } = state.record;
    return this.#storage.lives.findUndoStep(id, requireUndoSlot(state, 'undo'), sequence);
  }

  /** Counts what is on air before a change, of which `after` is on air after it. [D77] */
  #countUsage(
    before: LiveState,
    after: readonly UsedThing[],
  ): { usage: readonly UsageStay[]; counted: readonly CountedUsage[] } {
    const things = this.#listUsed(before);
    const keysOf = (used: readonly UsedThing[]) => used.map(({ key }) => key);
    const change = { before: keysOf(things), after: keysOf(after) };
    const { stays, counted } = countUsage(before.record.usage, change, this.#clock());
    return {
      usage: stays,
      counted: counted.map(({ key, day }) => ({ ...things.find((thing) => thing.key === key)!, day })),
    };
  }

  async delete(id: string, write: Omit<LiveWrite, 'apply'>): Promise<void> {
    await this.#runInActor(id, write, async (before) => {
      const { name, sequence } = before.record;
      const target = { owner: write.owner, resource: id, resourceName: name, before: sequence };
      const audit = toAuditRecord(write.actor, target);
      const { counted } = this.#countUsage(before, []);
      const outcome = await this.#storage.lives.delete(id, before.record.sequence, audit, counted);
      if (outcome !== 'deleted') return null;
      this.#states.forget(id);
      this.#broadcasts.committed({ before, after: null, queue: [] });
      return true;
    });
  }

  /**
   * Runs `work` on the current state within the actor of the Live. Validates and runs again if another process
   * committed first: when `work` returns null, or when it was refused because of a stale cached state.
   */
  #runInActor<Result>(
    id: string,
    write: Omit<LiveWrite, 'apply'>,
    work: (state: LiveState) => Promise<Result | null>,
    { late = this.#actors.isBusy(id) } = {},
  ): Promise<Result> {
    const endMs = performance.now() + RETRY_MAX_MS;
    const mayRetry = (attempt: number) => (write.precondition ? attempt <= ATTEMPTS_MAX : performance.now() < endMs);
    return this.#actors.run(id, async () => {
      for (let attempt = 1; attempt === 1 || mayRetry(attempt); attempt++) {
        await write.recheck?.(late || attempt > 1);
        const known = this.#states.findCached(id);
        try {
          const state = requireWritable(known ?? (await this.#states.load(id)), write);
          if (write.precondition) this.#validators.require(write.precondition, state.record);
          const result = await work(state);
          if (result) return result;
        } catch (error) {
          if (!(error instanceof LecternError) || error.code === 'unavailable') {
            // The outcome may be unknown, so the next read loads the state from the storage.
            this.#states.forget(id);
            throw error;
          }
          if (!known || !(await this.#states.isOutdated(known))) throw error;
        }
        this.#states.forget(id);
      }
      throw new LecternError('unavailable', 'Too many concurrent writes to this Live.');
    });
  }
}

const countAdded = ({ queue }: Transition): number =>
  queue.reduce((count, change) => count + (change.type === 'insert' ? change.items.length : 0), 0);

/** Runs the checks that come before If-Match. Throws the refusals of [D4] that need the state. */
function requireWritable(found: LiveState | null, write: Omit<LiveWrite, 'apply'>): LiveState {
  const state = requireOwned(found, write.owner);
  if (write.itemId !== undefined) requireItem(state, write.itemId);
  if (write.reader) requireReaderMode(state.record);
  if (write.running && state.record.status === 'stopped') throw new LecternError('live_stopped');
  write.requireAllowed?.(state);
  return state;
}

/** Returns the state with the author of the change. [D55] */
const withAuthor = (state: LiveState, { at, userId, credentialId, operation }: AuditRecord): LiveState => ({
  ...state,
  record: { ...state.record, changed: { at, userId, credentialId, operation } },
});

/** Returns the state with its updated journal, and the journal entry of the change. */
function withJournal(before: LiveState, after: LiveState, transition: Transition, at: string, latest: UndoStep | null) {
  const kept = toJournalUpdate(before, after, transition, at, latest);
  if (!kept) return { after, journal: null };
  return { after: { ...after, record: { ...after.record, journal: kept.mark } }, journal: kept.entry };
}
