import type { Logger } from 'pino';
import { OUTPUT_REPORTS_PER_SECOND } from '../../contract/limits.ts';
import type { OutputStore, PaintedReport } from '../../storage/storage.ts';

const FLUSH_MS = 1_000;

/** What outputs say here that they have painted. All nodes read it a second later. [D60] */
export class OutputReports {
  readonly #store: Pick<OutputStore, 'report'>;
  readonly #log: Pick<Logger, 'warn'>;
  readonly #timer: NodeJS.Timeout;
  /** Reports of the second that runs, by output. */
  readonly #taken = new Map<string, number>();
  #untold = new Map<string, PaintedReport>();
  #telling: Promise<void> = Promise.resolve();

  constructor(store: Pick<OutputStore, 'report'>, log: Pick<Logger, 'warn'>) {
    this.#store = store;
    this.#log = log;
    this.#timer = setInterval(() => {
      this.#taken.clear();
      void this.flush();
    }, FLUSH_MS).unref();
  }

  /** False where the output has said enough for this second. */
  admit(outputId: string): boolean {
    const taken = (this.#taken.get(outputId) ?? 0) + 1;
    this.#taken.set(outputId, taken);
    return taken <= OUTPUT_REPORTS_PER_SECOND;
  }

  note(outputId: string, report: PaintedReport): void {
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
