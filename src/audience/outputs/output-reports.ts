import type { Logger } from 'pino';
import { OUTPUT_REPORTS_PER_SECOND } from '../../contract/limits.ts';
import type { OutputStore, PaintedReport } from '../../storage/storage.ts';

const FLUSH_MS = 1_000;
const SECOND_MS = 1_000;

/** Collects the paint reports of outputs on this node, and saves them every second for all nodes. [D60] */
export class OutputReports {
  readonly #store: Pick<OutputStore, 'report'>;
  readonly #log: Pick<Logger, 'warn'>;
  readonly #timer: NodeJS.Timeout;
  readonly #now: () => number;
  /** Times of the reports in the last second, by output. */
  readonly #recent = new Map<string, readonly number[]>();
  #pending = new Map<string, PaintedReport>();
  #flushing: Promise<void> = Promise.resolve();

  /** `now` returns milliseconds. */
  constructor(store: Pick<OutputStore, 'report'>, log: Pick<Logger, 'warn'>, now = () => performance.now()) {
    this.#store = store;
    this.#log = log;
    this.#now = now;
    this.#timer = setInterval(() => {
      for (const outputId of this.#recent.keys())
        if (this.#recentTimes(outputId).length === 0) this.#recent.delete(outputId);
      void this.flush();
    }, FLUSH_MS).unref();
  }

  /** Counts a report. Returns false if the output has exceeded its limit in the last second. */
  admit(outputId: string): boolean {
    const recent = this.#recentTimes(outputId);
    if (recent.length >= OUTPUT_REPORTS_PER_SECOND) return false;
    this.#recent.set(outputId, [...recent, this.#now()]);
    return true;
  }

  record(outputId: string, report: PaintedReport): void {
    this.#pending.set(outputId, report);
  }

  /** Resolves when all earlier reports are saved, or saving them has failed. */
  flush(): Promise<void> {
    this.#flushing = this.#flushing.then(() => this.#save());
    return this.#flushing;
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.flush();
  }

  #recentTimes(outputId: string): readonly number[] {
    const since = this.#now() - SECOND_MS;
    return (this.#recent.get(outputId) ?? []).filter((at) => at > since);
  }

  async #save(): Promise<void> {
    const reports = this.#pending;
    if (reports.size === 0) return;
    this.#pending = new Map();
    try {
      await this.#store.report(reports);
    } catch (error) {
      // Retried with the next flush, unless newer reports replace them.
      this.#pending = new Map([...reports, ...this.#pending]);
      this.#log.warn({ err: error }, 'saving output reports failed and will be retried');
    }
  }
}
