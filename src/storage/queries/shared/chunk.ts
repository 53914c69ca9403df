/** Cuts what may be a whole Bible into portions of a size. */
export function* chunk<Item>(items: Iterable<Item>, size: number): Generator<Item[]> {
  let some: Item[] = [];
  for (const item of items) {
    some.push(item);
    if (some.length < size) continue;
    yield some;
    some = [];
  }
  if (some.length > 0) yield some;
}
