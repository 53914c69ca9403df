import { accessSync, constants, statfsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../../config/config.ts';
import { DATABASE_FILES } from '../../storage/backup/database-files.ts';
import { pathExists } from '../../storage/files/path-exists.ts';
import { formatSize } from '../terminal/format-size.ts';
import { type Check, ok, problem, warning } from './check.ts';
import { adviseOnPermissions } from './permissions.ts';

const FREE_MIN_BYTES = 100 * 1024 * 1024;
const FREE_GOOD_BYTES = 1024 * 1024 * 1024;

export function examineDataFolder({ dataDir, databaseUrl }: Config): Check[] {
  const name = 'Data folder';
  if (databaseUrl !== null) return [ok(name, `${dataDir} is hardly needed: the data are in PostgreSQL`)];
  if (!pathExists(dataDir)) {
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
  const files = DATABASE_FILES.map((file) => join(dataDir, file)).filter(pathExists);
  const closed = isOpen(dataDir, constants.X_OK) ? files.find((file) => !isOpen(file)) : dataDir;
  if (closed) return [problem(name, `${closed} cannot be written by this user`, adviseOnPermissions(closed))];
  return [ok(name, dataDir), examineSpace(dataDir)];
}

/** For reading and writing. */
function isOpen(path: string, more = 0): boolean {
  try {
    accessSync(path, constants.R_OK | constants.W_OK | more);
    return true;
  } catch {
    return false;
  }
}

function examineSpace(dataDir: string): Check {
  const name = 'Free space';
  const { bavail, bsize } = statfsSync(dataDir);
  const free = bavail * bsize;
  const database = join(dataDir, 'lectern.db');
  // A restore and an upgrade need room for the database once more.
  const wanted = Math.max(FREE_GOOD_BYTES, pathExists(database) ? 2 * statSync(database).size : 0);
  const text = `${formatSize(free)} in ${dataDir}`;
  if (free < FREE_MIN_BYTES) return problem(name, text, 'Make room: with a full disk every write is refused.');
  if (free < wanted) return warning(name, text, `Make room: ${formatSize(wanted)} would be good.`);
  return ok(name, text);
}
