import type { Actor } from '../audit/audit.ts';

/** A restore that an administrator asks for. */
export interface RestoreRequest {
  /** Path of the backup. */
  readonly path: string;
  readonly actor: Actor;
}

/** The latest restore, if it failed. Nothing was changed then. */
export interface FailedRestore {
  readonly problem: string;
  readonly startedAt: string;
}

/** Time for the browser to load the page that waits, with its script, before the server stops. */
const LOADING_MS = 2_000;

/**
 * Hands a restore to the program, which stops the server, restores, and starts a new server. Each server has its own.
 * [D69]
 */
export class PageRestore {
  readonly failed: FailedRestore | null;
  readonly #run: (request: RestoreRequest) => void;
  #hasBegun = false;

  constructor(run: (request: RestoreRequest) => void, failed: FailedRestore | null = null) {
    this.#run = run;
    this.failed = failed;
  }

  get hasBegun(): boolean {
    return this.#hasBegun;
  }

  /** Begins a restore, unless one has begun. */
  begin(request: RestoreRequest): void {
    if (this.#hasBegun) return;
    this.#hasBegun = true;
    setTimeout(() => this.#run(request), LOADING_MS).unref();
  }
}
