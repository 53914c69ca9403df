import type { LiveChange } from '../live/lives.ts';
import type { OutputNotification } from '../outputs/outputs.ts';
import type { Owner } from '../shared/owner.ts';

/** What has been committed to a Live by any node, this one included. */
export interface LiveNotification {
  readonly liveId: string;
  /** Null: the Live was deleted. */
  readonly sequence: number | null;
  /** The change itself, where it is small enough to be sent along. */
  readonly change: LiveChange | null;
}

/**
 * News of commits, from the database, in the order of the commits. A hint: after a pause some may be missing, so what is
 * true is read from the storage.
 */
export interface ChangeFeed {
  /** False while news may be missing. */
  readonly connected: boolean;
  subscribe(listener: ChangeListener): void;
  /** Begins to listen, once all have subscribed; from then on it mends itself. */
  start(): Promise<void>;
}

export interface ChangeListener {
  live(notice: LiveNotification): void;
  /** What stands beside the content of a Live has changed. */
  backstage(liveId: string): void;
  output(notice: OutputNotification): void;
  /** Something that decides who may do what has changed. */
  authority(): void;
  /** The profile of an owner has changed. */
  profile(owner: Owner): void;
  /** News may be missing from now on. */
  lost(): void;
  /** News come again; some may have been missed. */
  resumed(): void;
}
