/** Runs at most `size` pieces of work per event-loop tick. Further pieces wait for the next ticks, in order. */
export class TickLimiter<Piece> {
  readonly #size: number;
  readonly #work: (piece: Piece) => void;
  readonly #waiting: Piece[] = [];
  /** Pieces that have run in this tick. */
  #count = 0;

  /** `work` must not throw. */
  constructor(size: number, work: (piece: Piece) => void) {
    this.#size = size;
    this.#work = work;
  }

  run(piece: Piece): void {
    if (this.#count === 0) setImmediate(() => this.#startNextTick());
    if (this.#count < this.#size) {
      this.#count++;
      this.#work(piece);
    } else {
      this.#waiting.push(piece);
    }
  }

  #startNextTick(): void {
    this.#count = 0;
    for (const piece of this.#waiting.splice(0, this.#size)) this.run(piece);
  }
}
