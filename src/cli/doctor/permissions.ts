import { statSync } from 'node:fs';
import { dirname } from 'node:path';
import { currentUserName, isReadOnlyFileSystem, isUnwritable } from '../../storage/unusable-data-error.ts';
import { type Check, problem } from './check.ts';

/** What a look at files finds; where it comes upon one that this user may not look at, that. */
export async function checkFiles(name: string, look: () => Check[] | Promise<Check[]>): Promise<Check[]> {
  try {
    return await look();
  } catch (error) {
    const { path } = error as NodeJS.ErrnoException;
    if (path === undefined || !isUnwritable(error)) throw error;
    return [problem(name, `the user ${currentUserName()} may not look at ${path}`, adviseOnPermissions(path))];
  }
}

/** What to do where rights are in the way of something. */
export const adviseOnPermissions = (path: string): string =>
  isReadOnlyFileSystem(path)
    ? 'The file system is mounted read-only: mount it for writing.'
    : `Run this as the user of the server${tellOwner(path)}, or change owner and mode of the folder and its files.`;

/** Whom it belongs to, or the folder above it that hides it; nothing where that is this user. */
function tellOwner(path: string): string {
  const me = process.geteuid?.();
  if (me === undefined) return '';
  try {
    const { uid } = statSync(path);
    if (uid === me) return '';
    return ` (${path} belongs to ${uid === 0 ? 'root' : `the user with the id ${uid}`})`;
  } catch (error) {
    if (!isUnwritable(error)) return '';
    return tellOwner(dirname(path));
  }
}
