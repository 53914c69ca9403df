import { existsSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { isLoopback } from '../../config/addresses.ts';
import type { Config } from '../../config/config.ts';
import { formatByteSize } from '../../contract/byte-size.ts';
import { LecternError } from '../../contract/lectern-error.ts';
import { STARTER_SLUG } from '../../contract/schemas/translation.ts';
import {
  type ContentFacts,
  type DatabaseFacts,
  type DatabaseObstacle,
  inspectDatabase,
} from '../../storage/inspect-database.ts';
import { isUnwritable } from '../../storage/unusable-data-error.ts';
import { INVOCATION } from '../invocation.ts';
import { type Check, ok, problem, warning } from './check.ts';
import { adviseOnPermissions } from './permissions.ts';

const POSTGRES_TESTED_MAJOR = 18;
const CLOCK_TOLERANCE_MS = 5_000;

export async function examineDatabase(config: Config): Promise<Check[]> {
  const name = 'Database';
  let facts: DatabaseFacts | null;
  let connection: Check[] = [];
  try {
    if (config.databaseUrl !== null) connection = [await examineConnection(config.databaseUrl)];
    const evidence = config.databaseUrl === null && findEvidenceOfUse(config);
    // Opening the database would remove its log, which may hold all remaining data.
    if (evidence) return [toEmptiedDatabase(config, evidence)];
    facts = await inspectDatabase(config);
  } catch (error) {
    return [...connection, config.databaseUrl ? unreachable(error) : unreadable(error, config)];
  }
  if (!facts) {
    return [warning(name, 'it does not exist yet', 'The first start creates it: npm start')];
  }
  return [
    ...connection,
    examineEngine(facts),
    examineSchema(facts),
    ...(facts.content
      ? [
          examineEditions(facts.content, config),
          examineOwners(facts.content),
          ...examineAdministrators(facts.content),
          ...facts.content.endlessFirstTokens.map(toEndlessToken),
        ]
      : []),
    examineClock(facts),
  ];
}

/**
 * Checks whether the connection can be read by others on the network. A host that is a path is a socket on this
 * machine.
 */
async function examineConnection(url: string): Promise<Check> {
  const { inspectConnection } = await import('../../storage/dialects/postgres-driver.ts');
  const { host, encrypted, verified } = inspectConnection(url);
  const name = 'Connection';
  if (verified) return ok(name, `to ${host}, encrypted with a verified certificate`);
  if (isLoopback(host) || host.startsWith('/')) return ok(name, 'stays on this machine');
  return warning(
    name,
    encrypted
      ? `to ${host}, encrypted without a verified certificate: an attacker in the network can read it`
      : `to ${host}, not encrypted: an attacker in the network can read it`,
    'Set sslmode=verify-full in LECTERN_DATABASE_URL: docs/how-to/run-with-postgresql.md',
  );
}

/**
 * Returns the evidence that an empty database file has been used before. Null if none exists, or if the file is not
 * empty.
 */
function findEvidenceOfUse({ dataDir, secretFile }: Config): string | null {
  const file = join(dataDir, 'lectern.db');
  const found = statSync(file, { throwIfNoEntry: false });
  if (!found?.isFile() || found.size > 0) return null;
  const beside = ['-wal', '-shm'].map((suffix) => file + suffix).find((path) => existsSync(path));
  if (beside) return `${beside} exists`;
  // A first start creates the key file after the database. A key file elsewhere may have been created earlier.
  const keys = statSync(secretFile, { throwIfNoEntry: false });
  return dirname(secretFile) === dataDir && keys && keys.mtimeMs < found.mtimeMs ? `${secretFile} is older` : null;
}

const toEmptiedDatabase = ({ dataDir }: Config, evidence: string): Check =>
  problem(
    'Database',
    `${join(dataDir, 'lectern.db')} is empty (0 bytes), but has been used: ${evidence}`,
    `Do not start the server, which would create a new database. Copy the folder, then restore a backup: ${INVOCATION} restore PATH`,
  );

function unreachable(error: unknown): Check {
  if (!(error instanceof LecternError)) {
    return problem(
      'Database',
      (error as Error).message,
      'Check the user, password, database and sslmode in LECTERN_DATABASE_URL.',
    );
  }
  return problem(
    'Database',
    'PostgreSQL does not respond',
    'Check LECTERN_DATABASE_URL and that PostgreSQL is running.',
  );
}

const unreadable = (error: unknown, { dataDir }: Config): Check =>
  problem(
    'Database',
    `it cannot be read: ${(error as Error).message}`,
    isUnwritable(error) ? adviseOnPermissions(dataDir) : `Restore a backup: ${INVOCATION} restore PATH`,
  );

function examineEngine({ engine, version, damage, obstacle: hindrance, bytes }: DatabaseFacts): Check {
  if (hindrance) return problem('Database', ...explainHindrance(hindrance));
  if (engine === 'postgres') {
    const finding = `PostgreSQL ${version}`;
    if (Number.parseInt(version, 10) >= POSTGRES_TESTED_MAJOR) return ok('Database', finding);
    return warning('Database', finding, `Lectern is tested with PostgreSQL ${POSTGRES_TESTED_MAJOR}.`);
  }
  if (damage !== null) {
    return problem(
      'Database',
      `it is damaged: ${damage}`,
      `Stop the server and restore a backup: ${INVOCATION} restore PATH`,
    );
  }
  return ok('Database', `SQLite ${version}, ${formatByteSize(bytes ?? 0, 'en')}, intact`);
}

/** Returns the finding and the fix. */
function explainHindrance(hindrance: DatabaseObstacle): [string, string] {
  switch (hindrance.type) {
    case 'encoding':
      return [
        `its encoding is ${hindrance.name}, but must be UTF8`,
        "Create another one: CREATE DATABASE … ENCODING 'UTF8' TEMPLATE template0. You can restore a backup of this one there.",
      ];
    case 'read_only':
      return ['it is read-only: a standby, or configured so', 'Set LECTERN_DATABASE_URL to the primary server.'];
    case 'create':
      return [
        `the user ${hindrance.user} cannot create tables in the schema ${hindrance.schema}`,
        `Run as the owner of the schema: GRANT CREATE ON SCHEMA "${hindrance.schema}" TO "${hindrance.user}"`,
      ];
  }
}

function examineSchema({ pending, unknown }: DatabaseFacts): Check {
  if (unknown.length > 0) {
    return problem(
      'Schema',
      `the database was written by a newer version of Lectern (${unknown.join(', ')})`,
      'Start that version.',
    );
  }
  if (pending.length > 0) {
    return warning(
      'Schema',
      `${pending.length} migrations are pending`,
      'The next start applies them. Make a backup first.',
    );
  }
  return ok('Schema', 'up to date');
}

function examineEditions({ editions }: ContentFacts, { starter }: Config): Check {
  const name = 'Editions';
  if (editions.length === 0) {
    return warning(
      name,
      'no edition is installed',
      `${INVOCATION} edition install ${STARTER_SLUG} needs no network. "edition list" shows other editions.`,
    );
  }
  const finding = `${editions.length} installed`;
  if (starter && !editions.includes(STARTER_SLUG)) {
    return warning(
      name,
      `${finding}, but not the starter edition ${STARTER_SLUG}`,
      `${INVOCATION} edition install ${STARTER_SLUG} restores it. If it was removed on purpose, set LECTERN_STARTER=off.`,
    );
  }
  return ok(name, finding);
}

function examineOwners({ organizations, ownerless }: ContentFacts): Check {
  const name = 'Owners';
  if (organizations === 0) {
    return warning(name, 'there is no organization', `${INVOCATION} user create …, then ${INVOCATION} org create …`);
  }
  if (ownerless.length > 0) {
    const next = `${INVOCATION} org member add --organization ID --email EMAIL --role owner`;
    return problem(name, `no enabled user owns ${ownerless.map((each) => `"${each}"`).join(', ')}`, next);
  }
  return ok(
    name,
    organizations === 1 ? 'the organization has an owner' : `all ${organizations} organizations have an owner`,
  );
}

/** Checks that someone can use the pages of administrators. Before the migration there is nothing to check. [D69] */
function examineAdministrators({ administrators }: ContentFacts): Check[] {
  const name = 'Administrators';
  if (administrators === null) return [];
  if (administrators > 0) return [ok(name, String(administrators))];
  const finding = 'the installation has none, so no one can import editions or make backups on the web pages';
  return [warning(name, finding, `${INVOCATION} admin add --email EMAIL`)];
}

/** Earlier versions printed the token of a first start also into logs, with every right and without an end. [D46] */
const toEndlessToken = (id: string): Check =>
  warning(
    'First token',
    `the token ${id} of the first start has every right of its organization and never ends, and may be in a log`,
    `${INVOCATION} token revoke ${id}`,
  );

function examineClock({ engine, clockAheadMs }: DatabaseFacts): Check {
  const seconds = Math.round(Math.abs(clockAheadMs) / 1000);
  const next = 'Synchronize the clock with NTP: tokens, sessions and timestamps depend on it.';
  if (Math.abs(clockAheadMs) <= CLOCK_TOLERANCE_MS) return ok('Clock', new Date().toISOString());
  if (engine === 'sqlite')
    return warning('Clock', `the last write to the database is ${seconds} s in the future`, next);
  return warning('Clock', `${seconds} s ${clockAheadMs > 0 ? 'behind' : 'ahead of'} PostgreSQL's`, next);
}
