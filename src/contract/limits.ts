/** Fixed limits, each with its unit and source. What an installation may change is in `config.ts`. */

/** Longest request body of a REST operation, bytes. [D1] */
export const BODY_MAX_BYTES = 64 * 1024;

/** Most ids that a reorder can name. [Limits] */
export const REORDER_MAX_ITEMS = 100;
/** Most items in a queue unless configured otherwise. [D17] */
export const QUEUE_MAX_ITEMS = 5_000;
/** Most translations that the settings of a Live can name. [D19] */
export const SETTINGS_TRANSLATIONS_MAX = 4;
/** Most Lives an owner can have unless configured otherwise. [D11] */
export const LIVES_PER_OWNER_MAX = 50;

/** Default and largest page sizes, items. [Limits], [D16], [D28] */
export const PAGE_DEFAULT_ITEMS = 50;
export const PAGE_MAX_ITEMS = 100;

/** Longest opaque cursor that is looked at, characters. [D24] */
export const CURSOR_MAX_CHARACTERS = 512;

/** Names of Lives, characters after trimming. [D11] */
export const NAME_MAX_CHARACTERS = 120;
/** A reference as a person types it, characters. [D19] */
export const REFERENCE_MAX_CHARACTERS = 200;

/** Viewer font-size steps. [D21] */
export const SCALE_MIN_STEPS = -4;
export const SCALE_MAX_STEPS = 8;

/** A client's own request id, characters. [D2] */
export const REQUEST_ID_MAX_CHARACTERS = 64;
/** Idempotency keys, visible ASCII characters. [D9] */
export const IDEMPOTENCY_KEY_MAX_CHARACTERS = 255;

/** Seconds a client is told to wait when a dependency does not answer. [D3] */
export const UNAVAILABLE_RETRY_SECONDS = 2;

/** Audience streams: seconds between signs of life, and how long a viewer may stay behind before it is let go. [D44] */
export const STREAM_BEAT_SECONDS = 15;
export const STREAM_LAG_MAX_SECONDS = 60;
/** Unsent bytes of one viewer above which changes are no longer queued for it; it is resynchronized instead. [D44] */
export const STREAM_UNSENT_MAX_BYTES = 256 * 1024;
/** Changes kept for resuming a stream by Last-Event-ID, per Live: how many, and of how many bytes together. */
export const STREAM_REPLAY_MAX_CHANGES = 64;
export const STREAM_REPLAY_MAX_BYTES = 256 * 1024;

/** Personal credentials, days. [D35] */
export const PERSONAL_TOKEN_DEFAULT_DAYS = 90;
export const PERSONAL_TOKEN_MAX_DAYS = 365;
