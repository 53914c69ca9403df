import type { Logger } from 'pino';
import { VIEWERS_LEASE_SECONDS, VIEWERS_REPORT_SECONDS } from '../contract/limits.ts';
import { newId } from '../domain/identifiers.ts';
import type { ViewerCount, ViewerStore } from '../storage/storage.ts';
import type { Audience } from './audience.ts';

/** A count that has not changed is told again after this part of its lease. */
const RENEWAL_MS = (VIEWERS_LEASE_SECONDS * 1000) / 3;

interface Told {
  readonly viewers: number;
  readonly atMs: number;
}

/** Tells all nodes every few seconds how many viewers this one has, and keeps the most there were. [D52] */
export class ViewerCounts {
  readonly #audience: Audience;
  readonly #store: ViewerStore;
  readonly #log: Pick<Logger, 'warn'>;
  readonly #node = newId();
  readonly #told = new Map<string, Told>();
  readonly #timer: NodeJS.Timeout;
  #telling: Promise<void> | null = null;

  constructor(audience: Audience, store: ViewerStore, log: Pick<Logger, 'warn'>) {
    this.#audience = audience;
    this.#store = store;
    this.#log = log;
    this.#timer = setInterval(() => this.#tell(), VIEWERS_REPORT_SECONDS * 1000).unref();
  }

  /** Of all nodes, as of now for this one; the others' is a few seconds old at most. Throws `unavailable`. */
  async read(liveId: string): Promise<{ viewers: number; peak: number; peakAt: string | null }> {
    if (this.#audience.countOf(liveId) !== (this.#told.get(liveId)?.viewers ?? 0)) await this.#tell();
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
    const present = this.#audience.takeCounts();
    const changed: ViewerCount[] = [...new Set([...present.keys(), ...this.#told.keys()])]
      .map((liveId) => ({ liveId, ...(present.get(liveId) ?? { viewers: 0, most: 0 }) }))
      .filter(({ liveId, viewers, most }) => {
        const told = this.#told.get(liveId);
        return (
          viewers !== (told?.viewers ?? 0) || most > viewers || (told !== undefined && nowMs - told.atMs > RENEWAL_MS)
        );
      });
    if (changed.length === 0) return;
    try {
      await this.#store.report(this.#node, changed);
    } catch (error) {
      // The next report says it again.
      this.#log.warn({ err: error }, 'the number of viewers could not be told');
      return;
    }
    for (const { liveId, viewers } of changed) {
      if (viewers > 0) this.#told.set(liveId, { viewers, atMs: nowMs });
      else this.#told.delete(liveId);
    }
  }
}
