import type { Clock } from '../clock.ts';
import type { BackupAge, Backups } from './backups.ts';

/** Interval of the checks. The first comes after one, when the server has settled. */
const CHECK_MS = 2 * 60 * 1000;
/** Time after which the same failure is reported again. */
const REPORT_AGAIN_MS = 12 * 60 * 60 * 1000;

interface NightlyReports {
  /** Receives each failure. `isNew` is false for retries that fail for the same reason. */
  failed(error: unknown, isNew: boolean): void;
  /** Receives the age of the latest backup of any kind, after each check. */
  checked(age: BackupAge): void;
}

/** Makes the nightly backups of a server, also one that was missed while it did not run. [D69] */
export class NightlyBackups {
  readonly #backups: Pick<Backups, 'makeNightly' | 'readAge'>;
  readonly #clock: Clock;
  readonly #reports: NightlyReports;
  #timer: NodeJS.Timeout | undefined;
  #checking: Promise<void> | null = null;
  #reported: { readonly code: unknown; readonly at: number } | null = null;

  constructor(backups: Pick<Backups, 'makeNightly' | 'readAge'>, clock: Clock, reports: NightlyReports) {
    this.#backups = backups;
    this.#clock = clock;
    this.#reports = reports;
  }

  start(): void {
    void this.#readAge();
    this.#timer = setInterval(() => this.check(), CHECK_MS).unref();
  }

  /** Makes the backup if it is due. Never rejects. */
  check(): Promise<void> {
    this.#checking ??= this.#backups
      .makeNightly()
      .catch((error) => this.#fail(error))
      .then(() => this.#readAge())
      .finally(() => {
        this.#checking = null;
      });
    return this.#checking;
  }

  /** Resolves when the current check has ended. `Backups.close` aborts its backup. */
  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.#checking;
  }

  #fail(error: unknown): void {
    const { code } = error as { code?: unknown };
    const now = this.#clock();
    const known = this.#reported;
    const isNew = !known || known.code !== code || Math.abs(now - known.at) > REPORT_AGAIN_MS;
    if (isNew) this.#reported = { code, at: now };
    this.#reports.failed(error, isNew);
  }

  async #readAge(): Promise<void> {
    const age = await this.#backups.readAge().catch(() => null);
    if (age) this.#reports.checked(age);
  }
}
