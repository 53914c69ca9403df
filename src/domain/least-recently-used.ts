interface Entry<Value> {
  readonly value: Value;
  readonly weight: number;
  /** Whether it was asked for since it was last passed over. */
  used: boolean;
}

/**
 * A map that forgets what has not been asked for lately once the weights together pass `capacity`: the oldest entry goes,
 * unless it was used, which gives it a second turn. A look-up costs no more than the map's own.
 */
export class LeastRecentlyUsed<Value> {
  readonly #entries = new Map<string, Entry<Value>>();
  readonly #capacity: number;
  #weight = 0;

  constructor(capacity: number) {
    this.#capacity = capacity;
  }

  get(key: string): Value | undefined {
    const entry = this.#entries.get(key);
    if (!entry) return undefined;
    entry.used = true;
    return entry.value;
  }

  /** The newest entry always stays, however heavy it is. */
  set(key: string, value: Value, weight = 1): void {
    this.delete(key);
    this.#entries.set(key, { value, weight, used: false });
    this.#weight += weight;
    for (const [oldest, entry] of this.#entries) {
      if (this.#weight <= this.#capacity) return;
      if (oldest === key) continue;
      this.#entries.delete(oldest);
      // A map gives what is added while it is walked through, so whoever is passed over comes again.
      if (entry.used) this.#entries.set(oldest, { ...entry, used: false });
      else this.#weight -= entry.weight;
    }
  }

  values(): IteratorObject<Value> {
    return this.#entries.values().map(({ value }) => value);
  }

  delete(key: string): void {
    const entry = this.#entries.get(key);
    if (!entry) return;
    this.#entries.delete(key);
    this.#weight -= entry.weight;
  }

  clear(): void {
    this.#entries.clear();
    this.#weight = 0;
  }
}
