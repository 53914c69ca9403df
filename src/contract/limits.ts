/** Fixed limits, each with its unit and source. What an installation may change is in `config/settings-schema.ts`. */

/** Longest request body of a REST operation, bytes; and of a PUT of a plan or deck. [D1] */
export const BODY_MAX_BYTES = 64 * 1024;
export const DOCUMENT_MAX_BYTES = 1024 * 1024;

/**
 * Requests that wait on one connection, and on all of a node, for an answer before them: of clients that send further requests without
 * waiting (pipelining). A connection that exceeds it is closed. RFC 9112 §9.3.2
 */
export const PIPELINED_PER_CONNECTION_MAX = 256;
export const PIPELINED_PER_NODE_MAX = 8_192;

/** Most ids that a reorder can name. [Limits] */
export const REORDER_MAX_ITEMS = 100;
/** Most items in a queue unless configured otherwise. [D17] */
export const QUEUE_MAX_ITEMS = 5_000;
/** Most lines that a page takes. [D54] */
export const PAGE_MAX_LINES = 6;
/** Most pages, lines, chapters or slides that one step goes. [D56] */
export const STEP_MAX = 50;
/** Highest number of a page that can be asked for. [D55] */
export const PAGE_NUMBER_MAX = 999_999_999;
/** Characters of a page, of all its translations together, that a Live can be set to. [D54] */
export const PAGE_CHARACTERS_MIN = 120;
export const PAGE_CHARACTERS_MAX = 1_000;
/** Most translations that the settings of a Live can name. [D19] */
export const SETTINGS_TRANSLATIONS_MAX = 4;
/** Most Lives an owner can have unless configured otherwise. [D11] */
export const LIVES_PER_OWNER_MAX = 50;

/** What a controller reads of a Live, bytes: all of it; each text of the page, and of a slide; an attribution; what is told in short. [D55] */
export const NOW_MAX_BYTES = 16 * 1024;
export const NOW_TEXT_MAX_BYTES = 2 * 1024;
export const NOW_ATTRIBUTION_MAX_BYTES = 512;
export const NOW_SHORT_TEXT_MAX_BYTES = 512;
/** Most translations of a page that a controller reads. */
export const NOW_TEXTS_MAX = 8;
/** Pages of a queue that are listed at once unless asked otherwise, and at most; characters of each that are told. [D55] */
export const PAGES_DEFAULT = 50;
export const PAGES_MAX = 100;
export const PAGES_TEXT_MAX_CHARACTERS = 120;

/** Default and largest page sizes, items. [Limits], [D16], [D28] */
export const PAGE_DEFAULT_ITEMS = 50;
export const PAGE_MAX_ITEMS = 100;

/** Verses of a book page, and its longest serialized form, bytes. [Limits] */
export const BOOK_PAGE_DEFAULT_VERSES = 50;
export const BOOK_PAGE_MAX_VERSES = 500;
export const BOOK_PAGE_MAX_BYTES = 3 * 1024 * 1024;

/** Longest opaque cursor that is looked at, characters. [D24] */
export const CURSOR_MAX_CHARACTERS = 512;

/** Names of Lives, plans, people, organizations, apps, tokens and passkeys, and titles of decks, characters after trimming. [D11] */
export const NAME_MAX_CHARACTERS = 120;
/** A reference as a person types it, characters. [D19] */
export const REFERENCE_MAX_CHARACTERS = 200;
/** A text whose references are read, characters; and the request body with it, bytes. [D66], [D1] */
export const EXTRACT_TEXT_MAX_CHARACTERS = 20_000;
export const EXTRACT_BODY_MAX_BYTES = 256 * 1024;
/** Passages of one push. [D50] */
export const PASSAGES_MAX = 20;

/** A message to those on stage, characters. [D62] */
export const STAGE_MESSAGE_MAX_CHARACTERS = 500;

/** Viewer font-size steps. [D21] */
export const SCALE_MIN_STEPS = -4;
export const SCALE_MAX_STEPS = 8;

/** A client's own request id, characters. [D2] */
export const REQUEST_ID_MAX_CHARACTERS = 64;
/** Idempotency keys, visible ASCII characters. [D9] */
export const IDEMPOTENCY_KEY_MAX_CHARACTERS = 255;

/** How long the first answer to a key is given again, hours. [D9] */
export const IDEMPOTENCY_HOURS = 24;

/** Days that audit records are kept unless configured otherwise. [D43] */
export const AUDIT_DAYS = 400;

/** Seconds a client is told to wait when a dependency does not answer. [D3] */
export const UNAVAILABLE_RETRY_SECONDS = 2;

/** Audience streams: seconds between signs of life, and how long a viewer may stay behind before it is let go. [D44] */
export const STREAM_HEARTBEAT_SECONDS = 15;
export const STREAM_LAG_MAX_SECONDS = 60;
/** Unsent bytes of one viewer above which changes are no longer queued for it; it is resynchronized instead. [D44] */
export const STREAM_UNSENT_MAX_BYTES = 256 * 1024;
/** Changes kept for resuming a stream by Last-Event-ID, per Live: how many, and of how many bytes together. */
export const STREAM_REPLAY_MAX_CHANGES = 64;
export const STREAM_REPLAY_MAX_BYTES = 256 * 1024;
/** Pages of one browser that share a stream (`POST /l/streams`). [D44] */
export const STREAM_SUBSCRIPTIONS_MAX = 20;

/** Personal credentials, days. [D35] */
export const PERSONAL_TOKEN_DEFAULT_DAYS = 90;
export const PERSONAL_TOKEN_MAX_DAYS = 365;
/** How long a secret works on after its rotation, seconds. [D35], [D37] */
export const TOKEN_OVERLAP_DEFAULT_SECONDS = 600;
export const TOKEN_OVERLAP_MAX_SECONDS = 86_400;
/** Most replaced secrets of one token that still work. */
export const REPLACED_SECRETS_MAX = 20;
/** Most personal tokens of one user that work at the same time, unless configured otherwise. */
export const TOKENS_PER_USER_MAX = 100;

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

/** Candidates of a look-up, and the longest text of one in one translation, characters. [D58] */
export const LOOKUP_DEFAULT_CANDIDATES = 8;
export const LOOKUP_MAX_CANDIDATES = 20;
export const LOOKUP_TEXT_MAX_CHARACTERS = 300;
/** A look-up searches for words from this many letters on. [D58] */
export const LOOKUP_WORDS_MIN_LETTERS = 3;
/** Verses with the words, in the order of the canon, that a look-up ranks in each edition. [D58] */
export const LOOKUP_RANKED_VERSES = 200;

/** What a Live keeps of its past: changes that can be undone one after another, and entries of what was shown. [D50] */
export const UNDO_MAX_STEPS = 20;
export const JOURNAL_MAX_ENTRIES = 200;
/** Entries of a page of the history. */
export const HISTORY_DEFAULT_ENTRIES = 20;
export const HISTORY_MAX_ENTRIES = 100;
/** Longest page of it, bytes. A page has at least one entry: one that is longer alone is a page of its own. */
export const HISTORY_PAGE_MAX_BYTES = 2 * 1024 * 1024;

/** How often a node tells how many viewers it has, and how long that counts, seconds. [D44] */
export const VIEWERS_REPORT_SECONDS = 5;
export const VIEWERS_LEASE_SECONDS = 60;

/** Who operates a Live: how long somebody counts who was seen, how often a node tells whom it has seen, seconds; most that are named. [D64] */
export const OPERATOR_PRESENCE_SECONDS = 60;
export const OPERATORS_REPORT_SECONDS = 5;
export const OPERATORS_MAX = 100;

/** Outputs of a Live, and connections of one output; a further connection ends the oldest. [D60] */
export const OUTPUTS_PER_LIVE_MAX = 50;
export const OUTPUT_CONNECTIONS_MAX = 4;
/** How often a node renews the leases of its connections, and how long a node that is gone holds them, seconds. [D60] */
export const OUTPUT_RENEWAL_SECONDS = 5;
export const OUTPUT_LEASE_SECONDS = 20;
/** Reports of an output: bytes of one, how many in a second, and the longest side of a screen, px. [D60] */
export const OUTPUT_REPORT_MAX_BYTES = 512;
export const OUTPUT_REPORTS_PER_SECOND = 2;
export const OUTPUT_SIDE_MAX_PX = 16_384;

/** Pictures of what is on air that are open on a node: of one session, whose oldest then ends, and of one Live. [D63] */
export const PICTURES_PER_SESSION_MAX = 8;
export const PICTURES_PER_LIVE_MAX = 100;
/** How often is looked whether who sees a picture still may, seconds. [D63] */
export const PICTURE_RECHECK_SECONDS = 3;

/** Remote links of a Live, how long one works, hours, and how many pages can be open by one; a further page ends the oldest. [D68] */
export const REMOTE_LINKS_PER_LIVE_MAX = 50;
export const REMOTE_LINK_DEFAULT_HOURS = 12;
export const REMOTE_LINK_MAX_HOURS = 365 * 24;
export const REMOTE_CONNECTIONS_MAX = 5;
/** Steps and the like of one remote link: bytes of a body, and how many in a second on one node. [D68] */
export const REMOTE_BODY_MAX_BYTES = 512;
export const REMOTE_WRITES_PER_SECOND = 10;
/** How often a page of a remote link gets a sign of life, seconds. */
export const REMOTE_HEARTBEAT_SECONDS = 5;

/** Decks: slides, and the texts of a slide, characters. [D26] */
export const DECK_MAX_SLIDES = 200;
export const SLIDE_TITLE_MAX_CHARACTERS = 200;
export const SLIDE_TEXT_MAX_CHARACTERS = 4_000;
/** Verses that one slide of a snapshot shows, and all of its slides together. */
export const SLIDE_MAX_VERSES = 200;
export const SNAPSHOT_MAX_VERSES = 2_000;
/** Most decks, snapshots and images of an organization, unless configured otherwise. */
export const DECKS_PER_ORGANIZATION_MAX = 500;
export const SNAPSHOTS_PER_ORGANIZATION_MAX = 10_000;
export const IMAGES_PER_ORGANIZATION_MAX = 1_000;

/** Plans: entries, and the texts of an entry, characters; how far `go` moves, entries. [D65] */
export const PLAN_MAX_ENTRIES = 200;
export const PLAN_TITLE_MAX_CHARACTERS = 200;
export const PLAN_NOTE_MAX_CHARACTERS = 1_000;
/** Most plans of an account or organization, unless configured otherwise. [D65] */
export const PLANS_PER_OWNER_MAX = 500;

/** Images as they are sent, bytes and pixels; and the longest side that is kept of them, px. */
export const IMAGE_MAX_BYTES = 10 * 1024 * 1024;
export const IMAGE_MAX_PIXELS = 50_000_000;
export const IMAGE_MAX_SIDE_PX = 3_840;
/** Images that one node receives at the same time. */
export const IMAGE_UPLOADS_MAX = 8;

/** Sessions of browsers, days: without use, and at most. */
export const SESSION_IDLE_DAYS = 30;
export const SESSION_MAX_DAYS = 180;
/** Most sessions of one user; a further one ends one that nobody uses now, if there is any. */
export const SESSIONS_PER_USER_MAX = 50;

/** Most passkeys of one user. */
export const PASSKEYS_PER_USER_MAX = 20;
/** How long a browser has to sign with a passkey, minutes. */
export const PASSKEY_CHALLENGE_MINUTES = 5;
/** How long after signing in one can add a passkey or a first password, minutes. */
export const RECENT_SIGN_IN_MINUTES = 10;

/** OAuth: how long a request waits for the person's decision, and a code for its exchange, seconds. [States] */
export const AUTHORIZATION_REQUEST_SECONDS = 300;
export const AUTHORIZATION_CODE_SECONDS = 60;
/** `state`, bytes in UTF-8. [Endpoints] authorize */
export const STATE_MIN_BYTES = 16;
export const STATE_MAX_BYTES = 512;
/** Access tokens, seconds, and grants with `offline_access`, days. [D39], [States] */
export const ACCESS_TOKEN_SECONDS = 3_600;
export const GRANT_DAYS = 30;
/** Current grants of one user. [D38] */
export const GRANTS_PER_USER_MAX = 20;

/** Logins of a terminal (RFC 8628), seconds: how long one waits for a person, and how often the terminal asks. */
export const TERMINAL_LOGIN_SECONDS = 600;
export const TERMINAL_POLL_SECONDS = 5;
/** Wrong codes of terminals a minute: of one session, and of one address for those who are not signed in. */
export const TERMINAL_GUESSES_PER_MINUTE = 5;
/** Wrong codes of terminals a minute of one user, in all sessions. */
export const TERMINAL_GUESSES_PER_MINUTE_OF_USER = 20;

/** Pairing a screen [D61]: characters of a code, how long it can be used, and how often its page asks for its output, seconds. */
export const PAIRING_CODE_CHARACTERS = 6;
export const PAIRING_CODE_SECONDS = 600;
export const PAIRING_POLL_SECONDS = 3;
/** Codes that can be used at the same time: shown to one address, and in all. [D61] */
export const PAIRING_CODES_PER_ADDRESS_MAX = 5;
export const PAIRING_CODES_MAX = 10_000;
/** Wrong codes in PAIRING_GUESSES_MINUTES minutes of one user or credential, and of one address; and in an hour, in all. [D61] */
export const PAIRING_GUESSES_MAX = 10;
export const PAIRING_GUESSES_MINUTES = 10;
export const PAIRING_GUESSES_PER_HOUR_MAX = 1_000;

/** Whoever owns so many organizations cannot make another one on the pages; the command line can. */
export const ORGANIZATIONS_PER_USER_MAX = 10;
/** How long the bearer credential of a console lasts unless it is renewed, seconds. [D63] */
export const CONSOLE_CREDENTIAL_SECONDS = 15 * 60;
/** Most of them that a session has; a further one ends the one that was not renewed for longest. [D63] */
export const CONSOLE_CREDENTIALS_PER_SESSION_MAX = 20;
/** With so many service tokens that work an organization gets no further one on the pages. */
export const SERVICE_TOKENS_PER_ORGANIZATION_MAX = 100;
/** Of those, the most that one member's terminals can have, so that nobody uses them all up. */
export const TERMINALS_PER_MEMBER_MAX = 10;
/** With so many open invitations an organization gets no further one on the pages. */
export const INVITATIONS_PER_ORGANIZATION_MAX = 100;

/** Passwords, characters. NIST SP 800-63B §3.1.1.2 */
export const PASSWORD_MIN_CHARACTERS = 8;
export const PASSWORD_MAX_CHARACTERS = 1_024;
/** Failed sign-ins: to one user from one address or known browser, */
export const SIGN_IN_PAIR_FAILURES = 10;
export const SIGN_IN_PAIR_MINUTES = 15;
/** from one address, minutes as for the next, */
export const SIGN_IN_ADDRESS_FAILURES = 100;
/** and to one user from all browsers that have never signed in to that user. */
export const SIGN_IN_USER_FAILURES = 50;
export const SIGN_IN_LONG_WINDOW_MINUTES = 60;
/** Accounts that people of one address make in an hour, and links to a new password that one address and one user can ask for. */
export const SIGN_UPS_PER_HOUR = 100;
export const RECOVERIES_PER_HOUR_OF_ADDRESS = 20;
export const RECOVERIES_PER_HOUR_OF_USER = 3;
/** How long links work that people get: to sign in or set a password from an administrator, to set one by e-mail, and to join. */
export const SIGN_IN_LINK_HOURS = 24;
export const MAILED_LINK_HOURS = 1;
export const INVITATION_DAYS = 7;
