import { lstat, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const PREFIX = 'lectern-import-';
/** No import lasts so long: the process that made an older file was killed. */
const STALE_AFTER_MS = 86_400_000;

/** Returns the path of a new file of an import. */
export const createImportPath = (): string => join(tmpdir(), `${PREFIX}${crypto.randomUUID()}`);

/** Creates a folder for the files of an import, which goes with the object. */
export async function createImportFolder(): Promise<AsyncDisposable & { readonly path: string }> {
  const path = await mkdtemp(join(tmpdir(), PREFIX));
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) };
}

/** Removes the files of imports that killed processes left behind. Ignores those that cannot be removed. */
export async function removeStaleImportFiles(now = Date.now()): Promise<void> {
  const names = await readdir(tmpdir()).catch(() => []);
  for (const path of names.filter((name) => name.startsWith(PREFIX)).map((name) => join(tmpdir(), name))) {
    const found = await lstat(path).catch(() => null);
    const isStale = found && found.uid === (process.getuid?.() ?? found.uid) && now - found.mtimeMs > STALE_AFTER_MS;
    if (isStale) await rm(path, { recursive: true, force: true }).catch(() => undefined);
  }
}
