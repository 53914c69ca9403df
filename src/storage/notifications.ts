import { LIVE_COLUMNS } from './live-columns.ts';
import type { LiveChange, LiveNotification, OutputNotification, Owner } from './storage.ts';

/**
 * What a commit tells the other nodes: one JSON text, sent within its transaction by PostgreSQL's NOTIFY on one channel,
 * which delivers them in the order of the commits. Source: PostgreSQL 18, NOTIFY (a payload is below 8000 bytes).
 */
export const NOTIFICATION_CHANNEL = 'lectern';
const NOTICE_MAX_BYTES = 7_900;
/** A change with more items than this does not fit anyway. */
const NOTICE_MAX_ITEMS = 64;

export type ClusterNotification =
  | { readonly type: 'authority' }
  | { readonly type: 'profile'; readonly owner: Owner }
  | ({ readonly type: 'live' } & LiveNotification)
  /** What stands beside the content of a Live has changed. */
  | { readonly type: 'aside'; readonly liveId: string }
  | ({ readonly type: 'output' } & OutputNotification)
  /** Sent by a listener to itself, to know that it hears. */
  | { readonly type: 'probe'; readonly id: string };

/** With the change itself where it fits; without it, nodes that follow the Live read it. */
export function toLiveNotification({ expectedSequence, next, queue }: LiveChange): string {
  const change: LiveChange = { expectedSequence, next, queue };
  const bare: ClusterNotification = {
    type: 'live',
    liveId: change.next.id,
    sequence: change.next.sequence,
    change: null,
  };
  if (change.queue.some((each) => each.type !== 'clear' && each.items.length > NOTICE_MAX_ITEMS)) {
    return JSON.stringify(bare);
  }
  const whole = JSON.stringify({ ...bare, change });
  return Buffer.byteLength(whole) <= NOTICE_MAX_BYTES ? whole : JSON.stringify(bare);
}

export function toDeletionNotification(liveId: string): string {
  const notice: ClusterNotification = { type: 'live', liveId, sequence: null, change: null };
  return JSON.stringify(notice);
}

export function toBackstageNotification(liveId: string): string {
  const notice: ClusterNotification = { type: 'aside', liveId };
  return JSON.stringify(notice);
}

/** A node of an earlier version, which may run beside this one during an upgrade, knows fewer columns. */
const isWhole = ({ next }: LiveChange): boolean => Object.keys(LIVE_COLUMNS).every((name) => name in next);

export const toOutputNotification = (notice: OutputNotification): string =>
  JSON.stringify({ type: 'output', ...notice });

/** Null for what no node of this version sends: any program may notify. */
export function parseNotification(text: string): ClusterNotification | null {
  try {
    const notice = JSON.parse(text) as ClusterNotification;
    const known =
      notice.type === 'authority' ||
      notice.type === 'probe' ||
      (notice.type === 'profile' && typeof notice.owner?.id === 'string') ||
      ((notice.type === 'live' || notice.type === 'aside') && typeof notice.liveId === 'string') ||
      (notice.type === 'output' && typeof notice.outputId === 'string');
    if (!known) return null;
    return notice.type === 'live' && notice.change && !isWhole(notice.change) ? { ...notice, change: null } : notice;
  } catch {
    return null;
  }
}
