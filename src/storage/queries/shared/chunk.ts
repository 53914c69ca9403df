/** Further limit of a chunk. */
interface ChunkWeight<Item> {
  readonly weigh: (item: Item) => number;
  /** Largest weight of a chunk of more than one item. */
  readonly max: number;
}

/** Splits items, such as the verses of a Bible, into chunks of at most `size`, and of a limited weight if given. */
export function* chunk<Item>(
  items: Iterable<Item>,
  size: number,
  { weigh, max }: ChunkWeight<Item> = { weigh: () => 0, max: 0 },
): Generator<Item[]> {
  let batch: Item[] = [];
  let weight = 0;
  for (const item of items) {
    const added = weigh(item);
    if (batch.length === size || (batch.length > 0 && weight + added > max)) {
      yield batch;
      batch = [];
      weight = 0;
    }
    batch.push(item);
    weight += added;
  }
  if (batch.length > 0) yield batch;
}
