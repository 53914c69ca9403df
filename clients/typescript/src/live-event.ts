import type { Success } from './lectern-client.ts';
import type { paths } from './schema.ts';

type AnyEvent = Success<paths['/v1/lives/{live_id}/events']['get']>;
/** What GET /v1/lives/{live_id}/events answers without a view. */
export type LiveEvent = Exclude<AnyEvent, { type: 'live.now' | 'live.now_changed' }>;
/** What it answers with `view=now`. */
export type LiveNowEvent = Exclude<AnyEvent, { type: 'live.snapshot' | 'live.changed' }>;
/** A Live with its display, queue, viewer settings and design at one moment. */
export type LiveSnapshot = NonNullable<LiveEvent['data']>;
/** What a controller needs: the page or slide that is shown, its neighbours and the validator of a write. */
export type LiveNow = NonNullable<LiveNowEvent['data']>;
/** What is asked for: the whole state, or what is shown now. */
export type LiveView = 'snapshot' | 'now';

const SCHEMA_VERSION = 1;
const TYPES: Record<LiveView, readonly string[]> = {
  snapshot: ['live.snapshot', 'live.changed', 'stream.heartbeat'],
  now: ['live.now', 'live.now_changed', 'stream.heartbeat'],
};

/** The server speaks of Lives in a form that is newer than this client. */
export class UnsupportedEventVersion extends Error {
  override readonly name = 'UnsupportedEventVersion';
  readonly schemaVersion: number;

  constructor(schemaVersion: number) {
    super(`This client reads events of schema_version ${SCHEMA_VERSION}, and the server sent ${schemaVersion}.`);
    this.schemaVersion = schemaVersion;
  }
}

/** An answer of status 200 that is no event: something between client and server has made it, or cut it off. */
export class UnreadableEvent extends Error {
  override readonly name = 'UnreadableEvent';
}

/** Looks at the envelope; what is in the data is the contract of its version. Throws UnsupportedEventVersion, UnreadableEvent. */
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
  if (!readable) throw new UnreadableEvent('The answer is no event of a Live.');
  return event as LiveEvent;
}
