import { LecternError } from '../contract/lectern-error.ts';
import { WATCH_LEASE_SECONDS } from '../contract/limits.ts';
import { newId } from '../domain/identifiers.ts';
import type { WatchStore } from '../storage/storage.ts';

/** The most Lives per call; the others are in the next one. */
const CALL_MAX_LIVES = 200;
/**
 * The pause between calls that only report releases while the database is unavailable. It doubles up to the maximum.
 */
const RETRY_MIN_MS = 250;
const RETRY_MAX_MS = 5_000;
const LEASE_MS = WATCH_LEASE_SECONDS * 1000;
/**
 * The pause before a refused watch is requested once more. A node responds to a poll before it reports the released
 * watch, and the client may poll another node before that report.
 */
const SECOND_ATTEMPT_MS = 250;

/** A watch held by one waiting poll. */
export interface Watch {
  /** Releases the watch, once. Never throws. */
  release(): void;
}

class HeldWatch implements Watch {
  readonly #liveId: string;
  #release: ((liveId: string) => void) | null;

  constructor(liveId: string, release: (liveId: string) => void) {
    this.#liveId = liveId;
    this.#release = release;
  }

  release(): void {
    const release = this.#release;
    this.#release = null;
    release?.(this.#liveId);
  }
}

interface Waiter extends PromiseWithResolvers<Watch> {
  refused?: true;
}

/**
 * The watches of this node. All nodes together hold at most `limit` per Live. [D25]
 *
 * With a store, the node reports how many watches of a Live it holds and how many more it wants. The counts are
 * absolute, so that the next call corrects one whose outcome is unknown. One call runs at a time; requests in the
 * meantime share the next one. Leases are not renewed: a poll waits 25 s at most, and every call, including the one
 * that acquired the watch, extends the Live's lease to at least 60 s from then, so no watch outlives its lease.
 */
export class WatchSlots {
  readonly #store: WatchStore | null;
  readonly #limit: number;
  readonly #node = newId();
  readonly #held = new Map<string, number>();
  /** The requests that wait for the next call, by Live, in order. */
  readonly #waiters = new Map<string, Waiter[]>();
  /** The Lives whose counts are not yet reported, with the time since when, in milliseconds. */
  readonly #dirty = new Map<string, number>();
  #syncing: Promise<void> | null = null;
  #endPause = () => {};
  #closed = false;
  /** One function for all watches. */
  readonly #release = (liveId: string): void => {
    const remaining = this.#heldOf(liveId) - 1;
    if (remaining > 0) this.#held.set(liveId, remaining);
    else this.#held.delete(liveId);
    this.#markDirty(liveId);
  };

  constructor(store: WatchStore | null, limit: number) {
    this.#store = store;
    this.#limit = limit;
  }

  /** The number of watches that this node holds, for all Lives. */
  get held(): number {
    return this.#held.values().reduce((sum, held) => sum + held, 0);
  }

  /**
   * Acquires a watch. Rejects with `watch_limit_reached` if the limit is reached and `unavailable` if the database does
   * not respond; no watch is held then. Callers that no longer need it release it after it resolves.
   */
  async take(liveId: string): Promise<Watch> {
    if (this.#closed) throw stoppingError();
    if (!this.#store) {
      if (this.#heldOf(liveId) >= this.#limit) throw new LecternError('watch_limit_reached');
      return this.#grant(liveId);
    }
    const waiter: Waiter = Promise.withResolvers<Watch>();
    this.#queue(liveId, waiter);
    return waiter.promise;
  }

  /**
   * Releases all watches and grants no more. Takes no longer than the storage's calls; if the database does not
   * respond, the leases expire by themselves.
   */
  async close(): Promise<void> {
    this.#closed = true;
    this.#refuseAll(stoppingError());
    this.#endPause();
    await this.#syncing;
    await this.#store?.release(this.#node).catch((error: unknown) => {
      if (!isUnavailable(error)) throw error;
    });
  }

  #heldOf(liveId: string): number {
    return this.#held.get(liveId) ?? 0;
  }

  #grant(liveId: string): Watch {
    this.#held.set(liveId, this.#heldOf(liveId) + 1);
    return new HeldWatch(liveId, this.#release);
  }

  #queue(liveId: string, waiter: Waiter): void {
    const waiters = this.#waiters.get(liveId);
    if (waiters) waiters.push(waiter);
    else this.#waiters.set(liveId, [waiter]);
    this.#markDirty(liveId);
    this.#endPause();
  }

  /** Refuses a request. `elsewhere` is true if other nodes hold watches of the Live. */
  #refuse(liveId: string, waiter: Waiter, elsewhere: boolean): void {
    if (waiter.refused || !elsewhere) {
      waiter.reject(new LecternError('watch_limit_reached'));
      return;
    }
    waiter.refused = true;
    setTimeout(() => {
      if (this.#closed) waiter.reject(stoppingError());
      else this.#queue(liveId, waiter);
    }, SECOND_ATTEMPT_MS);
  }

  #markDirty(liveId: string): void {
    if (!this.#store || this.#closed) return;
    this.#dirty.set(liveId, performance.now());
    this.#syncing ??= this.#sync(this.#store);
  }

  /** Calls the store until everything is reported. */
  async #sync(store: WatchStore): Promise<void> {
    let pauseMs = RETRY_MIN_MS;
    for (;;) {
      // Requests of one tick of the event loop share a call.
      await new Promise(setImmediate);
      if (this.#closed || this.#dirty.size === 0) break;
      if (await this.#call(store)) {
        pauseMs = RETRY_MIN_MS;
      } else {
        await this.#pause(pauseMs);
        pauseMs = Math.min(2 * pauseMs, RETRY_MAX_MS);
      }
    }
    // Synchronous with the check for unreported counts: the next report starts a new loop.
    this.#syncing = null;
  }

  /** Makes one call for the Lives that have waited longest. Returns false if it failed. */
  async #call(store: WatchStore): Promise<boolean> {
    const lives = [...this.#dirty.entries().take(CALL_MAX_LIVES)];
    const batch = lives.map(([liveId, sinceMs]) => ({
      liveId,
      sinceMs,
      held: this.#heldOf(liveId),
      waiters: this.#waiters.get(liveId) ?? [],
    }));
    for (const { liveId } of batch) {
      this.#dirty.delete(liveId);
      this.#waiters.delete(liveId);
    }
    try {
      const requests = batch.map(({ liveId, held, waiters }) => ({ liveId, held, more: waiters.length }));
      const grants = await store.hold(this.#node, requests, this.#limit);
      batch.forEach(({ liveId, held, waiters }, index) => {
        const granted = grants[index]!;
        for (const waiter of waiters.slice(0, granted)) waiter.resolve(this.#grant(liveId));
        for (const waiter of waiters.slice(granted)) this.#refuse(liveId, waiter, held + granted < this.#limit);
      });
      return true;
    } catch (error) {
      for (const { liveId, sinceMs, waiters } of batch) {
        for (const waiter of waiters) waiter.reject(error);
        this.#dirty.set(liveId, this.#dirty.get(liveId) ?? sinceMs);
      }
      // Also refuses newer requests, which would otherwise wait for another call of the same length.
      this.#refuseAll(error);
      this.#forgetExpired();
      return false;
    }
  }

  #refuseAll(error: unknown): void {
    for (const waiter of [...this.#waiters.values()].flat()) waiter.reject(error);
    this.#waiters.clear();
  }

  /** After this time without a call, the leases have expired in the database too. */
  #forgetExpired(): void {
    const expiredMs = performance.now() - LEASE_MS;
    for (const [liveId, sinceMs] of this.#dirty) if (sinceMs <= expiredMs) this.#dirty.delete(liveId);
  }

  /** Waits, but not longer than until a watch is requested. */
  async #pause(ms: number): Promise<void> {
    if (this.#closed || this.#waiters.size > 0) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#endPause = resolve;
    const timer = setTimeout(resolve, ms).unref();
    await promise;
    clearTimeout(timer);
  }
}

const stoppingError = () => new LecternError('unavailable', 'The server is stopping.');
const isUnavailable = (error: unknown): boolean => error instanceof LecternError && error.code === 'unavailable';
