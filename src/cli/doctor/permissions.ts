import { statSync } from 'node:fs';
import { dirname } from 'node:path';
import { currentUserName, isReadOnlyFileSystem, isUnwritable } from '../../storage/unusable-data-error.ts';
import { type Check, problem } from './check.ts';

/** Runs checks of files. If this user has no permission to read one of them, returns that as the finding. */
export async function checkFiles(name: string, check: () => Check[] | Promise<Check[]>): Promise<Check[]> {
  try {
    return await check();
  } catch (error) {
    const { path } = error as NodeJS.ErrnoException;
    if (path === undefined || !isUnwritable(error)) throw error;
    return [
      problem(name, `the user ${currentUserName()} has no permission to read ${path}`, adviseOnPermissions(path)),
    ];
  }
}

/** Returns the fix for missing permissions. */
export const adviseOnPermissions = (path: string): string =>
  isReadOnlyFileSystem(path)
    ? 'The file system is mounted read-only. Mount it read-write.'
    : `Run this as the user of the server${describeOwner(path)}, or change the owner and mode of the folder and its files.`;

/** Returns who owns the path, or the folder above that hides it. Empty if that is this user. */
function describeOwner(path: string): string {
  const me = process.geteuid?.();
  if (me === undefined) return '';
  try {
    const { uid } = statSync(path);
    if (uid === me) return '';
    return ` (${path} belongs to ${uid === 0 ? 'root' : `the user with the id ${uid}`})`;
  } catch (error) {
    if (!isUnwritable(error)) return '';
    return describeOwner(dirname(path));
  }
}
