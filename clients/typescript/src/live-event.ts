import type { Success } from './lectern-client.ts';
import type { paths } from './schema.ts';

type AnyEvent = Success<paths['/v1/lives/{live_id}/events']['get']>;
/** Response of GET /v1/lives/{live_id}/events without a view. */
export type LiveEvent = Exclude<AnyEvent, { type: 'live.now' | 'live.now_changed' }>;
/** Response of GET /v1/lives/{live_id}/events with `view=now`. */
export type LiveNowEvent = Exclude<AnyEvent, { type: 'live.snapshot' | 'live.changed' }>;
/** Snapshot of a Live with its display, queue, viewer settings and design. */
export type LiveSnapshot = NonNullable<LiveEvent['data']>;
/** State for a controller: the page or slide that is shown, its neighbors, and the validator for a write. */
export type LiveNow = NonNullable<LiveNowEvent['data']>;
/** View of a Live: the full state, or what is shown now. */
export type LiveView = 'snapshot' | 'now';

const SCHEMA_VERSION = 1;
const TYPES: Record<LiveView, readonly string[]> = {
  snapshot: ['live.snapshot', 'live.changed', 'stream.heartbeat'],
  now: ['live.now', 'live.now_changed', 'stream.heartbeat'],
};

/** Error for events in a schema version newer than this client supports. */
export class UnsupportedEventVersion extends Error {
  override readonly name = 'UnsupportedEventVersion';
  readonly schemaVersion: number;

  constructor(schemaVersion: number) {
    super(
      `This client supports events of schema_version ${SCHEMA_VERSION}, but the server sent version ${schemaVersion}.`,
    );
    this.schemaVersion = schemaVersion;
  }
}

/** Error for a response with status 200 that is not an event: a proxy created or truncated it. */
export class UnreadableEvent extends Error {
  override readonly name = 'UnreadableEvent';
}

/**
 * Validates the envelope of an event; the version defines its data. Throws UnsupportedEventVersion or UnreadableEvent.
 */
export function parseLiveEvent(content: unknown, view: LiveView): LiveEvent | LiveNowEvent {
  const event = (typeof content === 'object' && content !== null ? content : {}) as Partial<
    Record<keyof LiveEvent, unknown>
  >;
  const { schema_version: version, type, cursor, sequence, data } = event;
  if (typeof version === 'number' && version !== SCHEMA_VERSION) throw new UnsupportedEventVersion(version);
  const hasData = typeof data === 'object' && data !== null;
  const readable =
    version === SCHEMA_VERSION &&
    TYPES[view].includes(type as string) &&
    typeof cursor === 'string' &&
    typeof sequence === 'number' &&
    hasData === (type !== 'stream.heartbeat');
  if (!readable) throw new UnreadableEvent('The response is not an event of a Live.');
  return event as LiveEvent;
}
