import type { QueueItem, QueueItems } from '../../storage/storage.ts';

/**
 * Items of a queue to which others are appended, without a copy of all: what is appended is written behind those that each
 * earlier queue sees, which is as many as it had. A queue to which something was appended before is copied for the next.
 */
export class AppendOnlyList implements QueueItems {
  readonly length: number;
  /** Those of this queue first, then what was appended to it, if anything was. */
  readonly #items: QueueItem[];

  private constructor(items: QueueItem[]) {
    this.#items = items;
    this.length = items.length;
  }

  static append(items: QueueItems, added: readonly QueueItem[]): AppendOnlyList {
    const grown = items instanceof AppendOnlyList && items.#isNewest() ? items.#items : items.slice();
    for (const item of added) grown.push(item);
    return new AppendOnlyList(grown);
  }

  #isNewest(): boolean {
    return this.#items.length === this.length;
  }

  at(index: number): QueueItem | undefined {
    const place = index < 0 ? this.length + index : index;
    return place < this.length ? this.#items[place] : undefined;
  }

  slice(start = 0, end = this.length): QueueItem[] {
    return this.#items.slice(this.#toPlace(start), this.#toPlace(end));
  }

  /** Counted from the end where negative, as in an array. */
  #toPlace(index: number): number {
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
