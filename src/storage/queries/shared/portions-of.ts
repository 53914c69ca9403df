/** Verses a statement: five columns each are far below the 32,766 parameters that SQLite takes. It is some 5 ms of work. */
const PORTION = 1_000;

/** Cuts what may be a whole Bible into portions for a statement each. */
export function* portionsOf<Item>(items: Iterable<Item>): Generator<Item[]> {
  let some: Item[] = [];
  for (const item of items) {
    some.push(item);
    if (some.length < PORTION) continue;
    yield some;
    some = [];
  }
  if (some.length > 0) yield some;
}
