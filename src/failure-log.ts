import type { Logger } from 'pino';
import { LecternError } from './contract/lectern-error.ts';
import type { Clock } from './domain/clock.ts';

const WINDOW_MS = 60_000;
/** Maximum failures per minute that are logged with a stack. Further ones get a short line. */
const STACKS_PER_WINDOW = 20;
/** Maximum log lines per minute, counted separately for failures and refusals. The rest is only counted. */
const LINES_PER_WINDOW = 200;

/** Identifies the failed request. */
interface FailedRequest {
  readonly request_id: string;
  readonly path?: string;
}

/**
 * Logs failed requests. Anyone can send requests, so the number of lines is bounded, and only unexpected errors get a
 * stack: a refusal without a cause gets one short line. Refusals have their own count, so that a client that causes
 * many of them cannot hide a failure.
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

  log(error: unknown, request: FailedRequest, message: string): void {
    const now = this.#clock();
    if (now >= this.#windowEndsAt) this.#beginWindow(now);
    const unexpected = error instanceof LecternError ? error.cause : error;
    const count = unexpected === undefined ? ++this.#refusals : ++this.#failures;
    if (count > LINES_PER_WINDOW) return;
    if (unexpected !== undefined && count <= STACKS_PER_WINDOW) {
      this.#log.error({ ...request, err: unexpected }, message);
    } else {
      const reason = error instanceof Error ? error.message : String(error);
      this.#log.warn({ ...request, reason }, message);
    }
  }

  #beginWindow(now: number): void {
    const unlogged = [this.#failures, this.#refusals].reduce(
      (sum, count) => sum + Math.max(0, count - LINES_PER_WINDOW),
      0,
    );
    this.#windowEndsAt = now + WINDOW_MS;
    this.#failures = 0;
    this.#refusals = 0;
    if (unlogged > 0) this.#log.warn({ failures: unlogged }, 'some failed requests were not logged');
  }
}
