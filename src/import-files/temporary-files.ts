import { lstat, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { newId } from '../domain/identifiers.ts';

const FILE = 'lectern-import-';
const FOLDER = 'lectern-songs-';
/** Time after which something is left over: the server that made it was killed. No import takes as long. */
const LEFT_OVER_MS = 24 * 60 * 60 * 1_000;

/** Returns the path of a new file for an upload. */
export const newImportPath = (): string => join(tmpdir(), `${FILE}${newId()}`);

/** Makes a folder for the files that are read of an import. */
export const makeImportFolder = (): Promise<string> => mkdtemp(join(tmpdir(), FOLDER));

/** Removes the files and folders that servers left in a folder when they were killed, except those of other users. */
export async function removeLeftovers(now: number, folder = tmpdir()): Promise<void> {
  const names = await readdir(folder);
  for (const name of names.filter((each) => each.startsWith(FILE) || each.startsWith(FOLDER))) {
    const path = join(folder, name);
    const uid = process.getuid?.();
    // Another server may remove it at the same time.
    const found = await lstat(path).catch(() => null);
    if (!found || (uid !== undefined && found.uid !== uid) || found.mtimeMs > now - LEFT_OVER_MS) continue;
    await rm(path, { recursive: true, force: true });
  }
}
