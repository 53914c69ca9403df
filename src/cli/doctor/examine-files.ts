import { accessSync, constants, statfsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../../config/config.ts';
import { formatByteSize } from '../../contract/byte-size.ts';
import { DATABASE_FILES } from '../../storage/backup/database-files.ts';
import { pathExists } from '../../storage/files/path-exists.ts';
import { type Check, ok, problem, warning } from './check.ts';
import { adviseOnPermissions } from './permissions.ts';

const FREE_MIN_BYTES = 100 * 1024 * 1024;
const FREE_GOOD_BYTES = 1024 * 1024 * 1024;

export function examineDataFolder({ dataDir, databaseUrl }: Config): Check[] {
  const name = 'Data folder';
  if (databaseUrl !== null) return [ok(name, `${dataDir} is barely used, because the data are in PostgreSQL`)];
  if (!pathExists(dataDir)) {
    return [
      warning(
        name,
        `${dataDir} does not exist yet`,
        'The first start creates it. If you already have data, set LECTERN_DATA_DIR.',
      ),
    ];
  }
  if (!statSync(dataDir).isDirectory()) {
    return [problem(name, `${dataDir} is not a folder`, 'Set LECTERN_DATA_DIR to a folder.')];
  }
  const files = DATABASE_FILES.map((file) => join(dataDir, file)).filter(pathExists);
  const inaccessible = isAccessible(dataDir, constants.X_OK) ? files.find((file) => !isAccessible(file)) : dataDir;
  if (inaccessible)
    return [problem(name, `${inaccessible} cannot be written by this user`, adviseOnPermissions(inaccessible))];
  return [ok(name, dataDir), examineSpace(dataDir)];
}

/** Returns whether this user can read and write the path. */
function isAccessible(path: string, more = 0): boolean {
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
  // A restore or an upgrade temporarily needs a second copy of the database.
  const recommended = Math.max(FREE_GOOD_BYTES, pathExists(database) ? 2 * statSync(database).size : 0);
  const text = `${formatByteSize(free, 'en')} in ${dataDir}`;
  if (free < FREE_MIN_BYTES) return problem(name, text, 'Free up space: when the disk is full, every write fails.');
  if (free < recommended)
    return warning(name, text, `Free up space: at least ${formatByteSize(recommended, 'en')} is recommended.`);
  return ok(name, text);
}
