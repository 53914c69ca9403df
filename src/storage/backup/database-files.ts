import { existsSync, realpathSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

/** What SQLite has in the data folder. */
export const DATABASE_FILES = ['lectern.db', 'lectern.db-wal', 'lectern.db-shm', 'lectern.lock'] as const;

/** Whether two paths name one file, by links of either kind too. It need not be there. */
export function isSameFile(one: string, other: string): boolean {
  if (withoutLinks(one) === withoutLinks(other)) return true;
  const [a, b] = [one, other].map((path) => statSync(path, { bigint: true, throwIfNoEntry: false }));
  return a !== undefined && b !== undefined && a.dev === b.dev && a.ino === b.ino;
}

/** Of a file that may not be there. */
function withoutLinks(path: string): string {
  const folder = dirname(path);
  return join(existsSync(folder) ? realpathSync(folder) : folder, basename(path));
}
