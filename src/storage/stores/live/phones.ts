/** The parts that the reader pages of a Live have besides what is shown now. [D73] */
export interface PhoneParts {
  readonly earlier: boolean;
  readonly order: boolean;
}

/** New Lives have these. Lives of earlier versions have neither part. */
export const NEW_PHONE_PARTS: PhoneParts = { earlier: true, order: false };

/** The time for which something of the history stood on air because of one undoable change. */
export interface AirTime {
  /** The end of the key of the passage or deck: enough to tell it from the others. */
  readonly key: string;
  /** The number of its latest history entry. */
  readonly number: number;
  readonly ms: number;
  /** The end of its last stay on air, in milliseconds since 1970. */
  readonly until: number;
  /** The slot of the undo step that brought it on air; null if it cannot be undone any more. */
  readonly step: number | null;
  /** The snapshot of a deck and the indexes of its slides that were shown. */
  readonly snapshot?: string;
  readonly slides?: readonly number[];
}

/** The thing on air, and since when it is. */
export type OnAir = Omit<AirTime, 'ms' | 'until'> & { readonly since: number };

/** How long things of the history stood on air since the last start, clear or change of the audience secret. [D73] */
export interface AirTimes {
  /** Null while nothing is on air. */
  readonly current: OnAir | null;
  readonly past: readonly AirTime[];
  /** The sequence of the last change of the list that phones get. */
  readonly revision: number;
  /** The number of the last history entry before the Live was last started; absent before the first start. [D72] */
  readonly started?: number;
}

export const NO_AIR_TIMES: AirTimes = { current: null, past: [], revision: 0 };
