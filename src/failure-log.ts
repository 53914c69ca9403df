import type { Logger } from 'pino';
import { LecternError } from './contract/lectern-error.ts';
import type { Clock } from './domain/clock.ts';

const WINDOW_MS = 60_000;
/** Of the failures of a minute, how many are logged with their stack; more get a short line instead. */
const STACKS_PER_WINDOW = 20;
/** Lines a minute, of failures and of refusals each. The rest is counted. */
const LINES_PER_WINDOW = 200;

/** Which request failed. */
interface About {
  readonly request_id: string;
  readonly path?: string;
}

/**
 * Logs requests that failed. Anybody can send requests, so the number of lines is bounded, and a stack is only logged for what the
 * program did not foresee: a refusal that names no cause gets one short line. Refusals have a count of their own, so that somebody who
 * causes many of them cannot hide a failure.
 */
export class FailureLog {
  readonly #log: Logger;
  readonly #clock: Clock;
  #windowEndsAt = 0;
  #failures = 0;
  #refusals = 0;

  constructor(log: Logger, clock: Clock) {
    this.#log = log;
    this.#clock = clock;
  }

  log(error: unknown, about: About, message: string): void {
    const now = this.#clock();
    if (now >= this.#windowEndsAt) this.#begin(now);
    const unforeseen = error instanceof LecternError ? error.cause : error;
    const count = unforeseen === undefined ? ++this.#refusals : ++this.#failures;
    if (count > LINES_PER_WINDOW) return;
    if (unforeseen !== undefined && count <= STACKS_PER_WINDOW) {
      this.#log.error({ ...about, err: unforeseen }, message);
    } else {
      const reason = error instanceof Error ? error.message : String(error);
      this.#log.warn({ ...about, reason }, message);
    }
  }

  #begin(now: number): void {
    const unlogged = [this.#failures, this.#refusals].reduce(
      (sum, count) => sum + Math.max(0, count - LINES_PER_WINDOW),
      0,
    );
    this.#windowEndsAt = now + WINDOW_MS;
    this.#failures = 0;
    this.#refusals = 0;
    if (unlogged > 0) this.#log.warn({ failures: unlogged }, 'more requests failed than were logged one by one');
  }
}
