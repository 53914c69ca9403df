import { type Static, Type } from 'typebox';
import { EVENT_WAIT_DEFAULT_SECONDS, EVENT_WAIT_MAX_SECONDS } from '../limits.ts';
import { Design } from './design.ts';
import { AnyLive, AnyLiveDisplay, LiveQueueItem, ViewerSettings } from './live.ts';
import { Now } from './now.ts';
import { Cursor, Enum, Nullable } from './shapes.ts';

/** The version of the envelope and of the snapshot in it. [Versioning] */
export const EVENT_SCHEMA_VERSION = 1;

/** [Resources] LiveEventSnapshot, with the shapes of [D23]; `queue` is null in presentation mode. */
export const LiveEventSnapshot = Type.Object({
  live: AnyLive,
  display: AnyLiveDisplay,
  queue: Nullable(Type.Array(LiveQueueItem)),
  viewer_settings: ViewerSettings,
  design: Design,
});

const envelope = {
  schema_version: Type.Unsafe<1>({ type: 'integer', enum: [EVENT_SCHEMA_VERSION] }),
  resource_type: Enum(['live']),
  resource_id: Type.String(),
  sequence: Type.Integer({ minimum: 0 }),
  cursor: Type.String({ description: 'Pass it as after. Not an ETag: never to be sent in If-Match.' }),
};

/** [Events]: a heartbeat has the same envelope, and no data. */
export const LiveEvent = Type.Union([
  Type.Object({ ...envelope, type: Enum(['live.snapshot', 'live.changed']), data: LiveEventSnapshot }),
  Type.Object({ ...envelope, type: Enum(['stream.heartbeat']), data: Type.Null() }),
]);
/** [D55]: with `view=now`. */
export const LiveNowEvent = Type.Object({
  ...envelope,
  type: Enum(['live.now', 'live.now_changed']),
  data: Now,
});
export const AnyLiveEvent = Type.Union([LiveEvent, LiveNowEvent]);

export const EventsQuery = Type.Object({
  after: Type.Optional(Cursor('The cursor of the event before. Leave it out to resynchronize.')),
  wait: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: EVENT_WAIT_MAX_SECONDS,
      default: EVENT_WAIT_DEFAULT_SECONDS,
      description: 'Seconds to wait for a change.',
    }),
  ),
  view: Type.Optional(
    Enum(['now'], {
      description:
        'What events tell: what a controller needs. Leave it out for the whole Live. Cursors are of one view.',
    }),
  ),
});
export type EventsQuery = Static<typeof EventsQuery>;
