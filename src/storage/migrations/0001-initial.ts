import { type Kysely, sql } from 'kysely';
import type { Engine } from '../storage.ts';
import { columnTypes } from './column-types.ts';

/** Creates accounts, credentials, Lives with their queues, editions with their text, and libraries. */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const { keyed, plain, real, text } = columnTypes(engine);
  const statements = [
    `CREATE TABLE installation (key ${text} PRIMARY KEY, value TEXT NOT NULL) ${keyed}`,
    `CREATE TABLE users (id ${text} PRIMARY KEY, email ${text} NOT NULL UNIQUE, name TEXT NOT NULL, password_hash TEXT,
       disabled INTEGER NOT NULL, created_at TEXT NOT NULL) ${plain}`,
    `CREATE TABLE accounts (id ${text} PRIMARY KEY, user_id ${text} NOT NULL UNIQUE REFERENCES users(id), name TEXT NOT NULL,
       handle ${text} UNIQUE, created_at TEXT NOT NULL) ${plain}`,
    `CREATE TABLE organizations (id ${text} PRIMARY KEY, name TEXT NOT NULL, created_at TEXT NOT NULL) ${plain}`,
    `CREATE TABLE members (organization_id ${text} NOT NULL REFERENCES organizations(id), user_id ${text} NOT NULL REFERENCES users(id),
       role TEXT NOT NULL, created_at TEXT NOT NULL, PRIMARY KEY (organization_id, user_id)) ${keyed}`,
    `CREATE TABLE credentials (id ${text} PRIMARY KEY, kind TEXT NOT NULL, hash ${text} NOT NULL UNIQUE, name TEXT NOT NULL,
       organization_id ${text} REFERENCES organizations(id), user_id ${text} REFERENCES users(id), scopes TEXT NOT NULL,
       created_at TEXT NOT NULL, expires_at TEXT, revoked_at TEXT) ${plain}`,
    'CREATE INDEX credentials_by_organization ON credentials (organization_id)',
    'CREATE INDEX credentials_by_user ON credentials (user_id)',
    `CREATE TABLE lives (id ${text} PRIMARY KEY, owner_kind ${text} NOT NULL, owner_id ${text} NOT NULL, name TEXT NOT NULL,
       status TEXT NOT NULL, mode TEXT NOT NULL, paused INTEGER NOT NULL, showing INTEGER NOT NULL, sequence INTEGER NOT NULL,
       reference TEXT, translations TEXT NOT NULL, viewer_settings TEXT NOT NULL, focus_item_id TEXT, created_at ${text} NOT NULL) ${keyed}`,
    'CREATE INDEX lives_by_owner ON lives (owner_kind, owner_id, created_at, id)',
    // In queue order, so that pushed rows are appended to the tree.
    `CREATE TABLE queue_items (live_id ${text} NOT NULL, id ${text} NOT NULL, rank ${real} NOT NULL, book_id INTEGER NOT NULL,
       book TEXT NOT NULL, chapter INTEGER NOT NULL, verse INTEGER NOT NULL, text TEXT NOT NULL, translation TEXT NOT NULL,
       revision_id TEXT NOT NULL, PRIMARY KEY (live_id, rank, id)) ${keyed}`,
    `CREATE TABLE editions (slug ${text} PRIMARY KEY, name TEXT NOT NULL, language TEXT NOT NULL, rights TEXT NOT NULL,
       provenance TEXT NOT NULL, revision_id TEXT) ${keyed}`,
    `CREATE TABLE edition_revisions (id ${text} PRIMARY KEY, slug ${text} NOT NULL, name TEXT NOT NULL, language TEXT NOT NULL,
       rights TEXT NOT NULL, created_at TEXT NOT NULL) ${keyed}`,
    `CREATE TABLE edition_books (revision_id ${text} NOT NULL, book_id INTEGER NOT NULL, name TEXT NOT NULL,
       PRIMARY KEY (revision_id, book_id)) ${keyed}`,
    `CREATE TABLE verses (revision_id ${text} NOT NULL, book_id INTEGER NOT NULL, chapter INTEGER NOT NULL, verse INTEGER NOT NULL,
       text TEXT NOT NULL, PRIMARY KEY (revision_id, book_id, chapter, verse)) ${keyed}`,
    `CREATE TABLE libraries (owner_kind ${text} NOT NULL, owner_id ${text} NOT NULL, slug ${text} NOT NULL REFERENCES editions(slug),
       enabled_at TEXT NOT NULL, PRIMARY KEY (owner_kind, owner_id, slug)) ${keyed}`,
  ];
  for (const statement of statements) await sql.raw(statement).execute(db);
}
