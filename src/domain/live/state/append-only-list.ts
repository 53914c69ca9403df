import type { QueueItem, QueueItems } from '../../../storage/storage.ts';

/**
 * A queue that shares its array with the queues it was appended to, so that appending does not copy all items. Each
 * queue sees only its first `length` items. Appending a second time to the same queue copies the array.
 */
export class AppendOnlyList implements QueueItems {
  readonly length: number;
  /** The items of this queue, followed by those that later queues appended. */
  readonly #items: QueueItem[];

  private constructor(items: QueueItem[]) {
    this.#items = items;
    this.length = items.length;
  }

  static append(items: QueueItems, added: readonly QueueItem[]): AppendOnlyList {
    const shared = items instanceof AppendOnlyList && items.#isNewest() ? items.#items : items.slice();
    for (const item of added) shared.push(item);
    return new AppendOnlyList(shared);
  }

  #isNewest(): boolean {
    return this.#items.length === this.length;
  }

  at(index: number): QueueItem | undefined {
    const position = index < 0 ? this.length + index : index;
    return position < this.length ? this.#items[position] : undefined;
  }

  slice(start = 0, end = this.length): QueueItem[] {
    return this.#items.slice(this.#toIndex(start), this.#toIndex(end));
  }

  /** Resolves a negative index from the end, as arrays do. */
  #toIndex(index: number): number {
    return index < 0 ? Math.max(0, this.length + index) : Math.min(index, this.length);
  }

  findIndex(test: (item: QueueItem) => boolean): number {
    for (let index = 0; index < this.length; index++) if (test(this.#items[index]!)) return index;
    return -1;
  }

  some(test: (item: QueueItem) => boolean): boolean {
    return this.findIndex(test) >= 0;
  }

  map<Result>(toResult: (item: QueueItem, index: number) => Result): Result[] {
    return this.slice().map(toResult);
  }

  filter(test: (item: QueueItem, index: number) => boolean): QueueItem[] {
    return this.slice().filter(test);
  }

  [Symbol.iterator](): Iterator<QueueItem> {
    return this.slice().values();
  }
}
