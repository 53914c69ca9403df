/**
 * Fixed limits, each with its unit and source. `config/settings-schema.ts` has the limits that an administrator can
 * change.
 */

/** Longest request body of a REST operation, unless stated otherwise, in bytes. [D1] */
export const BODY_MAX_BYTES = 64 * 1024;
/** Longest request body of a PUT of a plan or deck, in bytes. [D1] */
export const DOCUMENT_MAX_BYTES = 1024 * 1024;

/** Most pipelined requests that wait on one connection. A connection that exceeds it is closed. RFC 9112 §9.3.2 */
export const PIPELINED_PER_CONNECTION_MAX = 256;
/** Most pipelined requests that wait on all connections of a node. A connection that exceeds it is closed. */
export const PIPELINED_PER_NODE_MAX = 8_192;

/** Most expensive operations that a node runs at a time. [D10] */
export const EXPENSIVE_PER_NODE_MAX = 4;
/** Most expensive operations of one owner that a node runs at a time. [D10] */
export const EXPENSIVE_PER_OWNER_MAX = 2;
/** Most expensive operations of one owner that wait on a node. [D10] */
export const EXPENSIVE_WAITING_PER_OWNER_MAX = 8;
/** Longest wait of an expensive operation, in seconds. [D10] */
export const EXPENSIVE_WAIT_MAX_SECONDS = 2;
/** Most verses that a write can add to a queue without being expensive. [D10] */
export const INEXPENSIVE_VERSES_MAX = 200;

/** Longest language tag of an edition. [D71] */
export const LANGUAGE_TAG_MAX_CHARACTERS = 35;
/** Longest name that an edition gives a book. [D71] */
export const BOOK_NAME_MAX_CHARACTERS = 100;

/** Most item ids in a reorder. [Limits] */
export const REORDER_MAX_ITEMS = 100;
/** Most items in a queue; the default of a setting. [D17] */
export const QUEUE_MAX_ITEMS = 5_000;
/** Most lines of a page. [D54] */
export const PAGE_MAX_LINES = 6;
/** Most pages, lines, chapters or slides of one step. [D56] */
export const STEP_MAX = 50;
/** Highest page number that a request can name. [D55] */
export const PAGE_NUMBER_MAX = 999_999_999;
/** Editions in `keys` of the paging. [D54] */
export const PAGING_KEYS_MAX = 10;
/** Smallest value of `page_characters`: characters of a page in all of its translations together. [D54] */
export const PAGE_CHARACTERS_MIN = 120;
/** Largest value of `page_characters`. [D54] */
export const PAGE_CHARACTERS_MAX = 1_000;
/** Most translations in the settings of a Live. [D19] */
export const SETTINGS_TRANSLATIONS_MAX = 4;
/** Most Lives of an owner; the default of a setting. [D11] */
export const LIVES_PER_OWNER_MAX = 50;

/** Longest response of `GET now`, in bytes. [D55] */
export const NOW_MAX_BYTES = 16 * 1024;
/** Longest text of a page or slide in `GET now`, in bytes. Longer texts are cut. [D55] */
export const NOW_TEXT_MAX_BYTES = 2 * 1024;
/** Longest attribution in `GET now`, in bytes. [D55] */
export const NOW_ATTRIBUTION_MAX_BYTES = 512;
/** Longest text of the previous and next page, and title of the next slide, in `GET now`, in bytes. [D55] */
export const NOW_SHORT_TEXT_MAX_BYTES = 512;
/** Most translations of a page in `GET now`. [D55] */
export const NOW_TEXTS_MAX = 8;
/** Default number of pages in `GET pages`. [D55] */
export const PAGES_DEFAULT = 50;
/** Most pages in `GET pages`. [D55] */
export const PAGES_MAX = 100;
/** Longest text of a page in `GET pages`, in characters. [D55] */
export const PAGES_TEXT_MAX_CHARACTERS = 120;

/** Default size of a result page, in items. [Limits], [D16], [D28] */
export const PAGE_DEFAULT_ITEMS = 50;
/** Largest size of a result page, in items. [D16], [D28] */
export const PAGE_MAX_ITEMS = 100;
/** Default size of a book page, in verses. [Limits] */
export const BOOK_PAGE_DEFAULT_VERSES = 50;
/** Largest size of a book page, in verses. [Limits] */
export const BOOK_PAGE_MAX_VERSES = 500;
/** Longest serialized book page, in bytes. [Limits] */
export const BOOK_PAGE_MAX_BYTES = 3 * 1024 * 1024;
/** Longest cursor that is accepted, in characters. [D24] */
export const CURSOR_MAX_CHARACTERS = 512;

/**
 * Longest name of a Live, plan, user, organization, app, token or passkey, and title of a deck, in characters after
 * trimming. [D11]
 */
export const NAME_MAX_CHARACTERS = 120;
/** Longest typed reference, in characters. [D19] */
export const REFERENCE_MAX_CHARACTERS = 200;
/** Longest text for the extraction of references, in characters. [D66] */
export const EXTRACT_TEXT_MAX_CHARACTERS = 20_000;
/** Longest request body for the extraction of references, in bytes. [D1] */
export const EXTRACT_BODY_MAX_BYTES = 256 * 1024;
/** Most passages of one push. [D50] */
export const PASSAGES_MAX = 20;
/** Longest stage message, in characters. [D62] */
export const STAGE_MESSAGE_MAX_CHARACTERS = 500;
/** Smallest `scale` of the viewer settings, in font-size steps. [D21] */
export const SCALE_MIN_STEPS = -4;
/** Largest `scale` of the viewer settings, in font-size steps. [D21] */
export const SCALE_MAX_STEPS = 8;

/** Longest X-Request-Id of a client, in characters. [D2] */
export const REQUEST_ID_MAX_CHARACTERS = 64;
/** Longest Idempotency-Key, in visible ASCII characters. [D9] */
export const IDEMPOTENCY_KEY_MAX_CHARACTERS = 255;
/** Hours that the response to an Idempotency-Key is stored. [D9] */
export const IDEMPOTENCY_HOURS = 24;
/** Days that audit records are stored; the default of a setting. [D43] */
export const AUDIT_DAYS = 400;
/** Value of Retry-After with a 503, in seconds. [D3] */
export const UNAVAILABLE_RETRY_SECONDS = 2;

/** Seconds between heartbeats of an audience stream. [D44] */
export const STREAM_HEARTBEAT_SECONDS = 15;
/** Seconds without progress after which a lagging viewer is disconnected. [D44] */
export const STREAM_LAG_MAX_SECONDS = 60;
/**
 * Most unsent bytes of a viewer. Above this it receives nothing until it has caught up, and then the full state.
 * [D44]
 */
export const STREAM_UNSENT_MAX_BYTES = 256 * 1024;
/** Most changes of a Live that are kept for resuming a stream with Last-Event-ID. [D44] */
export const STREAM_REPLAY_MAX_CHANGES = 64;
/** Most bytes of changes of a Live that are kept for resuming a stream. [D44] */
export const STREAM_REPLAY_MAX_BYTES = 256 * 1024;
/** Most pages of one browser that share a stream (`POST /l/streams`). [D44] */
export const STREAM_SUBSCRIPTIONS_MAX = 20;

/** Default lifetime of a personal token, in days. [D35] */
export const PERSONAL_TOKEN_DEFAULT_DAYS = 90;
/** Longest lifetime of a personal token, in days. [D35] */
export const PERSONAL_TOKEN_MAX_DAYS = 365;
/** Default time that the previous secret works after a rotation, in seconds. [D35], [D37] */
export const TOKEN_OVERLAP_DEFAULT_SECONDS = 600;
/** Longest time that the previous secret works after a rotation, in seconds. [D35] */
export const TOKEN_OVERLAP_MAX_SECONDS = 86_400;
/** Most previous secrets of one token that still work. */
export const REPLACED_SECRETS_MAX = 20;
/** Most valid personal tokens of a user; the default of a setting. */
export const TOKENS_PER_USER_MAX = 100;

/** Default time that an event poll waits, in seconds. [Limits] */
export const EVENT_WAIT_DEFAULT_SECONDS = 25;
/** Longest time that an event poll waits, in seconds. [Limits] */
export const EVENT_WAIT_MAX_SECONDS = 25;
/** Seconds between authorization checks of a waiting poll. [Limits] */
export const EVENT_RECHECK_SECONDS = 5;
/** Most waiting polls of a Live on all nodes. [D25] */
export const WATCHES_PER_LIVE_MAX = 50;
/** Seconds after which the watches of a failed node expire. [D25] */
export const WATCH_LEASE_SECONDS = 60;

/** Smallest font size of a design, in px on a canvas of 1920×1080. [D22] */
export const DESIGN_SIZE_MIN_PX = 12;
/** Largest font size of a design, in px. [D22] */
export const DESIGN_SIZE_MAX_PX = 240;
/** Smallest line height of a design, in percent of the font size. [D22] */
export const DESIGN_LINE_HEIGHT_MIN_PERCENT = 80;
/** Largest line height of a design, in percent of the font size. [D22] */
export const DESIGN_LINE_HEIGHT_MAX_PERCENT = 240;
/** Largest corner radius of a design's container, in px. [D22] */
export const DESIGN_RADIUS_MAX_PX = 200;
/** Largest padding of a design's container, in px. [D22] */
export const DESIGN_PADDING_MAX_PX = 400;

/** Default size of a page of search results, in verses. [D31] */
export const SEARCH_DEFAULT_VERSES = 20;
/** Largest size of a page of search results, in verses. [D31] */
export const SEARCH_MAX_VERSES = 100;
/** Shortest search query, in characters. In a script written without spaces, one character is enough. [D31] */
export const SEARCH_QUERY_MIN_CHARACTERS = 2;
/** Longest search query, in characters. [D31] */
export const SEARCH_QUERY_MAX_CHARACTERS = 200;
/** Default number of candidates of a look-up. [D58] */
export const LOOKUP_DEFAULT_CANDIDATES = 8;
/** Most candidates of a look-up. [D58] */
export const LOOKUP_MAX_CANDIDATES = 20;
/** Longest text of a candidate in one translation, in characters. [D58] */
export const LOOKUP_TEXT_MAX_CHARACTERS = 300;
/** Most decks of a look-up that are found by the words of their slides alone. [D58] */
export const LOOKUP_DECKS_BY_SLIDES_MAX = 3;
/** Most words by which a look-up searches decks. Further ones are ignored. [D58] */
export const LOOKUP_DECK_WORDS_MAX = 12;
/** Longest line of a slide in a look-up, in characters. [D58] */
export const LOOKUP_LINE_MAX_CHARACTERS = 160;
/** Letters from which a look-up also searches for words. [D58] */
export const LOOKUP_WORDS_MIN_LETTERS = 3;
/** Letters from which a look-up searches for words of a script written without spaces. [D58] */
export const LOOKUP_UNSPACED_MIN_LETTERS = 2;
/** Most verses per edition that a look-up ranks, taken in canonical order. [D58] */
export const LOOKUP_RANKED_VERSES = 200;

/** Most changes of a Live that can be undone one after another. [D50] */
export const UNDO_MAX_STEPS = 20;
/** Most history entries of a Live. [D50] */
export const JOURNAL_MAX_ENTRIES = 200;
/** Default number of entries of a history page. [D50] */
export const HISTORY_DEFAULT_ENTRIES = 20;
/** Most entries of a history page. [D50] */
export const HISTORY_MAX_ENTRIES = 100;
/** Longest history page, in bytes. An entry that exceeds it is a page of its own. [D50] */
export const HISTORY_PAGE_MAX_BYTES = 1024 * 1024;
/** Time on air from which phones get something of the past, in seconds. [D73] */
export const EARLIER_MIN_SECONDS = 10;
/** Time for which phones get it, in hours. [D73] */
export const EARLIER_MAX_HOURS = 12;
/** Entries of one page of the past. [D73] */
export const EARLIER_PAGE_ENTRIES = 50;
/** Stored length of the texts of such a page, in bytes, unless its first entry is longer. */
export const EARLIER_PAGE_MAX_BYTES = 128 * 1024;

/** Seconds between the viewer counts that a node reports. [D44] */
export const VIEWERS_REPORT_SECONDS = 5;
/** Seconds after which a reported viewer count expires. [D44] */
export const VIEWERS_LEASE_SECONDS = 60;
/** Seconds that an operator counts as present after a watch or write. [D64] */
export const OPERATOR_PRESENCE_SECONDS = 60;
/** Seconds between the reports of a node about present operators. [D64] */
export const OPERATORS_REPORT_SECONDS = 5;
/** Most operators of a Live in the response. [D64] */
export const OPERATORS_MAX = 100;

/** Most outputs of a Live. [D60] */
export const OUTPUTS_PER_LIVE_MAX = 50;
/** Most open pages of an output. A further page ends the oldest. [D60] */
export const OUTPUT_CONNECTIONS_MAX = 4;
/** Seconds between renewals of output leases. [D60] */
export const OUTPUT_RENEWAL_SECONDS = 5;
/** Seconds after which the output leases of a failed node expire. [D60] */
export const OUTPUT_LEASE_SECONDS = 20;
/** Longest paint report of an output, in bytes. [D60] */
export const OUTPUT_REPORT_MAX_BYTES = 512;
/** Most paint reports of an output per second. [D60] */
export const OUTPUT_REPORTS_PER_SECOND = 2;
/** Largest width or height of a screen in a paint report, in px. [D60] */
export const OUTPUT_SIDE_MAX_PX = 16_384;

/** Most open pictures of a session on one node. A further one ends the oldest. [D63] */
export const PICTURES_PER_SESSION_MAX = 8;
/** Most open pictures of a Live on one node. [D63] */
export const PICTURES_PER_LIVE_MAX = 100;
/** Seconds between access checks of an open picture. [D63] */
export const PICTURE_RECHECK_SECONDS = 3;

/** Most remote links of a Live. [D68] */
export const REMOTE_LINKS_PER_LIVE_MAX = 50;
/** Default lifetime of a remote link, in hours. [D68] */
export const REMOTE_LINK_DEFAULT_HOURS = 12;
/** Longest lifetime of a remote link or button link, in hours. [D68] [D74] */
export const REMOTE_LINK_MAX_HOURS = 365 * 24;
/** Most open pages of a remote link. A further page ends the oldest. [D68] */
export const REMOTE_CONNECTIONS_MAX = 5;
/** Longest request body of a remote link, in bytes. [D68] */
export const REMOTE_BODY_MAX_BYTES = 512;
/** Most writes of a remote link per second on one node. [D68] */
export const REMOTE_WRITES_PER_SECOND = 10;
/** Seconds between heartbeats of a remote-link stream. [D68] */
export const REMOTE_HEARTBEAT_SECONDS = 5;

/** Most button links of a Live. [D74] */
export const BUTTON_LINKS_PER_LIVE_MAX = 50;
/** Default lifetime of a button link, in hours. [D74] */
export const BUTTON_LINK_DEFAULT_HOURS = 90 * 24;
/** Longest request body of a button, in bytes. [D74] */
export const BUTTON_BODY_MAX_BYTES = 1_024;
/** Most commands of a button link in any one second on one node. [D74] */
export const BUTTON_COMMANDS_PER_SECOND = 20;
/** Most wrong keys of button links from one address per minute. [D74] */
export const BUTTON_WRONG_KEYS_PER_MINUTE = 20;
/** Most seconds for which a command starts again because other processes change the Live first. [D74] */
export const BUTTON_RETRY_MAX_SECONDS = 2;
/** Longest text in the response to a button, in bytes. [D74] */
export const BUTTON_TEXT_MAX_BYTES = 1_024;
/** Longest text of what follows in the response to a button, in bytes. [D74] */
export const BUTTON_NEXT_MAX_BYTES = 256;
/** Most waiting reads of a button link on one node. A further one ends the oldest. [D74] */
export const BUTTON_READS_WAITING_MAX = 5;
/** Longest wait of a read with a button link, in seconds. It is also the default. [D74] */
export const BUTTON_WAIT_MAX_SECONDS = 25;

/** Most slides of a deck. [D26] */
export const DECK_MAX_SLIDES = 200;
/** Most slides in the order of a deck, where a slide can occur several times. [D70] */
export const DECK_ORDER_MAX_SLIDES = 300;
/** Longest countdown of a slide, in seconds. [D76] */
export const COUNTDOWN_MAX_SECONDS = 86_400;
/** Most seconds by which one request moves a countdown. [D76] */
export const COUNTDOWN_MOVE_MAX_SECONDS = 3_600;
/** Longest text of a field of the footer of a deck, in characters. [D70] */
export const DECK_FOOTER_MAX_CHARACTERS = 500;
/** Most further languages of a slide. [D77] */
export const SLIDE_TRANSLATIONS_MAX = 3;
/** Most chords of a slide. [D77] */
export const SLIDE_CHORDS_MAX = 200;
/** Longest name of a chord, in characters. [D77] */
export const CHORD_MAX_CHARACTERS = 20;
/** Longest name of a songbook, in characters. [D77] */
export const SONGBOOK_NAME_MAX_CHARACTERS = 120;
/** Longest first line of a deck in lists, in characters. [D77] */
export const DECK_FIRST_LINE_MAX_CHARACTERS = 120;
/** Longest text of a slide in one language in a summary, in bytes of UTF-8. [D77] */
export const NOW_SLIDE_TEXT_MAX_BYTES = 1_024;
/** Time on air of a UTC day from which a song or edition is counted, in seconds. [D77] */
export const USAGE_MIN_SECONDS = 10;
/** Time off air after which the same song or edition is counted again, in minutes. [D77] */
export const USAGE_PAUSE_MINUTES = 10;
/** Most songs and editions whose time on air a Live keeps to continue it. [D77] */
export const USAGE_STAYS_MAX = 200;
/** Time for which the usage of songs and editions is kept, in days. [D77] */
export const USAGE_KEPT_DAYS = 1_096;
/** Most days between the first and the last day of a usage report. [D77] */
export const USAGE_PERIOD_MAX_DAYS = 399;
/** Most rows of a usage report. [D77] */
export const USAGE_ROWS_MAX = 20_000;
/** Longest number of a license, in characters. [D77] */
export const LICENCE_MAX_CHARACTERS = 20;
/** Most languages that an output names. [D77] */
export const OUTPUT_LANGUAGES_MAX = 4;
/** Longest title of a slide, in characters. [D26] */
export const SLIDE_TITLE_MAX_CHARACTERS = 200;
/** Longest text of a slide, in characters. [D26] */
export const SLIDE_TEXT_MAX_CHARACTERS = 4_000;
/** Most verses of one slide of a snapshot. [D26] */
export const SLIDE_MAX_VERSES = 200;
/** Most verses of all slides of a snapshot. [D26] */
export const SNAPSHOT_MAX_VERSES = 2_000;
/** Most decks of an organization; the default of a setting. */
export const DECKS_PER_ORGANIZATION_MAX = 10_000;
/** Most snapshots of an organization; the default of a setting. */
export const SNAPSHOTS_PER_ORGANIZATION_MAX = 10_000;
/** Most images of an organization; the default of a setting. */
export const IMAGES_PER_ORGANIZATION_MAX = 1_000;

/** Most entries of a plan, and most entries that one `go` moves. [D65] */
export const PLAN_MAX_ENTRIES = 200;
/** Longest title of a plan entry, in characters. [D65] */
export const PLAN_TITLE_MAX_CHARACTERS = 200;
/** Longest note of a plan entry, in characters. [D65] */
export const PLAN_NOTE_MAX_CHARACTERS = 1_000;
/** Longest planned duration of a plan entry, in minutes. [D65] */
export const PLAN_ENTRY_MAX_MINUTES = 600;
/** Longest name of the person who leads a plan entry, in characters. [D65] */
export const PLAN_PERSON_MAX_CHARACTERS = 100;
/** Most plans of an owner; the default of a setting. [D65] */
export const PLANS_PER_OWNER_MAX = 500;

/** Longest uploaded image, in bytes. [D1] */
export const IMAGE_MAX_BYTES = 10 * 1024 * 1024;
/** Most pixels of an uploaded image. */
export const IMAGE_MAX_PIXELS = 50_000_000;
/** Longest side of a stored image, in px. Larger images are scaled down. */
export const IMAGE_MAX_SIDE_PX = 3_840;
/** Longest time that one image is encoded, in seconds. The largest take about five. */
export const IMAGE_ENCODING_MAX_SECONDS = 30;
/** Longest time that an image waits to be encoded, in seconds. */
export const IMAGE_WAIT_MAX_SECONDS = 60;
/** Most simultaneous image uploads to one node. One organization has at most half of them. */
export const IMAGE_UPLOADS_MAX = 8;
/** Most simultaneous uploads of songs to one node. One organization has at most half of them. */
export const SONG_UPLOADS_MAX = 8;
/** Longest PDF that is imported as slides, in bytes. [D1] */
export const PDF_MAX_BYTES = 100 * 1024 * 1024;
/** Longest song file that is imported, in bytes. [D1] */
export const SONG_MAX_BYTES = 5 * 1024 * 1024;
/** Longest file of an import, in bytes. [D70] */
export const IMPORT_MAX_BYTES = 256 * 1024 * 1024;
/** Most songs of an import. [D70] */
export const IMPORT_MAX_SONGS = 5_000;
/** Most files of an archive that is imported. [D70] */
export const IMPORT_MAX_FILES = 20_000;
/** Longest file in an archive that is imported, such as a database, in bytes. [D70] */
export const IMPORT_FILE_MAX_BYTES = 100 * 1024 * 1024;
/** Most bytes that are unpacked of an archive. [D70] */
export const IMPORT_UNPACKED_MAX_BYTES = 1024 * 1024 * 1024;
/** Most simultaneous uploads of imports to one node. One organization has at most half of them. [D70] */
export const IMPORT_UPLOADS_MAX = 4;
/** Most imports of one organization that wait on a node. [D70] */
export const IMPORTS_WAITING_PER_ORGANIZATION_MAX = 2;
/** Imports of an organization whose reports are kept. [D70] */
export const IMPORTS_KEPT = 50;
/** Longest time for which the file of an import is read, in seconds. [D70] */
export const IMPORT_READING_MAX_SECONDS = 120;
/** Longest name of a song file, in characters. [D70] */
export const SONG_FILE_NAME_MAX_CHARACTERS = 255;

/** Days without use after which a browser session expires. */
export const SESSION_IDLE_DAYS = 30;
/** Longest lifetime of a browser session, in days. */
export const SESSION_MAX_DAYS = 180;
/** Most sessions of a user. A further one ends an unused one, if there is any. */
export const SESSIONS_PER_USER_MAX = 50;
/** Most passkeys of a user. */
export const PASSKEYS_PER_USER_MAX = 20;
/** Minutes that a browser has to sign with a passkey. */
export const PASSKEY_CHALLENGE_MINUTES = 5;
/**
 * Minutes after sign-in during which a user can add a passkey or set a first password, and an administrator can use the
 * pages of the installation. [D69]
 */
export const RECENT_SIGN_IN_MINUTES = 10;

/** Default number of backups that are kept of those made on the web pages. [D69] */
export const BACKUPS_KEPT = 5;
/** Default number of nightly backups that are kept. [D69] */
export const NIGHTLY_BACKUPS_KEPT = 7;
/** Seconds without a sign of life after which a backup counts as interrupted. [D69] */
export const BACKUP_LEASE_SECONDS = 15;
/** Days after the latest backup from which administrators are warned. [D69] */
export const BACKUP_WARNING_DAYS = 7;

/** Lifetime of an OAuth authorization request, in seconds. [States] */
export const AUTHORIZATION_REQUEST_SECONDS = 300;
/** Lifetime of an OAuth authorization code, in seconds. [States] */
export const AUTHORIZATION_CODE_SECONDS = 60;
/** Shortest `state` of an authorization request, in bytes of UTF-8. [Endpoints] authorize */
export const STATE_MIN_BYTES = 16;
/** Longest `state` of an authorization request, in bytes of UTF-8. [Endpoints] authorize */
export const STATE_MAX_BYTES = 512;
/** Lifetime of an OAuth access token, in seconds. [D39] */
export const ACCESS_TOKEN_SECONDS = 3_600;
/** Lifetime of an OAuth grant with `offline_access`, in days. [States] */
export const GRANT_DAYS = 30;
/** Most grants of a user. A further one replaces the oldest. [D38] */
export const GRANTS_PER_USER_MAX = 20;

/** Seconds that a terminal login waits for approval (RFC 8628). */
export const TERMINAL_LOGIN_SECONDS = 600;
/** Seconds between polls of a waiting terminal. */
export const TERMINAL_POLL_SECONDS = 5;
/** Most wrong terminal codes per minute of one session, or of one address without a session. */
export const TERMINAL_GUESSES_PER_MINUTE = 5;
/** Most wrong terminal codes per minute of one user in all sessions. */
export const TERMINAL_GUESSES_PER_MINUTE_OF_USER = 20;

/** Length of a pairing code, in characters. [D61] */
export const PAIRING_CODE_CHARACTERS = 6;
/** Lifetime of a pairing code, in seconds. [D61] */
export const PAIRING_CODE_SECONDS = 600;
/** Seconds between polls of the pairing page. [D61] */
export const PAIRING_POLL_SECONDS = 3;
/** Most waiting pairing codes of one address. [D61] */
export const PAIRING_CODES_PER_ADDRESS_MAX = 5;
/** Most waiting pairing codes of the installation. [D61] */
export const PAIRING_CODES_MAX = 10_000;
/**
 * Most wrong pairing codes in PAIRING_GUESSES_MINUTES of one user or credential, and of one address and owner. [D61]
 */
export const PAIRING_GUESSES_MAX = 10;
/** Length of the window of PAIRING_GUESSES_MAX, in minutes. [D61] */
export const PAIRING_GUESSES_MINUTES = 10;
/** Wrong pairing codes in an hour after which only owners without one in that hour can submit codes. [D61] */
export const PAIRING_GUESSES_PER_HOUR_MAX = 1_000;

/** Most organizations that a user can own to create another one on the web pages. The command line has no limit. */
export const ORGANIZATIONS_PER_USER_MAX = 10;
/** Lifetime of a console credential without renewal, in seconds. [D63] */
export const CONSOLE_CREDENTIAL_SECONDS = 15 * 60;
/** Most console credentials of a session. A further one ends the one with the oldest renewal. [D63] */
export const CONSOLE_CREDENTIALS_PER_SESSION_MAX = 20;
/** Most valid service tokens of an organization that the web pages create. */
export const SERVICE_TOKENS_PER_ORGANIZATION_MAX = 100;
/** Most of these service tokens that the terminals of one member can have. */
export const TERMINALS_PER_MEMBER_MAX = 10;
/** Most open invitations of an organization that the web pages create. */
export const INVITATIONS_PER_ORGANIZATION_MAX = 100;

/** Shortest password, in characters. NIST SP 800-63B §3.1.1.2 */
export const PASSWORD_MIN_CHARACTERS = 8;
/** Longest password, in characters. */
export const PASSWORD_MAX_CHARACTERS = 1_024;
/** Most failed sign-ins to one user from one address or known browser, in SIGN_IN_PAIR_MINUTES. */
export const SIGN_IN_PAIR_FAILURES = 10;
/** Length of the window of SIGN_IN_PAIR_FAILURES, in minutes. */
export const SIGN_IN_PAIR_MINUTES = 15;
/** Most failed sign-ins from one address, in SIGN_IN_LONG_WINDOW_MINUTES. */
export const SIGN_IN_ADDRESS_FAILURES = 100;
/** Most failed sign-ins to one user from unknown browsers, in SIGN_IN_LONG_WINDOW_MINUTES. */
export const SIGN_IN_USER_FAILURES = 50;
/** Length of the window of SIGN_IN_ADDRESS_FAILURES and SIGN_IN_USER_FAILURES, in minutes. */
export const SIGN_IN_LONG_WINDOW_MINUTES = 60;
/** Most accounts that one address can create in an hour. */
export const SIGN_UPS_PER_HOUR = 100;
/** Most password-reset links that one address can request in an hour. */
export const RECOVERIES_PER_HOUR_OF_ADDRESS = 20;
/** Most password-reset links that can be requested for one user in an hour. */
export const RECOVERIES_PER_HOUR_OF_USER = 3;
/** Lifetime of a link from an administrator to sign in or set a password, in hours. */
export const SIGN_IN_LINK_HOURS = 24;
/** Lifetime of the token that a first start shows in a terminal, in days. [D46] */
export const FIRST_TOKEN_DAYS = 7;
/** Lifetime of a mailed password-reset link, in hours. */
export const MAILED_LINK_HOURS = 1;
/** Lifetime of an invitation, in days. */
export const INVITATION_DAYS = 7;

/** Largest file of an edition that can be uploaded, in bytes. [D1] */
export const EDITION_UPLOAD_MAX_BYTES = 64 * 1024 * 1024;
/** Size of each part of the upload of an edition except the last, in bytes. */
export const EDITION_PART_BYTES = 1024 * 1024;
/** Most imports of editions that are not done, in the whole installation. */
export const EDITION_JOBS_OPEN_MAX = 5;
/** Time after the last change of an import after which it is deleted, in hours. */
export const EDITION_JOB_KEPT_HOURS = 24;
