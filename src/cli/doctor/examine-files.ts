import { accessSync, constants, existsSync, statfsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../../config.ts';
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
