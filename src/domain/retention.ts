import { setTimeout as delay } from 'node:timers/promises';
import type { Storage } from '../storage/storage.ts';
import { firstAuditIdAt } from './audit/audit.ts';
import { type Clock, toTime } from './clock.ts';

const DAY_MS = 86_400_000;
const SWEEP_MS = 3_600_000;
/** Rows a transaction, and the pause after it: on SQLite others wait meanwhile, as they do for a push. */
const PORTION_ROWS = 200;
const PAUSE_MS = 50;

/** Removes what is over, little by little: audit records [D43] and receipts [D9], and texts that no edition has. */
export class Retention {
  readonly #storage: Storage;
  readonly #auditDays: number;
  readonly #clock: Clock;
  readonly #warn: (error: Error) => void;
  readonly #closing = new AbortController();
  #timer: NodeJS.Timeout | undefined;
  #sweeping: Promise<void> | null = null;

  /** `clock` is that by which what it removes was given its end. */
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

  /** Sweeps now, and every hour from now on. */
  start(): void {
    const begin = () => {
      // One that takes longer than an hour goes on.
      this.#sweeping ??= this.sweep()
        .catch(this.#warn)
        .finally(() => {
          this.#sweeping = null;
        });
    };
    this.#timer = setInterval(begin, SWEEP_MS).unref();
    begin();
  }

  /** Removes all that is over at `now`, or as much as it comes to before it is closed. */
  async sweep(now = this.#clock()): Promise<void> {
    const { audit, idempotencyRecords: receipts, passkeys } = this.#storage;
    const before = firstAuditIdAt(now - this.#auditDays * DAY_MS);
    for (let next = await audit.nextOwner(null); next; next = await audit.nextOwner(next.id)) {
      const { owner } = next;
      if (!(await this.#removeAll(() => audit.deleteBefore(owner, before, PORTION_ROWS)))) return;
    }
    await this.#removeAll(() => receipts.deleteExpired(PORTION_ROWS));
    await this.#removeAll(() => this.#storage.editions.deleteOrphanedTexts(PORTION_ROWS));
    await this.#removeAll(() => this.#storage.oauth.deleteExpired(toTime(now), PORTION_ROWS));
    const { sessions, consoleCredentials, links, failedAttempts: tries } = this.#storage;
    for (const ended of [sessions, consoleCredentials, links, tries]) {
      await this.#removeAll(() => ended.deleteExpired(toTime(now), PORTION_ROWS));
    }
    await this.#removeAll(() => passkeys.deleteExpiredChallenges(toTime(now), PORTION_ROWS));
    await this.#removeAll(() => this.#storage.terminalLogins.deleteExpired(new Date(now).toISOString(), PORTION_ROWS));
    await this.#removeAll(() => this.#storage.waitingScreens.deleteExpired(toTime(now), PORTION_ROWS));
    // Until then audit records name them.
    const forgotten = toTime(now - this.#auditDays * DAY_MS);
    await this.#removeAll(() => this.#storage.remoteLinks.deleteExpired(forgotten, PORTION_ROWS));
  }

  /** Resolves when the portion that is under way is done. */
  async close(): Promise<void> {
    clearInterval(this.#timer);
    this.#closing.abort();
    await this.#sweeping;
  }

  /** False where it was closed meanwhile. */
  async #removeAll(removePortion: () => Promise<number>): Promise<boolean> {
    const { signal } = this.#closing;
    for (let removed = PORTION_ROWS; removed === PORTION_ROWS; ) {
      if (signal.aborted) return false;
      removed = await removePortion();
      const pause = removed > 0 ? PAUSE_MS : 0;
      await delay(pause, undefined, { signal, ref: false }).catch(() => {});
    }
    return true;
  }
}
