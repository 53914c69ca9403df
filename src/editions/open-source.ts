import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readdir, readFile, stat } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { LecternError } from '../contract/lectern-error.ts';
import { DamagedEditionError, type EditionSource, type SourceFile } from './edition-source.ts';
import { ARCHIVE_MAX_BYTES, findExcess, isHidden } from './source-limits.ts';
import { isZip, zipFiles } from './zip-files.ts';

/**
 * Opens what a person names: a folder, a zip archive or a single file. Throws DamagedEditionError for what is more than
 * `source-limits.ts` allows or cannot be unpacked, and `not_found`.
 */
export async function openSource(path: string): Promise<EditionSource> {
  const found = await stat(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT' && error.code !== 'ENOTDIR') throw error;
    throw new LecternError('not_found', `There is no file or folder "${path}".`);
  });
  if (found.isDirectory()) return openFolder(path);
  const name = basename(resolve(path));
  // A pipe or device has no size and may have no end.
  if (!found.isFile()) throw new DamagedEditionError(name, null, 'this is neither a file nor a folder');
  const excess = findExcess(1, found.size, found.size);
  if (excess) throw new DamagedEditionError(name, null, excess);
  return openBytes(path, await readFile(path));
}

/** The same for bytes that are here already: an archive, or a single file. `path` is how it is called. */
export async function openBytes(path: string, bytes: Buffer): Promise<EditionSource> {
  const name = basename(path);
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const packed = isZip(bytes);
  const excess =
    packed && bytes.length > ARCHIVE_MAX_BYTES ? 'the archive is too large' : findExcess(1, bytes.length, 0);
  if (excess) throw new DamagedEditionError(name, null, excess);
  const files = packed ? await zipFiles(bytes, name) : [{ name, size: bytes.length, read: async () => bytes }];
  return { path, files, sha256 };
}

async function openFolder(path: string): Promise<EditionSource> {
  const files = await listFiles(path);
  const hash = createHash('sha256');
  for (const { name, size } of files) {
    // Names and sizes go in too, so that no two folders have one digest.
    hash.update(`${name}\0${size}\0`);
    for await (const chunk of createReadStream(join(path, name))) hash.update(chunk as Buffer);
  }
  return { path, files, sha256: hash.digest('hex') };
}

/** All files below a folder in order of name. A link could lead anywhere, so none is followed. */
async function listFiles(folder: string): Promise<SourceFile[]> {
  const files: SourceFile[] = [];
  const pending = [''];
  let entries = 0;
  let allBytes = 0;
  for (let inside = pending.pop(); inside !== undefined; inside = pending.pop()) {
    for (const entry of await readdir(join(folder, inside), { withFileTypes: true })) {
      const name = inside === '' ? entry.name : `${inside}/${entry.name}`;
      if (isHidden(name)) continue;
      const directory = entry.isDirectory();
      if (!directory && !entry.isFile()) throw new DamagedEditionError(name, null, 'this is no plain file');
      const size = directory ? 0 : (await stat(join(folder, name))).size;
      allBytes += size;
      const excess = findExcess(++entries, size, allBytes);
      if (excess) throw new DamagedEditionError(name, null, excess);
      if (directory) pending.push(name);
      else files.push({ name, size, read: () => readWhole(join(folder, name), name, size) });
    }
  }
  return files.sort((a, b) => (a.name < b.name ? -1 : 1));
}

async function readWhole(path: string, name: string, size: number): Promise<Buffer> {
  const bytes = await readFile(path);
  if (bytes.length !== size) throw new DamagedEditionError(name, null, 'the file changed while it was read');
  return bytes;
}
