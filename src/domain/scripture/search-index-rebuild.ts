import type { Storage } from '../../storage/storage.ts';

/** How often is looked for indexes that a node has left behind. */
const LOOK_MS = 3_600_000;

/** Makes the search indexes of an earlier version again while the server runs. [D31] */
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

  /** Begins now, and looks again every hour. */
  start(): void {
    const begin = () => {
      this.#renewing ??= this.rebuildAll()
        .catch(this.#warn)
        .finally(() => {
          this.#renewing = null;
        });
    };
    this.#timer = setInterval(begin, LOOK_MS).unref();
    begin();
  }

  /** Resolves when no index is left to renew, or when this is closed. */
  async rebuildAll(): Promise<void> {
    const { signal } = this.#closing;
    try {
      while (!signal.aborted && (await this.#storage.search.rebuildOutdated(signal)));
    } catch (error) {
      // What was begun is begun again by the next start.
      if (!signal.aborted) throw error;
    }
  }

  /** Resolves when what is under way has stopped. */
  async close(): Promise<void> {
    clearInterval(this.#timer);
    this.#closing.abort();
    await this.#renewing;
  }
}
