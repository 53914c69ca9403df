import type { Logger } from 'pino';
import { LecternError } from './contract/lectern-error.ts';
import type { Clock } from './domain/clock.ts';

const WINDOW_MS = 60_000;
/** Failures a minute that are logged with their stack, and those that get a short line instead. The rest is counted. */
const STACKS_PER_WINDOW = 20;
const LINES_PER_WINDOW = 200;

/** Which request failed. */
interface About {
  readonly request_id: string;
  readonly path?: string;
}

/**
 * Logs requests that failed. Anybody can send requests, so the number of lines is bounded, and a stack is only logged for what the
 * program did not foresee: a refusal that names no cause gets one short line.
 */
export class FailureLog {
  readonly #log: Logger;
  readonly #clock: Clock;
  #windowEndsAt = 0;
  #lines = 0;
  #stacks = 0;

  constructor(log: Logger, clock: Clock) {
    this.#log = log;
    this.#clock = clock;
  }

  note(error: unknown, about: About, message: string): void {
    const now = this.#clock();
    if (now >= this.#windowEndsAt) this.#begin(now);
    if (this.#lines++ >= LINES_PER_WINDOW) return;
    const unforeseen = error instanceof LecternError ? error.cause : error;
    if (unforeseen !== undefined && this.#stacks++ < STACKS_PER_WINDOW) {
      this.#log.error({ ...about, err: unforeseen }, message);
    } else {
      const reason = error instanceof Error ? error.message : String(error);
      this.#log.warn({ ...about, reason }, message);
    }
  }

  #begin(now: number): void {
    const unlogged = this.#lines - LINES_PER_WINDOW;
    this.#windowEndsAt = now + WINDOW_MS;
    this.#lines = 0;
    this.#stacks = 0;
    if (unlogged > 0) this.#log.warn({ failures: unlogged }, 'more requests failed than were logged one by one');
  }
}
