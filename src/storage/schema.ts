import type { RowOf } from './columns.ts';
import type { BACKSTAGE_COLUMNS, ITEM_COLUMNS, LIVE_COLUMNS } from './live-columns.ts';

/**
 * The tables for Kysely. Both engines use the same plain types: booleans are 0 or 1, times are RFC 3339 text,
 * structured values are JSON text.
 */
export interface Tables {
  installation: { key: string; value: string };
  users: {
    id: string;
    email: string;
    name: string;
    password_hash: string | null;
    disabled: number;
    created_at: string;
  };
  accounts: { id: string; user_id: string; name: string; handle: string | null; created_at: string };
  organizations: { id: string; name: string; created_at: string };
  administrators: { user_id: string; named_at: string };
  backups: {
    id: string;
    /** Name of the machine, with the folder. */
    host: string;
    made_by: string | null;
    started_at: string;
    share: number;
    /** End of the lease of a backup that runs, in Unix seconds of the database's clock. */
    expires_at: number | null;
    finished_at: string | null;
    bytes: number | null;
    problem: string | null;
  };
  members: { organization_id: string; user_id: string; role: string; created_at: string };
  credentials: {
    id: string;
    kind: string;
    hash: string;
    name: string;
    organization_id: string | null;
    user_id: string | null;
    scopes: string;
    created_at: string;
    expires_at: string | null;
    revoked_at: string | null;
    /** The secret replaced by the latest rotation. */
    previous_hash: string | null;
    previous_ends_at: string | null;
  };
  /** Secrets replaced by earlier rotations. */
  replaced_secrets: { hash: string; credential_id: string; ends_at: string };
  console_credentials: {
    id: string;
    hash: string;
    session_id: string;
    user_id: string;
    /** Null for the user's own account. */
    organization_id: string | null;
    created_at: string;
    expires_at: string;
  };
  credential_uses: { credential_id: string; last_used_at: string };
  lives: { id: string; owner_kind: string; owner_id: string; created_at: string } & RowOf<typeof LIVE_COLUMNS> &
    RowOf<typeof BACKSTAGE_COLUMNS>;
  journal: {
    live_id: string;
    slot: number;
    number: number;
    at: string;
    /** Null if the entry is not in the history, like `verses` and `items`. */
    head: string | null;
    undo: string | null;
    /** Written only by versions without `head`, like `place`. */
    shown: string | null;
    place: string | null;
    verses: string | null;
    items: string | null;
  };
  owner_profiles: {
    owner_kind: string;
    owner_id: string;
    version: number;
    restricted: number;
    design: string | null;
    looks: string | null;
    design_revision: number;
    logo: string | null;
    ccli_licence: string | null;
  };
  viewers: { live_id: string; node: string; viewers: number; expires_at: number };
  operators: { live_id: string; credential_id: string; since: string; expires_at: number };
  viewer_peaks: { live_id: string; viewers: number; at: string };
  outputs: {
    id: string;
    live_id: string;
    name: string;
    view: string;
    settings: string;
    hash: string;
    made_by_user: string | null;
    made_by_credential: string | null;
    created_at: string;
  };
  /** Leases of pages that show an output, and of remote-link pages, whose link id is then stored as `output_id`. */
  output_leases: { id: string; output_id: string; node: string; since: number; expires_at: number };
  output_reports: {
    output_id: string;
    seen_at: string | null;
    sequence: number | null;
    part: number | null;
    painted_at: string | null;
    width: number | null;
    height: number | null;
    problem: string | null;
  };
  /** Remote links and button links. */
  remote_links: {
    id: string;
    kind: string;
    live_id: string;
    name: string;
    hash: string;
    made_by: string;
    created_at: string;
    expires_at: string;
    /** The time at which the link was ended early, by hand or with the rights of its creator. */
    ended_at: string | null;
    last_used_at: string | null;
  };
  usage_counts: {
    organization_id: string;
    /** `song` or `edition`, with the id of the deck or the slug of the edition. */
    thing: string;
    /** UTC day. */
    day: string;
    live_id: string;
    title: string;
    authors: string | null;
    copyright: string | null;
    ccli: string | null;
    /** JSON object, or null. */
    songbook: string | null;
    count: number;
  };
  audit: {
    owner_id: string;
    id: string;
    owner_kind: string;
    at: string;
    channel: string;
    user_id: string | null;
    credential_id: string | null;
    operation: string;
    resource: string | null;
    request_id: string | null;
    before: number | null;
    after: number | null;
    resource_name: string | null;
    detail: string | null;
    on_air: number | null;
  };
  receipts: {
    credential_id: string;
    key: string;
    hash: string;
    at: string;
    body: string;
    etag: string | null;
    location: string | null;
  };
  queue_items: { live_id: string } & RowOf<typeof ITEM_COLUMNS>;
  editions: {
    slug: string;
    name: string;
    language: string;
    rights: string;
    provenance: string;
    revision_id: string | null;
  };
  edition_revisions: {
    id: string;
    slug: string;
    name: string;
    language: string;
    rights: string;
    created_at: string;
    /** Null if no file was checked. */
    checks: string | null;
    language_tag: string | null;
    /** JSON: id, long, short and abbreviation of each named book. Null in some revisions of earlier versions. */
    book_names: string | null;
    /** JSON of the names of numberings by book; null if they were not read yet. */
    numberings: string | null;
  };
  edition_jobs: {
    id: string;
    source: string;
    name: string;
    size: number;
    sha256: string | null;
    state: string;
    options: string;
    outcome: string | null;
    progress: number;
    /** The process that runs the job; null if none does. */
    runner: string | null;
    /** The revision that the job imports. */
    revision_id: string | null;
    created_at: string;
    touched_at: string;
  };
  edition_job_parts: { job_id: string; part: number; content: Uint8Array };
  edition_books: { revision_id: string; book_id: number; name: string };
  verses: {
    revision_id: string;
    book_id: number;
    chapter: number;
    verse: number;
    text: string;
    last_verse: number | null;
  };
  libraries: {
    owner_kind: string;
    owner_id: string;
    slug: string;
    enabled_at: string;
    /** Whether phones get the edition; null if its rights decide. */
    phones: number | null;
  };
  decks: {
    id: string;
    organization_id: string;
    title: string;
    revision: number;
    published: number;
    slides: string;
    kind: 'slides' | 'song';
    shared: number;
    /** JSON list of slide ids, or null. */
    slide_order: string | null;
    /** JSON object, or null. */
    footer: string | null;
    language_tag: string | null;
    /** JSON object, or null. */
    songbook: string | null;
    /** The number in the songbook, without leading zeros. */
    song_number: string | null;
    first_line: string;
    /** The words by which the deck is found. */
    words: string;
    slide_count: number;
    created_at: string;
    updated_at: string;
  };
  snapshots: {
    id: string;
    organization_id: string;
    deck_id: string;
    revision: number;
    deck_revision: number | null;
    title: string;
    slides: string;
    kind: 'slides' | 'song';
    footer: string | null;
    language_tag: string | null;
    songbook: string | null;
    created_at: string;
  };
  imports: {
    id: string;
    organization_id: string;
    file_name: string;
    state: string;
    progress: number;
    /** The process that runs the import; null if none does. */
    runner: string | null;
    /** JSON object, or null. */
    failure: string | null;
    /** JSON object. */
    omitted: string;
    created_at: string;
    touched_at: string;
  };
  import_items: {
    import_id: string;
    position: number;
    result: string;
    deck_id: string | null;
    plan_id: string | null;
    /** JSON object. */
    content: string;
  };
  plans: {
    id: string;
    owner_kind: string;
    owner_id: string;
    name: string;
    date: string | null;
    starts_at: string | null;
    revision: number;
    entries: string;
    removed: string;
    created_at: string;
  };
  images: {
    organization_id: string;
    digest: string;
    media_type: string;
    width: number;
    height: number;
    bytes: number;
    listed: number;
    kept: number;
    created_at: string;
    content: Uint8Array;
  };
  sessions: {
    id: string;
    hash: string;
    user_id: string;
    device: string;
    created_at: string;
    last_used_at: string;
    expires_at: string;
  };
  passkeys: {
    id: string;
    user_id: string;
    name: string;
    public_key: string;
    counter: number;
    transports: string;
    created_at: string;
    last_used_at: string | null;
  };
  passkey_challenges: { hash: string; holder_hash: string; expires_at: string };
  one_time_links: {
    hash: string;
    id: string;
    purpose: string;
    user_id: string | null;
    email: string | null;
    organization_id: string | null;
    role: string | null;
    invited_by: string | null;
    created_at: string;
    expires_at: string;
  };
  sign_in_failures: { key: string; failures: number; ends_at: string };
  terminal_logins: {
    device_hash: string;
    user_code_hash: string;
    name: string;
    scopes: string;
    expires_in_days: number;
    /** Null for a personal credential of the user who approves the login. */
    organization_id: string | null;
    user_id: string | null;
    /** The session that approved the login; null before approval. */
    session_id: string | null;
    state: string;
    created_at: string;
    expires_at: string;
  };
  waiting_screens: {
    secret_hash: string;
    code_hash: string;
    address: string;
    network: string;
    /** The assigned output; null while the screen waits. */
    output_id: string | null;
    created_at: string;
    expires_at: string;
  };
  oauth_clients: {
    id: string;
    name: string;
    redirect_uris: string;
    scopes: string;
    disabled: number;
    created_at: string;
  };
  oauth_requests: {
    hash: string;
    client_id: string;
    redirect_uri: string;
    scopes: string;
    state: string;
    code_challenge: string;
    browser_hash: string;
    session_id: string | null;
    created_at: string;
    expires_at: string;
  };
  oauth_grants: {
    id: string;
    client_id: string;
    user_id: string;
    scopes: string;
    created_at: string;
    expires_at: string;
    revoked_at: string | null;
  };
  oauth_grant_uses: { grant_id: string; last_used_at: string };
  oauth_codes: {
    hash: string;
    client_id: string;
    user_id: string;
    /** The session that approved the code; null once redeemed. */
    session_id: string | null;
    redirect_uri: string;
    code_challenge: string;
    scopes: string;
    replaced_grant_id: string | null;
    created_at: string;
    expires_at: string;
    grant_id: string | null;
  };
  oauth_access_tokens: {
    hash: string;
    grant_id: string;
    scopes: string;
    created_at: string;
    expires_at: string;
    revoked_at: string | null;
  };
  oauth_refresh_tokens: { hash: string; grant_id: string; created_at: string; used_at: string | null };
}
