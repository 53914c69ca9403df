import type { Logger } from 'pino';
import { OUTPUT_REPORTS_PER_SECOND } from '../../contract/limits.ts';
import type { OutputStore, PaintedReport } from '../../storage/storage.ts';

const FLUSH_MS = 1_000;
const SECOND_MS = 1_000;

/** What outputs say here that they have painted. All nodes read it a second later. [D60] */
export class OutputReports {
  readonly #store: Pick<OutputStore, 'report'>;
  readonly #log: Pick<Logger, 'warn'>;
  readonly #timer: NodeJS.Timeout;
  readonly #now: () => number;
  /** When the reports of the last second came, by output. */
  readonly #taken = new Map<string, readonly number[]>();
  #untold = new Map<string, PaintedReport>();
  #telling: Promise<void> = Promise.resolve();

  /** `now` in milliseconds. */
  constructor(store: Pick<OutputStore, 'report'>, log: Pick<Logger, 'warn'>, now = () => performance.now()) {
    this.#store = store;
    this.#log = log;
    this.#now = now;
    this.#timer = setInterval(() => {
      for (const outputId of this.#taken.keys()) if (this.#lately(outputId).length === 0) this.#taken.delete(outputId);
      void this.flush();
    }, FLUSH_MS).unref();
  }

  /** False where the pages of the output have said enough within the last second. */
  admit(outputId: string): boolean {
    const lately = this.#lately(outputId);
    if (lately.length >= OUTPUT_REPORTS_PER_SECOND) return false;
    this.#taken.set(outputId, [...lately, this.#now()]);
    return true;
  }

  record(outputId: string, report: PaintedReport): void {
    this.#untold.set(outputId, report);
  }

  /** Resolves when what was noted before is where all nodes read it, as far as the database answers. */
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
      // They are told with the next ones, unless there are newer ones by then.
      this.#untold = new Map([...reports, ...this.#untold]);
      this.#log.warn({ err: error }, 'reports of outputs could not be written');
    }
  }
}
