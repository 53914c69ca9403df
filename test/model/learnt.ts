import assert from 'node:assert/strict';

/** What only the server can say: the model gives it a name, and knows no more of it than where it must appear again. */
export class Learnt {
  readonly kind: 'live' | 'item' | 'etag' | 'queue cursor' | 'event cursor' | 'constant';
  readonly name: string;

  constructor(kind: Learnt['kind'], name: string) {
    this.kind = kind;
    this.name = name;
  }
}

/** Kinds of which two names never have one value: ids, and the validators of different versions. [D5], [D7] */
const DISTINCT = new Set<Learnt['kind']>(['live', 'item', 'etag']);

/** The values that have been learnt in one run. */
export class Knowledge {
  readonly #values = new Map<string, unknown>();
  readonly #names = new Map<string, string>();

  has({ kind, name }: Learnt): boolean {
    return this.#values.has(`${kind} ${name}`);
  }

  /** `shape` with the values in place of the names. All of them must be known. */
  resolve(shape: unknown): unknown {
    if (shape instanceof Learnt) {
      assert.ok(this.has(shape), `${shape.kind} ${shape.name} is not known yet`);
      return this.#values.get(`${shape.kind} ${shape.name}`);
    }
    if (Array.isArray(shape)) return shape.map((part) => this.resolve(part));
    if (typeof shape !== 'object' || shape === null) return shape;
    return Object.fromEntries(Object.entries(shape).map(([name, part]) => [name, this.resolve(part)]));
  }

  /** `actual` is what `expected` says, where names stand for what was learnt before or is learnt now. */
  assertFits(actual: unknown, expected: unknown, where: string): void {
    this.#learn(expected, actual, where);
    assert.deepEqual(actual, this.resolve(expected), where);
  }

  #learn(expected: unknown, actual: unknown, where: string): void {
    if (expected instanceof Learnt) {
      if (!this.has(expected)) this.#bind(expected, actual, where);
      return;
    }
    if (typeof expected !== 'object' || expected === null) return;
    for (const [name, part] of Object.entries(expected)) {
      this.#learn(part, (actual as Record<string, unknown> | null | undefined)?.[name], where);
    }
  }

  #bind({ kind, name }: Learnt, value: unknown, where: string): void {
    assert.ok(value !== null && value !== undefined && value !== '', `${where}: no ${kind}`);
    if (DISTINCT.has(kind)) {
      const other = this.#names.get(`${kind} ${value}`);
      assert.equal(other, undefined, `${where}: ${kind} of ${name} is that of ${other}`);
      this.#names.set(`${kind} ${value}`, name);
    }
    this.#values.set(`${kind} ${name}`, value);
  }
}
