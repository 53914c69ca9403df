import type { Logger } from 'pino';
import { VIEWERS_LEASE_SECONDS, VIEWERS_REPORT_SECONDS } from '../contract/limits.ts';
import { newId } from '../domain/identifiers.ts';
import type { ViewerCount, ViewerStore, ViewerTotals } from '../storage/storage.ts';
import type { Audience } from './audience.ts';

/** Interval after which an unchanged count is reported again, a third of its lease. */
const RENEWAL_MS = (VIEWERS_LEASE_SECONDS * 1000) / 3;

const NO_VIEWERS = { viewers: 0, most: 0 };

interface Reported {
  readonly viewers: number;
  readonly atMs: number;
}

/** Reports the viewer counts of this node to all nodes every few seconds, with the maximums in between. [D44] */
export class ViewerCounts {
  readonly #audience: Audience;
  readonly #store: ViewerStore;
  readonly #log: Pick<Logger, 'warn'>;
  readonly #node = newId();
  readonly #reported = new Map<string, Reported>();
  /** Maximums of Lives whose report is in progress or has failed. */
  readonly #unreportedMaximums = new Map<string, number>();
  readonly #timer: NodeJS.Timeout;
  #reporting: Promise<void> | null = null;

  constructor(audience: Audience, store: ViewerStore, log: Pick<Logger, 'warn'>) {
    this.#audience = audience;
    this.#store = store;
    this.#log = log;
    this.#timer = setInterval(() => this.#enqueueReport(), VIEWERS_REPORT_SECONDS * 1000).unref();
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

  /**
   * Returns the viewers on all nodes. The counts of other nodes can be a few seconds old. Rejects with `unavailable`.
   */
  async read(liveId: string): Promise<ViewerTotals> {
    if (this.#hasChanged({ liveId, ...this.#audience.countsOf(liveId) })) await this.#enqueueReport();
    return this.#store.find(liveId);
  }

  /** Reports that this node has no viewers any more. */
  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.#enqueueReport();
  }

  /** Runs one report at a time. A call during a report starts another one after it. */
  #enqueueReport(): Promise<void> {
    const before = this.#reporting ?? Promise.resolve();
    const reporting = before.then(() => this.#report());
    this.#reporting = reporting;
    return reporting.finally(() => {
      if (this.#reporting === reporting) this.#reporting = null;
    });
  }

  async #report(): Promise<void> {
    const nowMs = performance.now();
    const changed = this.#takeChanges(nowMs);
    if (changed.length === 0) return;
    for (const { liveId, most } of changed) this.#unreportedMaximums.set(liveId, most);
    try {
      await this.#store.report(this.#node, changed);
    } catch (error) {
      // Retried with the next report.
      this.#log.warn({ err: error }, 'reporting viewer counts failed and will be retried');
      return;
    }
    for (const { liveId, viewers } of changed) {
      this.#unreportedMaximums.delete(liveId);
      if (viewers > 0) this.#reported.set(liveId, { viewers, atMs: nowMs });
      else this.#reported.delete(liveId);
    }
  }

  /** Returns the counts that have changed or whose lease needs renewal. */
  #takeChanges(nowMs: number): ViewerCount[] {
    const present = this.#audience.takeCounts();
    const lives = new Set([...present.keys(), ...this.#reported.keys(), ...this.#unreportedMaximums.keys()]);
    return [...lives]
      .map((liveId) => {
        const { viewers, most } = present.get(liveId) ?? NO_VIEWERS;
        return { liveId, viewers, most: Math.max(most, this.#unreportedMaximums.get(liveId) ?? 0) };
      })
      .filter((count) => this.#hasChanged(count) || this.#needsRenewal(count.liveId, nowMs));
  }

  /** Checks whether a count differs from the last report. */
  #hasChanged({ liveId, viewers, most }: ViewerCount): boolean {
    const reported = this.#reported.get(liveId)?.viewers ?? 0;
    return viewers !== reported || most > viewers || this.#unreportedMaximums.has(liveId);
  }

  #needsRenewal(liveId: string, nowMs: number): boolean {
    const reported = this.#reported.get(liveId);
    return reported !== undefined && nowMs - reported.atMs > RENEWAL_MS;
  }
}
