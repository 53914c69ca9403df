import { setTimeout as delay } from 'node:timers/promises';
import { EDITION_JOB_KEPT_HOURS, USAGE_KEPT_DAYS } from '../contract/limits.ts';
import type { Storage } from '../storage/storage.ts';
import { firstAuditIdAt } from './audit/audit.ts';
import { type Clock, dayOf, toTime } from './clock.ts';

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
const SWEEP_MS = HOUR_MS;
/** The rows deleted in one transaction, and the pause after it. On SQLite, other writes wait during the transaction. */
const BATCH_ROWS = 200;
const PAUSE_MS = 50;

/** Deletes expired data in small batches, such as audit records [D43] and idempotency records [D9]. */
export class Retention {
  readonly #storage: Storage;
  readonly #auditDays: number;
  readonly #clock: Clock;
  readonly #warn: (error: Error) => void;
  readonly #closing = new AbortController();
  #timer: NodeJS.Timeout | undefined;
  #sweeping: Promise<void> | null = null;

  /** `clock` must be the clock that set the expiry times. */
  constructor(
    storage: Storage,
    { auditDays, clock }: { auditDays: number; clock: Clock },
    warn: (error: Error) => void,
  ) {
    this.#storage = storage;
    this.#auditDays = auditDays;
    this.#clock = clock;
    this.#warn = warn;
  }

  /** Sweeps now and every hour. */
  start(): void {
    const begin = () => {
      // A sweep of more than an hour continues; no second one starts.
      this.#sweeping ??= this.sweep()
        .catch(this.#warn)
        .finally(() => {
          this.#sweeping = null;
        });
    };
    this.#timer = setInterval(begin, SWEEP_MS).unref();
    begin();
  }

  /** Deletes everything that has expired at `now`, or as much as possible before `close`. */
  async sweep(now = this.#clock()): Promise<void> {
    const { audit, idempotencyRecords, passkeys } = this.#storage;
    const before = firstAuditIdAt(now - this.#auditDays * DAY_MS);
    for (let next = await audit.nextOwner(null); next; next = await audit.nextOwner(next.id)) {
      const { owner } = next;
      if (!(await this.#deleteAll(() => audit.deleteBefore(owner, before, BATCH_ROWS)))) return;
    }
    await this.#deleteAll(() => idempotencyRecords.deleteExpired(BATCH_ROWS));
    await this.#deleteAll(() => this.#storage.editions.deleteOrphanedTexts(BATCH_ROWS));
    await this.#deleteAll(() => this.#storage.oauth.deleteExpired(toTime(now), BATCH_ROWS));
    const { sessions, consoleCredentials, links, failedAttempts } = this.#storage;
    for (const store of [sessions, consoleCredentials, links, failedAttempts]) {
      await this.#deleteAll(() => store.deleteExpired(toTime(now), BATCH_ROWS));
    }
    await this.#deleteAll(() => passkeys.deleteExpiredChallenges(toTime(now), BATCH_ROWS));
    await this.#deleteAll(() => this.#storage.terminalLogins.deleteExpired(new Date(now).toISOString(), BATCH_ROWS));
    await this.#deleteAll(() => this.#storage.waitingScreens.deleteExpired(toTime(now), BATCH_ROWS));
    const firstKeptDay = dayOf(now - USAGE_KEPT_DAYS * DAY_MS);
    await this.#deleteAll(() => this.#storage.usage.deleteBefore(firstKeptDay, BATCH_ROWS));
    await this.#storage.editionJobs.deleteExpired(toTime(now - EDITION_JOB_KEPT_HOURS * HOUR_MS));
    // Audit records name remote links until then.
    const auditCutoff = toTime(now - this.#auditDays * DAY_MS);
    await this.#deleteAll(() => this.#storage.remoteLinks.deleteExpired(auditCutoff, BATCH_ROWS));
  }

  /** Resolves when the current batch is done. */
  async close(): Promise<void> {
    clearInterval(this.#timer);
    this.#closing.abort();
    await this.#sweeping;
  }

  /** Returns false if it was closed in the meantime. */
  async #deleteAll(deleteBatch: () => Promise<number>): Promise<boolean> {
    const { signal } = this.#closing;
    for (let removed = BATCH_ROWS; removed === BATCH_ROWS; ) {
      if (signal.aborted) return false;
      removed = await deleteBatch();
      const pause = removed > 0 ? PAUSE_MS : 0;
      await delay(pause, undefined, { signal, ref: false }).catch(() => {});
    }
    return true;
  }
}
