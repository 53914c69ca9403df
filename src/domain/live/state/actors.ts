/**
 * Runs the tasks of one key one after another, and those of different keys concurrently. Orders tasks within this
 * process only; between processes, the compare-and-set of the storage decides.
 */
export class Actors {
  readonly #tails = new Map<string, Promise<unknown>>();

  run<Result>(key: string, work: () => Promise<Result>): Promise<Result> {
    const tail = this.#tails.get(key);
    const result = tail ? tail.then(work, work) : work();
    const settled: Promise<void> = result.then(
      () => this.#settle(key, settled),
      () => this.#settle(key, settled),
    );
    this.#tails.set(key, settled);
    return result;
  }

  /** Returns true while a task of the key is running or waiting. */
  isBusy(key: string): boolean {
    return this.#tails.has(key);
  }

  /** Lists the keys that have running or waiting tasks. */
  keys(): Iterable<string> {
    return this.#tails.keys();
  }

  /** Resolves when all started tasks have settled. */
  async idle(): Promise<void> {
    while (this.#tails.size > 0) await Promise.all(this.#tails.values());
  }

  #settle(key: string, settled: Promise<unknown>): void {
    if (this.#tails.get(key) === settled) this.#tails.delete(key);
  }
}
