import { LecternError } from '../../contract/lectern-error.ts';
import type { AuditRecord, LiveState, Owner, Storage, UndoStep } from '../../storage/storage.ts';
import { type Actor, toAuditRecord } from '../audit/audit.ts';
import type { Actors } from './actors.ts';
import { describeChange } from './describe-change.ts';
import { continuesStep, requireUndoSlot, toJournalUpdate } from './journal.ts';
import type { LiveBroadcasts } from './live-broadcasts.ts';
import type { LiveStates } from './live-states.ts';
import { requireItem, requireOwned, requireReaderMode } from './require-live.ts';
import { applyTransition, type Transition } from './transitions.ts';
import type { Precondition, Validators } from './validator.ts';

/** How often a write starts again because another process was faster; each time its precondition is judged anew. */
const ATTEMPTS_MAX = 10;

export interface LiveWrite {
  readonly owner: Owner;
  /** Who is named in the audit. */
  readonly actor: Actor;
  readonly precondition: Precondition;
  /** The item that the write is about, which must exist. */
  readonly itemId?: string;
  /** Refused in presentation mode. [States] */
  readonly reader?: true;
  /** Refused on a stopped Live. [States] */
  readonly running?: true;
  /** Throws what mode and status forbid besides. [D56] */
  readonly requireAllowed?: (state: LiveState) => void;
  /** Looked at right before the write: throws when the caller may not act any more. `late`: it had to wait for others. */
  readonly recheck?: (late: boolean) => void | Promise<void>;
  /** The change; null where nothing changes. */
  readonly apply: (state: LiveState) => Transition | null | Promise<Transition | null>;
}

export interface LiveWriteResult {
  readonly state: LiveState;
  /** Null where nothing changed. */
  readonly transition: Transition | null;
}

/**
 * Writes of Lives. A write is ordered by its Live's actor, judged against the present state, made durable by compare-and-set, and
 * only then shown to anyone.
 */
export class LiveWrites {
  readonly #storage: Storage;
  readonly #actors: Actors;
  readonly #states: LiveStates;
  readonly #news: LiveBroadcasts;
  readonly #validators: Validators;

  constructor(storage: Storage, actors: Actors, states: LiveStates, news: LiveBroadcasts, validators: Validators) {
    this.#storage = storage;
    this.#actors = actors;
    this.#states = states;
    this.#news = news;
    this.#validators = validators;
  }

  /** Carries out one write. Throws what `write.apply` throws, the refusals of [D4], and `unavailable`. */
  write(id: string, write: LiveWrite): Promise<LiveWriteResult> {
    return this.#inTurn(id, write, async (before) => {
      const transition = await write.apply(before);
      if (!transition) return (await this.#states.isOutdated(before)) ? null : { state: before, transition: null };
      const audit = toAuditRecord(write.actor, {
        owner: write.owner,
        resource: id,
        resourceName: transition.record.name ?? before.record.name,
        detail: describeChange(before, transition),
        before: before.record.sequence,
        after: before.record.sequence + 1,
      });
      const next = applyTransition(before, transition);
      if (transition.retraces || transition.record.slide) await this.#states.loadMaterial(next);
      const renewed = continuesStep(before, transition) && transition.queue.length > 0;
      const latest = renewed ? await this.#findLatestStep(before) : null;
      if (renewed && !latest) return null;
      const { after, journal } = journaled(before, signed(next, audit), transition, audit.at, latest);
      const outcome = await this.#storage.lives.commit({
        expectedSequence: before.record.sequence,
        next: after.record,
        queue: transition.queue,
        journal,
        audit,
        usedEditions: transition.texts,
      });
      if (outcome !== 'committed') return null;
      this.#states.keep(after);
      this.#news.committed({ before, after, queue: transition.queue });
      return { state: after, transition };
    });
  }

  /** Null where the Live has changed meanwhile. */
  #findLatestStep(state: LiveState): Promise<UndoStep | null> {
    const { id, sequence } = state.record;
    return this.#storage.lives.findUndoStep(id, requireUndoSlot(state, 'undo'), sequence);
  }

  async delete(id: string, write: Omit<LiveWrite, 'apply'>): Promise<void> {
    await this.#inTurn(id, write, async (before) => {
      const { name, sequence } = before.record;
      const deed = { owner: write.owner, resource: id, resourceName: name, before: sequence };
      const audit = toAuditRecord(write.actor, deed);
      const outcome = await this.#storage.lives.delete(id, before.record.sequence, audit);
      if (outcome !== 'deleted') return null;
      this.#states.forget(id);
      this.#news.committed({ before, after: null, queue: [] });
      return true;
    });
  }

  /** Does work whatever happens to the Live meanwhile: under the precondition of the state that is there, until it holds. */
  async unconditionally<Result>(id: string, work: (precondition: Precondition) => Promise<Result>): Promise<Result> {
    for (let attempt = 1; ; attempt++) {
      const state = await this.#states.find(id);
      if (!state) throw new LecternError('not_found');
      try {
        return await work({ tag: this.#validators.etag(state.record) });
      } catch (error) {
        const overtaken = error instanceof LecternError && error.code === 'stale_validator';
        if (!overtaken || attempt === ATTEMPTS_MAX) throw error;
      }
    }
  }

  /**
   * Does work on a Live's present state in its actor's turn. Where another process was faster it starts again, and all is
   * judged anew: so it is when the work answers null, and when a state in memory that led to a refusal turns out to be old.
   */
  #inTurn<Result>(
    id: string,
    write: Omit<LiveWrite, 'apply'>,
    work: (state: LiveState) => Promise<Result | null>,
  ): Promise<Result> {
    const late = this.#actors.isBusy(id);
    return this.#actors.run(id, async () => {
      for (let attempt = 1; attempt <= ATTEMPTS_MAX; attempt++) {
        await write.recheck?.(late || attempt > 1);
        const known = this.#states.findCached(id);
        try {
          const state = requireWritable(known ?? (await this.#states.load(id)), write);
          this.#validators.require(write.precondition, state.record);
          const result = await work(state);
          if (result) return result;
        } catch (error) {
          if (!(error instanceof LecternError) || error.code === 'unavailable') {
            // The outcome may be unknown: what is true is read from the storage next time.
            this.#states.forget(id);
            throw error;
          }
          if (!known || !(await this.#states.isOutdated(known))) throw error;
        }
        this.#states.forget(id);
      }
      throw new LecternError('unavailable', 'Too many writes at once.');
    });
  }
}

/** Before If-Match in the order of checks. Throws the refusals of [D4] that need the state. */
function requireWritable(found: LiveState | null, write: Omit<LiveWrite, 'apply'>): LiveState {
  const state = requireOwned(found, write.owner);
  if (write.itemId !== undefined) requireItem(state, write.itemId);
  if (write.reader) requireReaderMode(state.record);
  if (write.running && state.record.status === 'stopped') throw new LecternError('live_stopped');
  write.requireAllowed?.(state);
  return state;
}

/** The state with who made it. [D55] */
const signed = (state: LiveState, { at, userId, credentialId, operation }: AuditRecord): LiveState => ({
  ...state,
  record: { ...state.record, changed: { at, userId, credentialId, operation } },
});

/** The state with its journal as it then stands, and the entry that is kept of the change. */
function journaled(before: LiveState, after: LiveState, transition: Transition, at: string, latest: UndoStep | null) {
  const kept = toJournalUpdate(before, after, transition, at, latest);
  if (!kept) return { after, journal: null };
  return { after: { ...after, record: { ...after.record, journal: kept.mark } }, journal: kept.entry };
}
