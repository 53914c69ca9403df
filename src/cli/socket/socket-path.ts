import { createHash } from 'node:crypto';
import { lstatSync, realpathSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { makeFolder } from '../../storage/files/make-folder.ts';

/** The shortest limit for a socket path: 104 bytes on macOS, including the terminating zero. Linux allows 108. */
const PATH_MAX_BYTES = 103;
const FILE = 'lectern.sock';

/**
 * Returns the paths where the server of a data folder can listen for commands, best first. Besides the data folder
 * there is a short path in the temporary folder, for long paths and for file systems that do not support sockets.
 */
export function socketPaths(dataDir: string): string[] {
  const folder = realpathSync(dataDir);
  const hash = createHash('sha256').update(folder).digest('hex').slice(0, 16);
  if (process.platform === 'win32') return [`\\\\.\\pipe\\lectern-${hash}`];
  return [join(folder, FILE), join(tmpdir(), `lectern-${hash}`, FILE)].filter(
    (path) => Buffer.byteLength(path) <= PATH_MAX_BYTES,
  );
}

/** Creates the folder of a socket path, accessible to this user only. Throws if another user has created it. */
export function createSocketFolder(path: string, dataDir: string): void {
  if (process.platform === 'win32') return;
  makeFolder(dirname(path));
  if (!isOwnSocketFolder(path, dataDir)) {
    throw new Error(`The folder ${dirname(path)} is accessible to other users, so it cannot hold the socket.`);
  }
}

/**
 * Returns whether the folder of a socket is safe. Anyone can write in the temporary folder, and passwords pass through
 * the socket: its folder must belong to this user, to root or to the owner of the data folder, and other users must not
 * have write access. Returns false if the folder does not exist.
 */
export function isOwnSocketFolder(path: string, dataDir: string): boolean {
  const folder = dirname(path);
  if (process.platform === 'win32' || folder === realpathSync(dataDir)) return true;
  const found = lstatSync(folder, { throwIfNoEntry: false });
  if (!found?.isDirectory()) return false;
  const owners = [process.getuid?.(), 0, statSync(dataDir).uid];
  return owners.includes(found.uid) && (found.mode & 0o022) === 0;
}
