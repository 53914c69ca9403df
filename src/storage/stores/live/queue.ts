/** A queued verse with its own copy of the text: importing an edition again does not change it. [D30] */
export interface QueueItem {
  readonly id: string;
  /** Orders the queue; gaps and fractions are allowed. */
  readonly rank: number;
  readonly bookId: number;
  readonly book: string;
  readonly chapter: number;
  readonly verse: number;
  readonly text: string;
  readonly translation: string;
  /** The edition revision whose rights and attribution belong to the text. */
  readonly revisionId: string;
  /** The line and the run that it belongs to. Null: of its own, under its id. [D53] */
  readonly line: string | null;
  readonly run: string | null;
}

/** What is pushed, before it has an id and a place: `line` and `run` count those of the push. */
export interface NewItem extends Omit<QueueItem, 'id' | 'rank' | 'line' | 'run'> {
  readonly line: number;
  readonly run: number;
}

/** The items of a queue in their order, and what is asked of them: an array will do. */
export interface QueueItems extends Iterable<QueueItem> {
  readonly length: number;
  at(index: number): QueueItem | undefined;
  slice(start?: number, end?: number): QueueItem[];
  some(test: (item: QueueItem) => boolean): boolean;
  findIndex(test: (item: QueueItem) => boolean): number;
  map<Result>(toResult: (item: QueueItem, index: number) => Result): Result[];
  filter(test: (item: QueueItem, index: number) => boolean): QueueItem[];
}

/** By what an item of a Live is found. */
export type ItemKey = Pick<QueueItem, 'id' | 'rank'>;

export type QueueMutation =
  | { readonly type: 'insert'; readonly items: readonly QueueItem[] }
  | { readonly type: 'remove'; readonly items: readonly ItemKey[] }
  | { readonly type: 'clear' }
  | { readonly type: 'rank'; readonly items: readonly { readonly item: ItemKey; readonly rank: number }[] };
