/** A queued verse with its own copy of the text: a new import of the edition does not change it. [D30] */
export interface QueueItem {
  readonly id: string;
  /** Sort key of the queue. Gaps and fractions are allowed. */
  readonly rank: number;
  readonly bookId: number;
  readonly book: string;
  readonly chapter: number;
  readonly verse: number;
  readonly text: string;
  readonly translation: string;
  /** The edition revision that the rights and attribution of the text come from. */
  readonly revisionId: string;
  /**
   * The line and the run that the item belongs to. Null if the item is a line or run of its own, identified by the
   * item's id. [D53]
   */
  readonly line: string | null;
  readonly run: string | null;
}

/** A pushed verse before it has an id and a position. `line` and `run` are numbered within the push. */
export interface NewItem extends Omit<QueueItem, 'id' | 'rank' | 'line' | 'run'> {
  readonly line: number;
  readonly run: number;
}

/** The ordered items of a queue: the part of the array interface that is used. */
export interface QueueItems extends Iterable<QueueItem> {
  readonly length: number;
  at(index: number): QueueItem | undefined;
  slice(start?: number, end?: number): QueueItem[];
  some(test: (item: QueueItem) => boolean): boolean;
  findIndex(test: (item: QueueItem) => boolean): number;
  map<Result>(toResult: (item: QueueItem, index: number) => Result): Result[];
  filter(test: (item: QueueItem, index: number) => boolean): QueueItem[];
}

/** The key of an item within its Live. */
export type ItemKey = Pick<QueueItem, 'id' | 'rank'>;

export type QueueMutation =
  | { readonly type: 'insert'; readonly items: readonly QueueItem[] }
  | { readonly type: 'remove'; readonly items: readonly ItemKey[] }
  | { readonly type: 'clear' }
  | { readonly type: 'rank'; readonly items: readonly { readonly item: ItemKey; readonly rank: number }[] };
