import { type Static, Type } from 'typebox';
import { EVENT_WAIT_DEFAULT_SECONDS, EVENT_WAIT_MAX_SECONDS } from '../limits.ts';
import { Design } from './design.ts';
import { AnyLive, AnyLiveDisplay, LiveQueueItem, ViewerSettings } from './live.ts';
import { Now } from './now.ts';
import { Cursor, Enum, Nullable } from './shapes.ts';

/** Version of the event envelope and its snapshot. [Versioning] */
export const EVENT_SCHEMA_VERSION = 1;

/** [Resources] LiveEventSnapshot with the shapes of [D23]. */
export const LiveEventSnapshot = Type.Object({
  live: AnyLive,
  display: AnyLiveDisplay,
  queue: Nullable(Type.Array(LiveQueueItem), { description: 'The whole queue. Null in presentation mode.' }),
  viewer_settings: ViewerSettings,
  design: Design,
});

const envelope = {
  schema_version: Type.Unsafe<1>({
    type: 'integer',
    enum: [EVENT_SCHEMA_VERSION],
    description: 'Version of the event format.',
  }),
  resource_type: Enum(['live'], { description: 'Always `live`.' }),
  resource_id: Type.String({ description: 'Id of the Live.' }),
  sequence: Type.Integer({ minimum: 0, description: 'Sequence of the Live.' }),
  cursor: Type.String({ description: 'Cursor for the next poll, to send as `after`. It is not an ETag.' }),
};

/** Event of the default view. */
export const LiveStateEvent = Type.Object({
  ...envelope,
  type: Enum(['live.snapshot', 'live.changed']),
  data: LiveEventSnapshot,
});
/** Event of `view=now`. [D55] */
export const LiveNowEvent = Type.Object({
  ...envelope,
  type: Enum(['live.now', 'live.now_changed']),
  data: Now,
});
/** Event of either view if nothing has changed. */
export const LiveHeartbeat = Type.Object({ ...envelope, type: Enum(['stream.heartbeat']), data: Type.Null() });

const component = (name: string) => `#/components/schemas/${name}`;
/** [Events] */
export const LiveEvent = Type.Union([LiveStateEvent, LiveNowEvent, LiveHeartbeat], {
  discriminator: {
    propertyName: 'type',
    mapping: {
      'live.snapshot': component('LiveStateEvent'),
      'live.changed': component('LiveStateEvent'),
      'live.now': component('LiveNowEvent'),
      'live.now_changed': component('LiveNowEvent'),
      'stream.heartbeat': component('LiveHeartbeat'),
    },
  },
});

export const EventsQuery = Type.Object({
  after: Type.Optional(Cursor('Cursor of the previous event. Omit it to get a snapshot immediately.')),
  wait: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: EVENT_WAIT_MAX_SECONDS,
      default: EVENT_WAIT_DEFAULT_SECONDS,
      description: 'Time to wait for a change, in seconds.',
    }),
  ),
  view: Type.Optional(
    Enum(['now'], {
      description:
        'Content of events: `now` for the state for a controller. Omit it for the whole Live. A cursor is valid for one view only.',
    }),
  ),
});
export type EventsQuery = Static<typeof EventsQuery>;
