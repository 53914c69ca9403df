import { createHash } from 'node:crypto';
import { lstatSync, realpathSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { makeFolder } from '../../storage/files/make-folder.ts';

/** The shortest limit of a socket's path, that of macOS: 104 bytes with the zero at the end. Linux has 108. */
const PATH_MAX_BYTES = 103;
const FILE = 'lectern.sock';

/**
 * Where the server of a data folder may listen for commands, best first. Beside the folder itself there is a short
 * place in the temporary folder, for long paths and for file systems that cannot hold a socket.
 */
export function socketPaths(dataDir: string): string[] {
  const folder = realpathSync(dataDir);
  const hash = createHash('sha256').update(folder).digest('hex').slice(0, 16);
  if (process.platform === 'win32') return [`\\\\.\\pipe\\lectern-${hash}`];
  return [join(folder, FILE), join(tmpdir(), `lectern-${hash}`, FILE)].filter(
    (path) => Buffer.byteLength(path) <= PATH_MAX_BYTES,
  );
}

/** Makes the folder of a socket path, closed to other users. Throws if somebody else has made it. */
export function createSocketFolder(path: string, dataDir: string): void {
  if (process.platform === 'win32') return;
  makeFolder(dirname(path));
  if (!isOwnSocketFolder(path, dataDir)) {
    throw new Error(`The folder ${dirname(path)} is open to other users, so no socket is put there.`);
  }
}

/**
 * The temporary folder is open to everyone, and passwords go through the socket: its folder must belong to this user,
 * to root or to the owner of the data folder, and nobody else may write in it. False also when there is no such folder.
 */
export function isOwnSocketFolder(path: string, dataDir: string): boolean {
  const folder = dirname(path);
  if (process.platform === 'win32' || folder === realpathSync(dataDir)) return true;
  const found = lstatSync(folder, { throwIfNoEntry: false });
  if (!found?.isDirectory()) return false;
  const owners = [process.getuid?.(), 0, statSync(dataDir).uid];
  return owners.includes(found.uid) && (found.mode & 0o022) === 0;
}
