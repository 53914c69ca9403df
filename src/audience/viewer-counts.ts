import type { Logger } from 'pino';
import { VIEWERS_LEASE_SECONDS, VIEWERS_REPORT_SECONDS } from '../contract/limits.ts';
import { newId } from '../domain/identifiers.ts';
import type { ViewerCount, ViewerStore, ViewerTotals } from '../storage/storage.ts';
import type { Audience } from './audience.ts';

/** A count that has not changed is told again after this part of its lease. */
const RENEWAL_MS = (VIEWERS_LEASE_SECONDS * 1000) / 3;

const NOBODY = { viewers: 0, most: 0 };

interface Told {
  readonly viewers: number;
  readonly atMs: number;
}

/** Tells all nodes every few seconds how many viewers this one has, and keeps the most there were. [D44] */
export class ViewerCounts {
  readonly #audience: Audience;
  readonly #store: ViewerStore;
  readonly #log: Pick<Logger, 'warn'>;
  readonly #node = newId();
  readonly #told = new Map<string, Told>();
  /** The most viewers of Lives whose report is under way, or has failed. */
  readonly #untold = new Map<string, number>();
  readonly #timer: NodeJS.Timeout;
  #telling: Promise<void> | null = null;

  constructor(audience: Audience, store: ViewerStore, log: Pick<Logger, 'warn'>) {
    this.#audience = audience;
    this.#store = store;
    this.#log = log;
    this.#timer = setInterval(() => this.#tell(), VIEWERS_REPORT_SECONDS * 1000).unref();
  }

  /** Those who watched a process that was killed have gone with it, and come to this one. */
  async deleteStale(): Promise<void> {
    try {
      await this.#store.deleteStale();
    } catch (error) {
      // Their leases end by themselves.
      this.#log.warn({ err: error }, 'viewers of a process that was killed are counted for a minute');
    }
  }

  /** Of all nodes, as of now for this one; the others' is a few seconds old at most. Throws `unavailable`. */
  async read(liveId: string): Promise<ViewerTotals> {
    if (this.#isNews({ liveId, ...this.#audience.countsOf(liveId) })) await this.#tell();
    return this.#store.find(liveId);
  }

  /** Nobody is here any more. */
  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.#tell();
  }

  /** One call at a time; whoever asks meanwhile has another one made after it. */
  #tell(): Promise<void> {
    const before = this.#telling ?? Promise.resolve();
    const telling = before.then(() => this.#report());
    this.#telling = telling;
    return telling.finally(() => {
      if (this.#telling === telling) this.#telling = null;
    });
  }

  async #report(): Promise<void> {
    const nowMs = performance.now();
    const changed = this.#takeChanges(nowMs);
    if (changed.length === 0) return;
    for (const { liveId, most } of changed) this.#untold.set(liveId, most);
    try {
      await this.#store.report(this.#node, changed);
    } catch (error) {
      // The next report says it again.
      this.#log.warn({ err: error }, 'the number of viewers could not be told');
      return;
    }
    for (const { liveId, viewers } of changed) {
      this.#untold.delete(liveId);
      if (viewers > 0) this.#told.set(liveId, { viewers, atMs: nowMs });
      else this.#told.delete(liveId);
    }
  }

  /** Counts that the others do not know, or soon not any more. */
  #takeChanges(nowMs: number): ViewerCount[] {
    const present = this.#audience.takeCounts();
    const lives = new Set([...present.keys(), ...this.#told.keys(), ...this.#untold.keys()]);
    return [...lives]
      .map((liveId) => {
        const { viewers, most } = present.get(liveId) ?? NOBODY;
        return { liveId, viewers, most: Math.max(most, this.#untold.get(liveId) ?? 0) };
      })
      .filter((count) => this.#isNews(count) || this.#isOld(count.liveId, nowMs));
  }

  /** Whether it differs from what was told of the Live. */
  #isNews({ liveId, viewers, most }: ViewerCount): boolean {
    const told = this.#told.get(liveId)?.viewers ?? 0;
    return viewers !== told || most > viewers || this.#untold.has(liveId);
  }

  #isOld(liveId: string, nowMs: number): boolean {
    const told = this.#told.get(liveId);
    return told !== undefined && nowMs - told.atMs > RENEWAL_MS;
  }
}
