import type { Storage } from '../../storage/storage.ts';

/** The interval at which outdated indexes left by other nodes are checked for. */
const CHECK_INTERVAL_MS = 3_600_000;

/** Rebuilds the search indexes of earlier versions while the server runs. [D31] */
export class SearchIndexRebuild {
  readonly #storage: Pick<Storage, 'search'>;
  readonly #warn: (error: Error) => void;
  readonly #closing = new AbortController();
  #timer: NodeJS.Timeout | undefined;
  #renewing: Promise<void> | null = null;

  constructor(storage: Pick<Storage, 'search'>, warn: (error: Error) => void) {
    this.#storage = storage;
    this.#warn = warn;
  }

  /** Starts now and checks again every hour. */
  start(): void {
    const begin = () => {
      this.#renewing ??= this.rebuildAll()
        .catch(this.#warn)
        .finally(() => {
          this.#renewing = null;
        });
    };
    this.#timer = setInterval(begin, CHECK_INTERVAL_MS).unref();
    begin();
  }

  /** Resolves when all indexes are rebuilt, or after `close`. */
  async rebuildAll(): Promise<void> {
    const { signal } = this.#closing;
    try {
      while (!signal.aborted && (await this.#storage.search.rebuildOutdated(signal)));
    } catch (error) {
      // An interrupted rebuild restarts at the next start.
      if (!signal.aborted) throw error;
    }
  }

  /** Resolves when the current rebuild has stopped. */
  async close(): Promise<void> {
    clearInterval(this.#timer);
    this.#closing.abort();
    await this.#renewing;
  }
}
