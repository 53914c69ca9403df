/**
 * The storage operations of a refresh on node:sqlite, one transaction after another: what refreshes are compared with.
 * Each looks up token, grant, client and user, spends the token, enters the next one with its access token, and records
 * it, in a WAL database with synchronous FULL, as our server's is.
 *
 * Usage: `node raw-refresh.ts '{"transactions": 2000, "directory": "…"}'` (RawRefresh). Prints one JSON line
 * (RawRefreshResult).
 */
import { createHash, randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

export type RawRefresh = { transactions: number; warmTransactions: number; directory: string };
export type RawRefreshResult = { transactionsPerSecond: number };

const { transactions, warmTransactions, directory } = JSON.parse(process.argv[2] ?? '{}') as RawRefresh;
const folder = mkdtempSync(join(directory, 'lectern-bench-refresh-'));
const database = new DatabaseSync(join(folder, 'raw.db'));
database.exec(`PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;
  CREATE TABLE users (id TEXT PRIMARY KEY, disabled INTEGER) STRICT;
  CREATE TABLE clients (id TEXT PRIMARY KEY, disabled INTEGER) STRICT;
  CREATE TABLE grants (id TEXT PRIMARY KEY, client_id TEXT, user_id TEXT, scopes TEXT, expires_at TEXT) STRICT;
  CREATE TABLE refresh_tokens (hash TEXT PRIMARY KEY, grant_id TEXT, used_at TEXT) STRICT;
  CREATE TABLE access_tokens (hash TEXT PRIMARY KEY, grant_id TEXT, scopes TEXT, expires_at TEXT) STRICT;
  CREATE TABLE audit (owner TEXT, id TEXT, record TEXT, PRIMARY KEY (owner, id)) STRICT, WITHOUT ROWID;
  INSERT INTO users VALUES ('user', 0);
  INSERT INTO clients VALUES ('client', 0);
  INSERT INTO grants VALUES ('grant', 'client', 'user', '["live.get","offline_access"]', '2099')`);
const statements = (texts: readonly string[]) => texts.map((text) => database.prepare(text));
const [findToken, findGrant, findClient, findUser] = statements([
  'SELECT grant_id, used_at FROM refresh_tokens WHERE hash = ?',
  'SELECT * FROM grants WHERE id = ?',
  'SELECT * FROM clients WHERE id = ?',
  'SELECT * FROM users WHERE id = ?',
]);
const [spend, narrow, enterRefresh, enterAccess, record] = statements([
  'UPDATE refresh_tokens SET used_at = ? WHERE hash = ?',
  'UPDATE grants SET scopes = ?, expires_at = ? WHERE id = ?',
  'INSERT INTO refresh_tokens VALUES (?, ?, NULL)',
  'INSERT INTO access_tokens VALUES (?, ?, ?, ?)',
  'INSERT INTO audit VALUES (?, ?, ?)',
]);
const newHash = () => createHash('sha256').update(randomBytes(32)).digest('hex');
const SCOPES = '["live.get","offline_access"]';

let token = newHash();
enterRefresh!.run(token, 'grant');
let startedAt = 0;
for (let count = 0; count < warmTransactions + transactions; count++) {
  if (count === warmTransactions) startedAt = performance.now();
  const next = newHash();
  const now = new Date().toISOString();
  database.exec('BEGIN IMMEDIATE');
  const { grant_id } = findToken!.get(token)!;
  const grant = findGrant!.get(grant_id!)!;
  findClient!.get(grant.client_id!);
  findUser!.get(grant.user_id!);
  spend!.run(now, token);
  narrow!.run(SCOPES, '2099', grant_id!);
  enterRefresh!.run(next, grant_id!);
  enterAccess!.run(newHash(), grant_id!, SCOPES, now);
  record!.run('user', String(count).padStart(36, '0'), JSON.stringify({ now, operation: 'refreshGrant', grant_id }));
  database.exec('COMMIT');
  token = next;
}
const seconds = (performance.now() - startedAt) / 1000;
database.close();
rmSync(folder, { recursive: true });

const result: RawRefreshResult = { transactionsPerSecond: Math.round(transactions / seconds) };
console.log(JSON.stringify(result));
