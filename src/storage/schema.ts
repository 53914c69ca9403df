/**
 * The tables as Kysely sees them. Both engines hold the same plain types: booleans are 0 or 1, times are RFC 3339 text,
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
  };
  lives: {
    id: string;
    owner_kind: string;
    owner_id: string;
    name: string;
    status: string;
    mode: string;
    paused: number;
    showing: number;
    sequence: number;
    reference: string | null;
    translations: string;
    viewer_settings: string;
    focus_item_id: string | null;
    created_at: string;
  };
  queue_items: {
    live_id: string;
    id: string;
    rank: number;
    book_id: number;
    book: string;
    chapter: number;
    verse: number;
    text: string;
    translation: string;
    revision_id: string;
  };
  editions: {
    slug: string;
    name: string;
    language: string;
    rights: string;
    provenance: string;
    revision_id: string | null;
  };
  edition_revisions: { id: string; slug: string; name: string; language: string; rights: string; created_at: string };
  edition_books: { revision_id: string; book_id: number; name: string };
  verses: { revision_id: string; book_id: number; chapter: number; verse: number; text: string };
  libraries: { owner_kind: string; owner_id: string; slug: string; enabled_at: string };
}
