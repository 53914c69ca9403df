import type { Logger } from 'pino';
import { VIEWERS_LEASE_SECONDS, VIEWERS_REPORT_SECONDS } from '../contract/limits.ts';
import { newId } from '../domain/identifiers.ts';
import type { ViewerCount, ViewerStore, ViewerTotals } from '../storage/storage.ts';
import type { Audience } from './audience.ts';

/** Interval after which an unchanged count is reported again, a third of its lease. */
const RENEWAL_MS = (VIEWERS_LEASE_SECONDS * 1000) / 3;

const NOBODY = { viewers: 0, most: 0 };

interface Told {
  readonly viewers: number;
  readonly atMs: number;
}

/** Reports the viewer counts of this node to all nodes every few seconds, with the maximums in between. [D44] */
export class ViewerCounts {
  readonly #audience: Audience;
  readonly #store: ViewerStore;
  readonly #log: Pick<Logger, 'warn'>;
  readonly #node = newId();
  readonly #told = new Map<string, Told>();
  /** Maximums of Lives whose report is in progress or has failed. */
  readonly #untold = new Map<string, number>();
  readonly #timer: NodeJS.Timeout;
  #telling: Promise<void> | null = null;

  constructor(audience: Audience, store: ViewerStore, log: Pick<Logger, 'warn'>) {
    this.#audience = audience;
    this.#store = store;
    this.#log = log;
    this.#timer = setInterval(() => this.#tell(), VIEWERS_REPORT_SECONDS * 1000).unref();
  }

  /** Deletes the counts of a process that was killed. */
  async deleteStale(): Promise<void> {
    try {
      await this.#store.deleteStale();
    } catch (error) {
      // The counts expire anyway.
      this.#log.warn({ err: error }, 'deleting stale viewer counts failed; they expire within a minute');
    }
  }

  /** Returns the viewers on all nodes. The counts of other nodes can be a few seconds old. Rejects with `unavailable`. */
  async read(liveId: string): Promise<ViewerTotals> {
    if (this.#isNews({ liveId, ...this.#audience.countsOf(liveId) })) await this.#tell();
    return this.#store.find(liveId);
  }

  /** Reports that this node has no viewers any more. */
  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.#tell();
  }

  /** Runs one report at a time. A call during a report starts another one after it. */
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
      // Retried with the next report.
      this.#log.warn({ err: error }, 'reporting viewer counts failed and will be retried');
      return;
    }
    for (const { liveId, viewers } of changed) {
      this.#untold.delete(liveId);
      if (viewers > 0) this.#told.set(liveId, { viewers, atMs: nowMs });
      else this.#told.delete(liveId);
    }
  }

  /** Returns the counts that have changed or whose lease needs renewal. */
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

  /** Checks whether a count differs from the last report. */
  #isNews({ liveId, viewers, most }: ViewerCount): boolean {
    const told = this.#told.get(liveId)?.viewers ?? 0;
    return viewers !== told || most > viewers || this.#untold.has(liveId);
  }

  #isOld(liveId: string, nowMs: number): boolean {
    const told = this.#told.get(liveId);
    return told !== undefined && nowMs - told.atMs > RENEWAL_MS;
  }
}
