import { existsSync, realpathSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

/** SQLite's files in the data folder. */
export const DATABASE_FILES = ['lectern.db', 'lectern.db-wal', 'lectern.db-shm', 'lectern.lock'] as const;

/** Returns whether two paths name the same file, also through symbolic or hard links. The file need not exist. */
export function isSameFile(one: string, other: string): boolean {
  if (resolveFolder(one) === resolveFolder(other)) return true;
  const [a, b] = [one, other].map((path) => statSync(path, { bigint: true, throwIfNoEntry: false }));
  return a !== undefined && b !== undefined && a.dev === b.dev && a.ino === b.ino;
}

/** Resolves the links in the folder of a file that may not exist. */
function resolveFolder(path: string): string {
  const folder = dirname(path);
  return join(existsSync(folder) ? realpathSync(folder) : folder, basename(path));
}
