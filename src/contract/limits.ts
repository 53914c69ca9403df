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

/** Verses of a book page, and its longest serialized form, bytes. [Limits] */
export const BOOK_PAGE_DEFAULT_VERSES = 50;
export const BOOK_PAGE_MAX_VERSES = 500;
export const BOOK_PAGE_MAX_BYTES = 3 * 1024 * 1024;

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

/** Long polls of Live events: seconds a poll waits, and how often a waiting one is authorized anew. [Limits] */
export const EVENT_WAIT_DEFAULT_SECONDS = 25;
export const EVENT_WAIT_MAX_SECONDS = 25;
export const EVENT_RECHECK_SECONDS = 5;
/** Polls that wait on one Live, over all nodes. [D25] */
export const WATCHES_PER_LIVE_MAX = 50;
/** A node that is gone holds its watches this long. [D25] */
export const WATCH_LEASE_SECONDS = 60;

/** Typography and container of a design: px on a canvas of 1920×1080, line heights in percent of the size. [D22] */
export const DESIGN_SIZE_MIN_PX = 12;
export const DESIGN_SIZE_MAX_PX = 240;
export const DESIGN_LINE_HEIGHT_MIN_PERCENT = 80;
export const DESIGN_LINE_HEIGHT_MAX_PERCENT = 240;
export const DESIGN_RADIUS_MAX_PX = 200;
export const DESIGN_PADDING_MAX_PX = 400;

/** Search: verses a page, and the length of a query, characters. [D31] */
export const SEARCH_DEFAULT_VERSES = 20;
export const SEARCH_MAX_VERSES = 100;
export const SEARCH_QUERY_MIN_CHARACTERS = 2;
export const SEARCH_QUERY_MAX_CHARACTERS = 200;
