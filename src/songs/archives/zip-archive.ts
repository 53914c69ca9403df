import { isUtf8 } from 'node:buffer';
import { type FileHandle, open as openFile } from 'node:fs/promises';
import { type Entry, fromFdPromise, getFileNameLowLevel, validateFileName, type ZipFile } from 'yauzl';
import { findOmission, isHiddenFile } from '../../contract/archived-files.ts';
import { type ImportNotice, toNotice } from '../../contract/import-notices.ts';
import { IMPORT_FILE_MAX_BYTES, IMPORT_MAX_FILES, IMPORT_UNPACKED_MAX_BYTES } from '../../contract/limits.ts';
import { isSymbolicLink, unpackEntry } from '../../import-files/zip-entries.ts';
import type { ArchivedFile, CollectionFile, CollectionItem, SongCollection } from '../song-collection.ts';
import { DamagedSongError } from '../sources/damaged-song-error.ts';

const MEBIBYTE = 1024 * 1024;
/** Longest document of a service, of which the words have some 50 KiB, and the database of a schedule some 2 MiB. */
const MEMBER_MAX_BYTES = 64 * MEBIBYTE;
const ZIP = /^504b(?:0304|0506)/;
/** Files by which an office document or a book is distinguished from an archive. */
const DOCUMENT_FILES: readonly string[] = ['[Content_Types].xml', 'mimetype'];
/** Returns whether a file is a zip archive, by its first bytes. */
export const isZip = ({ head }: Pick<CollectionFile, 'head'>): boolean => ZIP.test(head.toString('hex', 0, 4));

/** A zip archive of files, each of which is read as any other file. It recognizes every archive, so it is the last. */
export const zipArchive: SongCollection = {
  name: 'zip archive',

  async recognizes(file) {
    if (!isZip(file)) return false;
    await using archive = await openArchive(file);
    return !archive.entries.some(({ fileName }) => DOCUMENT_FILES.includes(fileName));
  },

  async *read(file): AsyncGenerator<CollectionItem> {
    await using archive = await openArchive(file);
    const { entries } = archive;
    let unpacked = 0;
    for (const [index, entry] of entries.entries()) {
      const { fileName: name, uncompressedSize: size } = entry;
      const share = (index + 1) / entries.length;
      const omission = findOmission(name);
      const reason = findReason(entry);
      if (omission) yield { kind: 'omitted', name, share, omission };
      else if (reason) yield { kind: 'refused', name, share, reason };
      else {
        unpacked += size;
        if (unpacked > IMPORT_UNPACKED_MAX_BYTES) {
          throw damaged(file, toNotice('song_archive_too_large', { max: IMPORT_UNPACKED_MAX_BYTES / MEBIBYTE }));
        }
        yield { kind: 'file', name, share, ...archive.toFile(entry) };
      }
    }
  },
};

interface UnpackRules {
  readonly maxBytes?: number;
  /** EasyWorship writes wrong checksums. */
  readonly anyChecksum?: true;
}

interface OpenArchive extends AsyncDisposable {
  /** Its files in the order of the archive, without those that operating systems leave behind. */
  readonly entries: readonly Entry[];
  toFile(entry: Entry, rules?: UnpackRules): ArchivedFile;
}

/** Reads the list of files of an archive. Throws DamagedSongError. */
export async function openArchive(file: CollectionFile): Promise<OpenArchive> {
  const handle = await openFile(file.path);
  try {
    const { zip, entries } = await readEntries(handle).catch((error) => {
      throw error instanceof TooManyFilesError
        ? damaged(file, toNotice('song_archive_too_many', { max: IMPORT_MAX_FILES }))
        : damaged(file, toNotice('song_archive_damaged'));
    });
    const byName = new Map(entries.map((entry) => [entry.fileName.toLowerCase(), entry]));
    const toFile = (entry: Entry, rules: UnpackRules = {}): ArchivedFile => ({
      size: entry.uncompressedSize,
      readBytes: async () => {
        const reason = findReason(entry, rules.maxBytes);
        if (reason) throw new DamagedSongError(entry.fileName, null, reason);
        return unpackEntry(zip, entry, rules.anyChecksum).catch(() => {
          throw new DamagedSongError(entry.fileName, null, toNotice('song_archive_damaged'));
        });
      },
      findBeside: (name) => {
        const beside = byName.get(entry.fileName.replace(/[^/]*$/, name).toLowerCase());
        return beside && !findReason(beside) ? toFile(beside) : null;
      },
    });
    return { entries, toFile, [Symbol.asyncDispose]: () => handle.close() };
  } catch (error) {
    await handle.close();
    throw error;
  }
}

/** Returns the first file of an archive whose name matches, or null. Throws DamagedSongError. */
export async function readZipMember(file: CollectionFile, name: RegExp, rules?: UnpackRules): Promise<Buffer | null> {
  await using archive = await openArchive(file);
  const entry = archive.entries.find(({ fileName }) => name.test(fileName));
  return entry ? await archive.toFile(entry, { maxBytes: MEMBER_MAX_BYTES, ...rules }).readBytes() : null;
}

class TooManyFilesError extends Error {}

async function readEntries(handle: FileHandle): Promise<{ zip: ZipFile; entries: Entry[] }> {
  const zip = await fromFdPromise(handle.fd, {
    lazyEntries: true,
    autoClose: false,
    validateEntrySizes: true,
    decodeStrings: false,
  });
  if (zip.entryCount > IMPORT_MAX_FILES) throw new TooManyFilesError();
  const entries: Entry[] = [];
  for await (const entry of zip.eachEntry()) {
    entry.fileName = readName(entry);
    if (!entry.fileName.endsWith('/') && !isHiddenFile(entry.fileName)) entries.push(entry);
  }
  return { zip, entries };
}

/** The root of an absolute name. ProPresenter names media by their path on the computer. */
const NAME_ROOT = /^(?:[A-Za-z]:)?\/+/;

/**
 * Returns the name of a file as a relative one. Some programs write UTF-8 without saying so, such as macOS. Throws for
 * a name with "..".
 */
function readName({ fileNameRaw, generalPurposeBitFlag, extraFields }: Entry): string {
  const name = isUtf8(fileNameRaw)
    ? fileNameRaw.toString('utf8')
    : getFileNameLowLevel(generalPurposeBitFlag, fileNameRaw, extraFields, false);
  const relative = name.replaceAll('\\', '/').replace(NAME_ROOT, '');
  const error = validateFileName(relative);
  if (error !== null) throw new Error(error);
  return relative;
}

/** Returns why a file of an archive cannot be unpacked, or null. */
function findReason(entry: Entry, maxBytes = IMPORT_FILE_MAX_BYTES): ImportNotice | null {
  if (entry.isEncrypted()) return toNotice('song_archive_encrypted');
  if (isSymbolicLink(entry)) return toNotice('song_not_a_file');
  if (entry.uncompressedSize > maxBytes) {
    return toNotice('song_file_too_large', { max: maxBytes / MEBIBYTE });
  }
  return null;
}

const damaged = ({ fileName }: CollectionFile, reason: ImportNotice) => new DamagedSongError(fileName, null, reason);
