import { createHash, type Hash } from 'node:crypto';
import { closeSync, openSync, readFileSync, readSync } from 'node:fs';
import { readdir, readFile, stat } from 'node:fs/promises';
import { basename, dirname, join, resolve, sep } from 'node:path';
import { isHiddenFile } from '../../contract/archived-files.ts';
import { toNotice } from '../../contract/import-notices.ts';
import { LecternError } from '../../contract/lectern-error.ts';
import { DamagedSourceError, type ImportSource, type SourceFile } from '../../import-files/import-source.ts';
import { ARCHIVE_MAX_BYTES, findExceededLimit } from './source-limits.ts';
import { belongsToModule, DESCRIPTIONS_FOLDER, isDescription, selectModule } from './sword-module.ts';
import { isZip, readZipFiles } from './zip-files.ts';

/** Bytes that are read at a time. */
const CHUNK_BYTES = 256 * 1024;

/**
 * Opens the path that a person gave: a folder, a zip archive or a single file. If there are several SWORD modules,
 * opens the one called `module`, or the one whose description is given. Throws DamagedSourceError if the source
 * exceeds `source-limits.ts` or cannot be unpacked, and `not_found`.
 */
export async function openEditionSource(path: string, module?: string): Promise<ImportSource> {
  const found = await stat(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT' && error.code !== 'ENOTDIR') throw error;
    throw new LecternError('not_found', `There is no file or folder "${path}".`);
  });
  if (found.isDirectory()) return openFolder(path, module);
  const name = basename(resolve(path));
  // A pipe or device has no size and may be endless.
  if (!found.isFile()) throw new DamagedSourceError(name, null, 'this is neither a file nor a folder');
  const excess = findExceededLimit(1, found.size, found.size);
  if (excess) throw new DamagedSourceError(name, null, excess);
  if (isDescription(resolve(path).replaceAll(sep, '/'))) return openByDescription(resolve(path), module);
  return openUploadedSource(path, await readFile(path), module);
}

/** Opens bytes like `openSourceBytes`, or the module of that name in them. Throws `not_found`. */
export async function openUploadedSource(path: string, bytes: Buffer, module?: string): Promise<ImportSource> {
  const source = await openSourceBytes(path, bytes);
  if (module === undefined) return source;
  const conf = await selectModule(source.files, path, module);
  const files = source.files.filter((file) => belongsToModule(conf, file.name));
  return { ...source, path: join(path, conf.file), files };
}

/** Opens bytes in memory: an archive, or a single file. `path` names them in messages. */
export async function openSourceBytes(path: string, bytes: Buffer): Promise<ImportSource> {
  const name = basename(path);
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  if (bytes.length === 0) throw new DamagedSourceError(name, null, toNotice('file_empty'));
  const packed = isZip(bytes);
  if (!packed) rejectWebPage(name, bytes);
  const excess =
    packed && bytes.length > ARCHIVE_MAX_BYTES ? 'the archive is too large' : findExceededLimit(1, bytes.length, 0);
  if (excess) throw new DamagedSourceError(name, null, excess);
  const files = packed ? await readZipFiles(bytes, name) : [{ name, size: bytes.length, read: async () => bytes }];
  return { path, files, sha256 };
}

/** Matches the beginning of a web page. */
const WEB_PAGE =
  /^(?:\ufeff|\u00ef\u00bb\u00bf)?\s*(?:<\?xml[^>]*>\s*)?(?:<!--(?:(?!-->)[\s\S])*-->\s*)*<(?:!doctype\s+html|html|head|body)[\s>]/i;

/** Throws if a browser saved a web page, or something else, instead of the text. */
function rejectWebPage(name: string, bytes: Buffer): void {
  if (WEB_PAGE.test(bytes.toString('latin1', 0, 4_096))) {
    throw new DamagedSourceError(name, null, toNotice('edition_is_web_page'));
  }
  if (/\.zip$/i.test(name)) {
    throw new DamagedSourceError(name, null, toNotice('edition_not_zip'));
  }
}

/**
 * Opens a folder. A folder of SWORD modules may exceed the limits for an edition, so only one of several modules is
 * read.
 */
async function openFolder(path: string, module: string | undefined): Promise<ImportSource> {
  const descriptions = await listFiles(
    path,
    (name) => name.toLowerCase() === DESCRIPTIONS_FOLDER || isDescription(name),
  );
  if (module !== undefined || descriptions.length > 1) return openModule(path, descriptions, module);
  return openFiles(path, path, await listFiles(path));
}

/** Opens a module by the path of its description, which may have others beside it. */
async function openByDescription(path: string, module: string | undefined): Promise<ImportSource> {
  const folder = dirname(dirname(path));
  const own = `${basename(dirname(path))}/${basename(path)}`;
  const descriptions = await listFiles(folder, (name) => own === name || own.startsWith(`${name}/`));
  return openModule(folder, descriptions, module);
}

async function openModule(
  folder: string,
  descriptions: readonly SourceFile[],
  module: string | undefined,
): Promise<ImportSource> {
  const conf = await selectModule(descriptions, folder, module);
  const files = await listFiles(folder, (name) => belongsToModule(conf, name));
  return openFiles(join(folder, conf.file), folder, files);
}

/** Opens files in `folder`. `path` names them in messages. */
async function openFiles(path: string, folder: string, files: readonly SourceFile[]): Promise<ImportSource> {
  const hash = createHash('sha256');
  const chunk = Buffer.allocUnsafe(CHUNK_BYTES);
  for (const { name, size } of files) {
    // Names and sizes are hashed too, so that different folders never have the same digest.
    hash.update(`${name}\0${size}\0`);
    hashFile(hash, join(folder, name), chunk);
  }
  return { path, files, sha256: hash.digest('hex') };
}

/** Hashes synchronously, because the process does nothing else meanwhile. It takes a third of the time of streams. */
function hashFile(hash: Hash, path: string, chunk: Buffer): void {
  const file = openSync(path, 'r');
  try {
    for (let bytes = readSync(file, chunk); bytes > 0; bytes = readSync(file, chunk)) {
      hash.update(chunk.subarray(0, bytes));
    }
  } finally {
    closeSync(file);
  }
}

/**
 * Lists all files below a folder by name, or those that are wanted; `isWanted` is also asked for folders. Links are not
 * followed, because they could lead anywhere.
 */
async function listFiles(folder: string, isWanted: (name: string) => boolean = () => true): Promise<SourceFile[]> {
  const files: SourceFile[] = [];
  const pending = [''];
  let entries = 0;
  let allBytes = 0;
  for (let inside = pending.pop(); inside !== undefined; inside = pending.pop()) {
    for (const entry of await readdir(join(folder, inside), { withFileTypes: true })) {
      const name = inside === '' ? entry.name : `${inside}/${entry.name}`;
      if (isHiddenFile(name) || !isWanted(name)) continue;
      const directory = entry.isDirectory();
      if (!directory && !entry.isFile()) throw new DamagedSourceError(name, null, 'this is not a regular file');
      const size = directory ? 0 : (await stat(join(folder, name))).size;
      allBytes += size;
      const excess = findExceededLimit(++entries, size, allBytes);
      if (excess) throw new DamagedSourceError(name, null, excess);
      if (directory) pending.push(name);
      else files.push({ name, size, read: () => readWhole(join(folder, name), name, size) });
    }
  }
  return files.sort((a, b) => (a.name < b.name ? -1 : 1));
}

async function readWhole(path: string, name: string, size: number): Promise<Buffer> {
  const bytes = readFileSync(path);
  if (bytes.length !== size) throw new DamagedSourceError(name, null, 'the file changed while it was read');
  return bytes;
}
