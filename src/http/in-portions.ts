/** Begins work at once, but no more than so many pieces in one turn of the event loop; the rest waits for the next turns, in order. */
export class InPortions {
  readonly #size: number;
  readonly #waiting: (() => void)[] = [];
  /** In this turn. */
  #begun = 0;

  constructor(size: number) {
    this.#size = size;
  }

  /** `work` must not throw. */
  begin(work: () => void): void {
    if (this.#begun === 0) setImmediate(() => this.#goOn());
    if (this.#begun < this.#size) {
      this.#begun++;
      work();
    } else {
      this.#waiting.push(work);
    }
  }

  #goOn(): void {
    this.#begun = 0;
    for (const work of this.#waiting.splice(0, this.#size)) this.begin(work);
  }
}
