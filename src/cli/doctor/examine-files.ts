import { accessSync, constants, existsSync, statfsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { type Config, ConfigError } from '../../config.ts';
import { readSecrets } from '../../secrets.ts';
import { toSize } from '../size-text.ts';
import { type Check, ok, problem, warning } from './check.ts';

const FREE_MIN_BYTES = 100 * 1024 * 1024;
const FREE_GOOD_BYTES = 1024 * 1024 * 1024;

export function examineDataFolder({ dataDir, databaseUrl }: Config): Check[] {
  const name = 'Data folder';
  if (databaseUrl !== null) return [ok(name, `${dataDir} is hardly needed: the data are in PostgreSQL`)];
  if (!existsSync(dataDir)) {
    return [
      warning(
        name,
        `${dataDir} is not there yet`,
        'The first start makes it. If there are data already, set LECTERN_DATA_DIR.',
      ),
    ];
  }
  if (!statSync(dataDir).isDirectory()) {
    return [problem(name, `${dataDir} is no folder`, 'Set LECTERN_DATA_DIR to a folder.')];
  }
  try {
    accessSync(dataDir, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch {
    return [
      problem(
        name,
        `${dataDir} cannot be written by this user`,
        'Run this as the user of the server, or change its owner.',
      ),
    ];
  }
  return [ok(name, dataDir), examineSpace(dataDir)];
}

function examineSpace(dataDir: string): Check {
  const name = 'Free space';
  const { bavail, bsize } = statfsSync(dataDir);
  const free = bavail * bsize;
  const database = join(dataDir, 'lectern.db');
  // A restore and an upgrade need room for the database once more.
  const wanted = Math.max(FREE_GOOD_BYTES, existsSync(database) ? 2 * statSync(database).size : 0);
  const text = `${toSize(free)} in ${dataDir}`;
  if (free < FREE_MIN_BYTES) return problem(name, text, 'Make room: with a full disk every write is refused.');
  if (free < wanted) return warning(name, text, `Make room: ${toSize(wanted)} would be good.`);
  return ok(name, text);
}

export function examineKeyFile({ secretFile, databaseUrl, dataDir }: Config): Check {
  const name = 'Key file';
  if (!existsSync(secretFile)) {
    const fresh = databaseUrl === null && !existsSync(join(dataDir, 'lectern.db'));
    if (fresh) return ok(name, `${secretFile} will be made by the first start`);
    const next =
      'Put it back from where its copy is kept, or set LECTERN_SECRET_FILE: without it audience secrets, cookies and cursors end. ' +
      (databaseUrl === null
        ? 'If no server has ever run here, the first start makes it.'
        : 'docs/how-to/run-with-postgresql.md');
    return problem(name, `${secretFile} is missing`, next);
  }
  try {
    readSecrets(secretFile, false);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return problem(name, error.message, 'Put the right file back, readable by the user of the server.');
  }
  const mode = statSync(secretFile).mode & 0o777;
  if (process.platform !== 'win32' && (mode & 0o077) !== 0) {
    return warning(name, `${secretFile} is open to other users (mode ${mode.toString(8)})`, `chmod 600 ${secretFile}`);
  }
  return ok(name, secretFile);
}
