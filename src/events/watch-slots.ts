import { LecternError } from '../contract/lectern-error.ts';
import { WATCH_LEASE_SECONDS } from '../contract/limits.ts';
import { newId } from '../domain/identifiers.ts';
import type { WatchStore } from '../storage/storage.ts';

/** Lives a call; others wait for the next one. */
const CALL_MAX_LIVES = 200;
/** Pauses of a node that only has releases to tell while the database is away: doubled up to the longest. */
const RETRY_MIN_MS = 250;
const RETRY_MAX_MS = 5_000;
const LEASE_MS = WATCH_LEASE_SECONDS * 1000;
/**
 * A node answers a poll before it has told the store that its watch is free, and its client may come to another node sooner than
 * that. So who finds no room beside the watches of other nodes is asked for once more after this.
 */
const SECOND_TRY_MS = 250;

/** One poll that is waiting. */
export interface Watch {
  /** Gives the watch back, once. Never throws. */
  release(): void;
}

class HeldWatch implements Watch {
  readonly #liveId: string;
  #giveBack: ((liveId: string) => void) | null;

  constructor(liveId: string, giveBack: (liveId: string) => void) {
    this.#liveId = liveId;
    this.#giveBack = giveBack;
  }

  release(): void {
    const giveBack = this.#giveBack;
    this.#giveBack = null;
    giveBack?.(this.#liveId);
  }
}

interface Taker extends PromiseWithResolvers<Watch> {
  refused?: true;
}

/**
 * The watches of this node, at most `limit` a Live together with those of all other nodes. [D25]
 *
 * With a store, the node tells it how many it holds of a Live and how many more it wants: absolute counts, so that the
 * next call heals one whose outcome is unknown. One call is under way at a time; what comes meanwhile goes together in the
 * next one. There are no renewals: a poll waits 25 s at most, every call leaves a Live's lease at 60 s from then at least,
 * and the call that took a watch is such a call, so that no watch outlives its lease.
 */
export class WatchSlots {
  readonly #store: WatchStore | null;
  readonly #limit: number;
  readonly #node = newId();
  readonly #held = new Map<string, number>();
  /** Those who wait for the next call, by Live, the first first. */
  readonly #takers = new Map<string, Taker[]>();
  /** Lives of which the store does not know the latest, with the time since when, in milliseconds. */
  readonly #untold = new Map<string, number>();
  #speaking: Promise<void> | null = null;
  #endPause = () => {};
  #closed = false;
  /** One for all watches. */
  readonly #giveBack = (liveId: string): void => {
    const left = this.#heldOf(liveId) - 1;
    if (left > 0) this.#held.set(liveId, left);
    else this.#held.delete(liveId);
    this.#tell(liveId);
  };

  constructor(store: WatchStore | null, limit: number) {
    this.#store = store;
    this.#limit = limit;
  }

  /** Watches that this node holds, of all Lives. */
  get held(): number {
    return this.#held.values().reduce((sum, held) => sum + held, 0);
  }

  /**
   * Takes a watch. Rejects with `watch_limit_reached` where it is one too many, and
   * `unavailable` where the database does not answer; then nothing is held. Whoever lost interest meanwhile releases the
   * watch when it comes.
   */
  async take(liveId: string): Promise<Watch> {
    if (this.#closed) throw stopping();
    if (!this.#store) {
      if (this.#heldOf(liveId) >= this.#limit) throw new LecternError('watch_limit_reached');
      return this.#grant(liveId);
    }
    const taker: Taker = Promise.withResolvers<Watch>();
    this.#queue(liveId, taker);
    return taker.promise;
  }

  /**
   * Gives everything back and grants nothing more. Takes no longer than the storage lets its calls take; where the
   * database does not answer, the leases end by themselves.
   */
  async close(): Promise<void> {
    this.#closed = true;
    this.#refuseAll(stopping());
    this.#endPause();
    await this.#speaking;
    await this.#store?.release(this.#node).catch((error: unknown) => {
      if (!isUnavailable(error)) throw error;
    });
  }

  #heldOf(liveId: string): number {
    return this.#held.get(liveId) ?? 0;
  }

  #grant(liveId: string): Watch {
    this.#held.set(liveId, this.#heldOf(liveId) + 1);
    return new HeldWatch(liveId, this.#giveBack);
  }

  #queue(liveId: string, taker: Taker): void {
    const takers = this.#takers.get(liveId);
    if (takers) takers.push(taker);
    else this.#takers.set(liveId, [taker]);
    this.#tell(liveId);
    this.#endPause();
  }

  /** `elsewhere`: other nodes hold watches of the Live. */
  #refuse(liveId: string, taker: Taker, elsewhere: boolean): void {
    if (taker.refused || !elsewhere) {
      taker.reject(new LecternError('watch_limit_reached'));
      return;
    }
    taker.refused = true;
    setTimeout(() => {
      if (this.#closed) taker.reject(stopping());
      else this.#queue(liveId, taker);
    }, SECOND_TRY_MS);
  }

  #tell(liveId: string): void {
    if (!this.#store || this.#closed) return;
    this.#untold.set(liveId, performance.now());
    this.#speaking ??= this.#speak(this.#store);
  }

  /** Calls until there is nothing more to tell. */
  async #speak(store: WatchStore): Promise<void> {
    let pauseMs = RETRY_MIN_MS;
    for (;;) {
      // What comes in one turn of the event loop goes together.
      await new Promise(setImmediate);
      if (this.#closed || this.#untold.size === 0) break;
      if (await this.#call(store)) {
        pauseMs = RETRY_MIN_MS;
      } else {
        await this.#pause(pauseMs);
        pauseMs = Math.min(2 * pauseMs, RETRY_MAX_MS);
      }
    }
    // In the same step as the look at what is untold: whoever tells next begins anew.
    this.#speaking = null;
  }

  /** One call, for those Lives that have waited longest. False where it failed. */
  async #call(store: WatchStore): Promise<boolean> {
    const lives = [...this.#untold.entries().take(CALL_MAX_LIVES)];
    const batch = lives.map(([liveId, sinceMs]) => ({
      liveId,
      sinceMs,
      held: this.#heldOf(liveId),
      takers: this.#takers.get(liveId) ?? [],
    }));
    for (const { liveId } of batch) {
      this.#untold.delete(liveId);
      this.#takers.delete(liveId);
    }
    try {
      const requests = batch.map(({ liveId, held, takers }) => ({ liveId, held, more: takers.length }));
      const grants = await store.hold(this.#node, requests, this.#limit);
      batch.forEach(({ liveId, held, takers }, index) => {
        const granted = grants[index]!;
        for (const taker of takers.slice(0, granted)) taker.resolve(this.#grant(liveId));
        for (const taker of takers.slice(granted)) this.#refuse(liveId, taker, held + granted < this.#limit);
      });
      return true;
    } catch (error) {
      for (const { liveId, sinceMs, takers } of batch) {
        for (const taker of takers) taker.reject(error);
        this.#untold.set(liveId, this.#untold.get(liveId) ?? sinceMs);
      }
      // Those who came meanwhile too: else they would wait for another call that may be as long.
      this.#refuseAll(error);
      this.#forgetExpired();
      return false;
    }
  }

  #refuseAll(error: unknown): void {
    for (const taker of [...this.#takers.values()].flat()) taker.reject(error);
    this.#takers.clear();
  }

  /** After so long without a call the leases have ended in the database as well. */
  #forgetExpired(): void {
    const expiredMs = performance.now() - LEASE_MS;
    for (const [liveId, sinceMs] of this.#untold) if (sinceMs <= expiredMs) this.#untold.delete(liveId);
  }

  /** Ends early when somebody wants a watch. */
  async #pause(ms: number): Promise<void> {
    if (this.#closed || this.#takers.size > 0) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#endPause = resolve;
    const timer = setTimeout(resolve, ms).unref();
    await promise;
    clearTimeout(timer);
  }
}

const stopping = () => new LecternError('unavailable', 'The server is stopping.');
const isUnavailable = (error: unknown): boolean => error instanceof LecternError && error.code === 'unavailable';
