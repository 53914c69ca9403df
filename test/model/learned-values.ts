import assert from 'node:assert/strict';

/** A value that only the server knows. The model names it and knows where it must appear again. */
export class Learnt {
  readonly kind: 'live' | 'item' | 'etag' | 'queue cursor' | 'event cursor' | 'constant';
  readonly name: string;

  constructor(kind: Learnt['kind'], name: string) {
    this.kind = kind;
    this.name = name;
  }
}

/** Kinds whose values are unique: ids, and the validators of different versions. [D5], [D7] */
const DISTINCT = new Set<Learnt['kind']>(['live', 'item', 'etag']);

/** The values learned in one run. */
export class Knowledge {
  readonly #values = new Map<string, unknown>();
  readonly #names = new Map<string, string>();

  has({ kind, name }: Learnt): boolean {
    return this.#values.has(`${kind} ${name}`);
  }

  /** Returns `shape` with names replaced by their values. All must be known. */
  resolve(shape: unknown): unknown {
    if (shape instanceof Learnt) {
      assert.ok(this.has(shape), `${shape.kind} ${shape.name} is not known yet`);
      return this.#values.get(`${shape.kind} ${shape.name}`);
    }
    if (Array.isArray(shape)) return shape.map((part) => this.resolve(part));
    if (typeof shape !== 'object' || shape === null) return shape;
    return Object.fromEntries(Object.entries(shape).map(([name, part]) => [name, this.resolve(part)]));
  }

  /** Checks that `actual` matches `expected`. Names stand for values learned earlier or now. */
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
