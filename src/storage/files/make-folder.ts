import { mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Creates a folder that other users cannot access, and its missing ancestors. An existing one stays as it is. Node's
 * own `recursive` option never returns where nothing can be created in an existing folder, as in /proc. Throws the
 * system's error.
 */
export function makeFolder(path: string): void {
  try {
    makeOne(path);
  } catch (error) {
    const above = dirname(path);
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || above === path) throw error;
    // Another process may have created it in the meantime.
    makeFolder(above);
    makeOne(path);
  }
}

function makeOne(path: string): void {
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    if (!statSync(path, { throwIfNoEntry: false })?.isDirectory()) throw error;
  }
}
