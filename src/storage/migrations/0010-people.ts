import { type Kysely, sql } from 'kysely';
import type { Engine } from '../storage.ts';
import { columnTypes } from './column-types.ts';

/**
 * Creates the tables for sign-in: browser sessions, passkeys, one-time links, and counts of failed attempts. All
 * secrets are stored as hashes.
 */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const { keyed, plain, text, long } = columnTypes(engine);
  const user = `${text} NOT NULL REFERENCES users(id) ON DELETE CASCADE`;
  const statements = [
    `CREATE TABLE sessions (id ${text} PRIMARY KEY, hash ${text} NOT NULL UNIQUE, user_id ${user}, device TEXT NOT NULL,
       created_at ${text} NOT NULL, last_used_at ${text} NOT NULL, expires_at ${text} NOT NULL) ${plain}`,
    'CREATE INDEX sessions_by_user ON sessions (user_id)',
    'CREATE INDEX sessions_by_end ON sessions (expires_at)',
    // Signature counters of authenticators are unsigned 32-bit integers.
    `CREATE TABLE passkeys (id ${text} PRIMARY KEY, user_id ${user}, name TEXT NOT NULL, public_key TEXT NOT NULL,
       counter ${long} NOT NULL, transports TEXT NOT NULL, created_at ${text} NOT NULL, last_used_at ${text}) ${plain}`,
    'CREATE INDEX passkeys_by_user ON passkeys (user_id)',
    `CREATE TABLE passkey_challenges (hash ${text} PRIMARY KEY, holder_hash ${text} NOT NULL, expires_at ${text} NOT NULL) ${keyed}`,
    'CREATE INDEX passkey_challenges_by_end ON passkey_challenges (expires_at)',
    `CREATE TABLE one_time_links (hash ${text} PRIMARY KEY, id ${text} NOT NULL UNIQUE, purpose TEXT NOT NULL,
       user_id ${text} REFERENCES users(id) ON DELETE CASCADE, email ${text},
       organization_id ${text} REFERENCES organizations(id) ON DELETE CASCADE, role TEXT,
       invited_by ${text} REFERENCES users(id) ON DELETE CASCADE,
       created_at ${text} NOT NULL, expires_at ${text} NOT NULL) ${plain}`,
    'CREATE INDEX one_time_links_by_end ON one_time_links (expires_at)',
    'CREATE INDEX one_time_links_by_organization ON one_time_links (organization_id)',
    `CREATE TABLE sign_in_failures (key ${text} PRIMARY KEY, failures INTEGER NOT NULL, ends_at ${text} NOT NULL) ${keyed}`,
    'CREATE INDEX sign_in_failures_by_end ON sign_in_failures (ends_at)',
    // Terminal logins that wait for approval in a browser, with RFC 8628's pair of codes.
    `CREATE TABLE terminal_logins (device_hash ${text} PRIMARY KEY, user_code_hash ${text} NOT NULL UNIQUE, name TEXT NOT NULL,
       scopes TEXT NOT NULL, expires_in_days INTEGER NOT NULL, user_id ${text} REFERENCES users(id) ON DELETE CASCADE,
       state TEXT NOT NULL, created_at ${text} NOT NULL, expires_at ${text} NOT NULL) ${plain}`,
    'CREATE INDEX terminal_logins_by_end ON terminal_logins (expires_at)',
  ];
  for (const statement of statements) await sql.raw(statement).execute(db);
}
