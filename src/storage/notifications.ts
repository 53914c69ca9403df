import { LIVE_COLUMNS } from './live-columns.ts';
import type { LiveChange, LiveNotification, OutputNotification, Owner } from './storage.ts';

/**
 * The channel on which nodes notify each other: one JSON text per notification, sent by PostgreSQL's NOTIFY in the
 * transaction of the change and delivered in commit order. Source: PostgreSQL 18, NOTIFY (a payload is below 8000
 * bytes).
 */
export const NOTIFICATION_CHANNEL = 'lectern';
const NOTICE_MAX_BYTES = 7_900;
/** A change with more items never fits. */
const NOTICE_MAX_ITEMS = 64;

export type ClusterNotification =
  | { readonly type: 'authority' }
  | { readonly type: 'profile'; readonly owner: Owner }
  | ({ readonly type: 'live' } & LiveNotification)
  /** The backstage state of a Live has changed. */
  | { readonly type: 'aside'; readonly liveId: string }
  | ({ readonly type: 'output' } & OutputNotification)
  /** Sent by a listener to itself, to check that it still receives notifications. */
  | { readonly type: 'probe'; readonly id: string };

/**
 * Returns the notification of a commit, with the change itself if it fits. Otherwise nodes that follow the Live read
 * it.
 */
export function toLiveNotification({ expectedSequence, next, queue }: LiveChange): string {
  const change: LiveChange = { expectedSequence, next, queue };
  const withoutChange: ClusterNotification = {
    type: 'live',
    liveId: change.next.id,
    sequence: change.next.sequence,
    change: null,
  };
  if (change.queue.some((each) => each.type !== 'clear' && each.items.length > NOTICE_MAX_ITEMS)) {
    return JSON.stringify(withoutChange);
  }
  const withChange = JSON.stringify({ ...withoutChange, change });
  return Buffer.byteLength(withChange) <= NOTICE_MAX_BYTES ? withChange : JSON.stringify(withoutChange);
}

export function toDeletionNotification(liveId: string): string {
  const notification: ClusterNotification = { type: 'live', liveId, sequence: null, change: null };
  return JSON.stringify(notification);
}

export function toBackstageNotification(liveId: string): string {
  const notification: ClusterNotification = { type: 'aside', liveId };
  return JSON.stringify(notification);
}

/**
 * Returns whether a change has all columns: a node of an earlier version, which can run beside this one during an
 * upgrade, knows fewer.
 */
const isComplete = ({ next }: LiveChange): boolean => Object.keys(LIVE_COLUMNS).every((name) => name in next);

export const toOutputNotification = (notification: OutputNotification): string =>
  JSON.stringify({ type: 'output', ...notification });

/** Parses a notification. Returns null for anything that no node of this version sends: any program can notify. */
export function parseNotification(text: string): ClusterNotification | null {
  try {
    const notification = JSON.parse(text) as ClusterNotification;
    const known =
      notification.type === 'authority' ||
      notification.type === 'probe' ||
      (notification.type === 'profile' && typeof notification.owner?.id === 'string') ||
      ((notification.type === 'live' || notification.type === 'aside') && typeof notification.liveId === 'string') ||
      (notification.type === 'output' && typeof notification.outputId === 'string');
    if (!known) return null;
    return notification.type === 'live' && notification.change && !isComplete(notification.change)
      ? { ...notification, change: null }
      : notification;
  } catch {
    return null;
  }
}
