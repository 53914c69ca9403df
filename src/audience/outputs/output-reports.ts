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
  readonly #taken = new Map<string, readonly number[]>();
  #untold = new Map<string, PaintedReport>();
  #telling: Promise<void> = Promise.resolve();

  /** `now` returns milliseconds. */
  constructor(store: Pick<OutputStore, 'report'>, log: Pick<Logger, 'warn'>, now = () => performance.now()) {
    this.#store = store;
    this.#log = log;
    this.#now = now;
    this.#timer = setInterval(() => {
      for (const outputId of this.#taken.keys()) if (this.#lately(outputId).length === 0) this.#taken.delete(outputId);
      void this.flush();
    }, FLUSH_MS).unref();
  }

  /** Counts a report. Returns false if the output has exceeded its limit in the last second. */
  admit(outputId: string): boolean {
    const lately = this.#lately(outputId);
    if (lately.length >= OUTPUT_REPORTS_PER_SECOND) return false;
    this.#taken.set(outputId, [...lately, this.#now()]);
    return true;
  }

  record(outputId: string, report: PaintedReport): void {
    this.#untold.set(outputId, report);
  }

  /** Resolves when all earlier reports are saved, or saving them has failed. */
  flush(): Promise<void> {
    this.#telling = this.#telling.then(() => this.#tell());
    return this.#telling;
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.flush();
  }

  #lately(outputId: string): readonly number[] {
    const since = this.#now() - SECOND_MS;
    return (this.#taken.get(outputId) ?? []).filter((at) => at > since);
  }

  async #tell(): Promise<void> {
    const reports = this.#untold;
    if (reports.size === 0) return;
    this.#untold = new Map();
    try {
      await this.#store.report(reports);
    } catch (error) {
      // Retried with the next flush, unless newer reports replace them.
      this.#untold = new Map([...reports, ...this.#untold]);
      this.#log.warn({ err: error }, 'saving output reports failed and will be retried');
    }
  }
}
