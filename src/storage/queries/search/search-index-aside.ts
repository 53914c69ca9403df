import { on } from 'node:events';
import { getCompileCacheDir } from 'node:module';
import { dirname, extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { IndexedTexts, readIndexWords } from './search-index-words.ts';

type Read = ReturnType<ReturnType<typeof readIndexWords>['next']>;

/** Beside this file, in the sources as in what is built of them. */
const PROGRAM = new URL(`./search-index-thread${extname(import.meta.url)}`, import.meta.url);
/** Portions that the thread may be ahead, of some 300 KiB each. */
const PORTIONS_AHEAD = 8;

/**
 * `readIndexWords` in a thread of its own, which begins at once: it is a third of the work on an index and needs no database, and a
 * server has others to answer meanwhile.
 */
export class IndexWordsAside implements AsyncDisposable {
  readonly #thread: Worker;
  readonly #messages: AsyncIterator<[Read]>;

  constructor(texts: IndexedTexts) {
    const cache = getCompileCacheDir();
    this.#thread = new Worker(PROGRAM, {
      workerData: texts,
      // It would compile its code each time; it needs nothing else of the environment.
      env: cache === undefined ? {} : { NODE_COMPILE_CACHE: dirname(cache) },
      execArgv: [],
    });
    this.#messages = on(this.#thread, 'message') as AsyncIterator<[Read]>;
    for (let ahead = 0; ahead < PORTIONS_AHEAD; ahead++) this.#thread.postMessage(null);
  }

  /** What `readIndexWords` gives next. Fails when the thread does. */
  async next(): Promise<Read> {
    const { value } = await this.#messages.next();
    this.#thread.postMessage(null);
    return value[0];
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#thread.terminate();
  }
}
