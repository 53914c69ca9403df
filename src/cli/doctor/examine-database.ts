import { existsSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { isLoopback } from '../../config/addresses.ts';
import type { Config } from '../../config/config.ts';
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
import { formatSize } from '../terminal/format-size.ts';
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
    const emptied = config.databaseUrl === null && findTraces(config);
    // To open it would remove its log, which may hold all that is left.
    if (emptied) return [toEmptied(config, emptied)];
    facts = await inspectDatabase(config);
  } catch (error) {
    return [...connection, config.databaseUrl ? unreachable(error) : unreadable(error, config)];
  }
  if (!facts) {
    return [warning(name, 'there is none yet', 'The first start makes it: npm start')];
  }
  return [
    ...connection,
    examineEngine(facts),
    examineSchema(facts),
    ...(facts.content ? [examineEditions(facts.content, config), examineOwners(facts.content)] : []),
    examineClock(facts),
  ];
}

/** Whether somebody in between could read along; a path is that of a socket on this machine. */
async function examineConnection(url: string): Promise<Check> {
  const { inspectConnection } = await import('../../storage/dialects/postgres-driver.ts');
  const { host, encrypted, verified } = inspectConnection(url);
  const name = 'Connection';
  if (verified) return ok(name, `to ${host}, encrypted, and its certificate is checked`);
  if (isLoopback(host) || host.startsWith('/')) return ok(name, 'does not leave this machine');
  return warning(
    name,
    encrypted
      ? `to ${host} it is encrypted, but no certificate is checked: whoever is in between can read along`
      : `to ${host} it is not encrypted: whoever is in between can read along`,
    'Set sslmode=verify-full in LECTERN_DATABASE_URL: docs/how-to/run-with-postgresql.md',
  );
}

/** What shows that a database file without a single byte has been used; null where nothing does, and for every other file. */
function findTraces({ dataDir, secretFile }: Config): string | null {
  const file = join(dataDir, 'lectern.db');
  const found = statSync(file, { throwIfNoEntry: false });
  if (!found?.isFile() || found.size > 0) return null;
  const beside = ['-wal', '-shm'].map((suffix) => file + suffix).find((path) => existsSync(path));
  if (beside) return `${beside} is beside it`;
  // A first start makes the key file after the database; one elsewhere may have been made before.
  const keys = statSync(secretFile, { throwIfNoEntry: false });
  return dirname(secretFile) === dataDir && keys && keys.mtimeMs < found.mtimeMs ? `${secretFile} is older` : null;
}

const toEmptied = ({ dataDir }: Config, trace: string): Check =>
  problem(
    'Database',
    `${join(dataDir, 'lectern.db')} is empty (0 bytes), but was used: ${trace}`,
    `Do not start a server, which would begin anew. Copy the folder, then restore a backup: ${INVOCATION} restore PATH`,
  );

function unreachable(error: unknown): Check {
  if (!(error instanceof LecternError)) {
    return problem(
      'Database',
      (error as Error).message,
      'Check user, password, database and sslmode in LECTERN_DATABASE_URL.',
    );
  }
  return problem('Database', 'PostgreSQL does not answer', 'Check LECTERN_DATABASE_URL, and that PostgreSQL runs.');
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
  return ok('Database', `SQLite ${version}, ${formatSize(bytes ?? 0)}, in order`);
}

/** What is found, and what to do. */
function explainHindrance(hindrance: DatabaseObstacle): [string, string] {
  switch (hindrance.type) {
    case 'encoding':
      return [
        `its encoding is ${hindrance.name}, and must be UTF8`,
        "Make another: CREATE DATABASE … ENCODING 'UTF8' TEMPLATE template0. A backup of this one can be restored there.",
      ];
    case 'read_only':
      return ['it takes no writes: a standby, or set so', 'Name the primary server in LECTERN_DATABASE_URL.'];
    case 'create':
      return [
        `the user ${hindrance.user} may not make tables in its schema ${hindrance.schema}`,
        `As its owner: GRANT CREATE ON SCHEMA "${hindrance.schema}" TO "${hindrance.user}"`,
      ];
  }
}

function examineSchema({ pending, unknown }: DatabaseFacts): Check {
  if (unknown.length > 0) {
    return problem('Schema', `a newer Lectern has written the database (${unknown.join(', ')})`, 'Start that version.');
  }
  if (pending.length > 0) {
    return warning(
      'Schema',
      `${pending.length} changes are pending`,
      'The next start brings it up to date. Make a backup before.',
    );
  }
  return ok('Schema', 'up to date');
}

function examineEditions({ editions }: ContentFacts, { starter }: Config): Check {
  const name = 'Editions';
  if (editions.length === 0) {
    return warning(
      name,
      'no Bible is installed',
      `${INVOCATION} edition install ${STARTER_SLUG} needs no network; edition list shows what else can be installed.`,
    );
  }
  const finding = `${editions.length} installed`;
  if (starter && !editions.includes(STARTER_SLUG)) {
    return warning(
      name,
      `${finding}, but not the starter edition ${STARTER_SLUG}`,
      `${INVOCATION} edition install ${STARTER_SLUG} brings it back. Set LECTERN_STARTER=off if that is meant.`,
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
    return problem(name, `nobody who can act owns ${ownerless.map((each) => `"${each}"`).join(', ')}`, next);
  }
  return ok(name, organizations === 1 ? 'the organization has one' : `each of ${organizations} organizations has one`);
}

function examineClock({ engine, clockAheadMs }: DatabaseFacts): Check {
  const seconds = Math.round(Math.abs(clockAheadMs) / 1000);
  const next = 'Set the clock by NTP: tokens, sessions and times of records depend on it.';
  if (Math.abs(clockAheadMs) <= CLOCK_TOLERANCE_MS) return ok('Clock', new Date().toISOString());
  if (engine === 'sqlite') return warning('Clock', `the database was written ${seconds} s in the future`, next);
  return warning('Clock', `${seconds} s ${clockAheadMs > 0 ? 'behind' : 'ahead of'} PostgreSQL's`, next);
}
