import type { LiveChange } from '../live/lives.ts';
import type { OutputNotification } from '../outputs/outputs.ts';
import type { Owner } from '../shared/owner.ts';

/** Notification of a commit to a Live by any node, including this one. */
export interface LiveNotification {
  readonly liveId: string;
  /** Null if the Live was deleted. */
  readonly sequence: number | null;
  /** The change itself, or null if it is too large to send along. */
  readonly change: LiveChange | null;
}

/**
 * Notifications of commits, sent by the database in commit order. They are hints: some may be missing after an
 * interruption, so the current state must be read from the storage.
 */
export interface ChangeFeed {
  /** False while notifications may be missing. */
  readonly connected: boolean;
  subscribe(listener: ChangeListener): void;
  /** Starts listening after all subscriptions are made. From then on it reconnects by itself. */
  start(): Promise<void>;
}

export interface ChangeListener {
  live(notification: LiveNotification): void;
  /** The backstage state of a Live has changed. */
  backstage(liveId: string): void;
  output(notification: OutputNotification): void;
  /** Data that decides who is authorized has changed. */
  authority(): void;
  /** An owner's profile has changed. */
  profile(owner: Owner): void;
  /** The connection was lost. Notifications may be missing from now on. */
  lost(): void;
  /** The connection is back. Some notifications may have been missed. */
  resumed(): void;
}
