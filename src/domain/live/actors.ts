/**
 * Runs the work on one key one piece after another, and the work on different keys side by side. It orders this
 * process only; what decides between processes is the compare-and-set of the storage.
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

  /** True while work on the key is under way. */
  isBusy(key: string): boolean {
    return this.#tails.has(key);
  }

  /** On which work is under way. */
  keys(): Iterable<string> {
    return this.#tails.keys();
  }

  /** Resolves when all work that was begun is done. */
  async idle(): Promise<void> {
    while (this.#tails.size > 0) await Promise.all(this.#tails.values());
  }

  #settle(key: string, settled: Promise<unknown>): void {
    if (this.#tails.get(key) === settled) this.#tails.delete(key);
  }
}
