import { createHash, type Hash } from 'node:crypto';
import { closeSync, fstatSync, fsyncSync, openSync, readSync, writeFileSync } from 'node:fs';
import type { Engine } from '../storage.ts';
import { BackupError } from './backup-error.ts';

/**
 * A backup is one file, the same for both engines: an SQLite database, and after its last page two lines, the manifest as JSON
 * and the SHA-256 of all bytes before that line. Any SQLite tool reads the database as it is.
 */
export interface BackupManifest {
  readonly lectern_backup: typeof BACKUP_FORMAT.lectern_backup;
  /** Of Lectern. */
  readonly version: string;
  /** Where it comes from. */
  readonly engine: Engine;
  /** RFC 3339: the moment that it shows. */
  readonly created_at: string;
  /** Those that its schema has, in order. */
  readonly migrations: readonly string[];
  /** Rows of each table. */
  readonly tables: Readonly<Record<string, number>>;
}

export const BACKUP_FORMAT = { lectern_backup: 1 } as const;
const DIGEST_LINE = /^sha256:([0-9a-f]{64})\n$/;
const DIGEST_LINE_BYTES = 'sha256:'.length + 64 + 1;
const MANIFEST_MAX_BYTES = 1024 * 1024;
const CHUNK_BYTES = 1024 * 1024;

/** Adds the content of a database to its hash. */
export async function hashDatabase(path: string, hash: Hash, onBytes: (count: number) => void): Promise<void> {
  const file = openSync(path, 'r');
  try {
    await readInChunks(file, fstatSync(file).size, (chunk) => {
      hash.update(chunk);
      onBytes(chunk.length);
    });
  } finally {
    closeSync(file);
  }
}

/**
 * Ends a finished database, whose content is in `hash`, with its manifest and digest, and waits until all of it is on the disk.
 * Gives the digest.
 */
export function sealBackup(path: string, hash: Hash, manifest: BackupManifest): string {
  const line = `\n${JSON.stringify(manifest)}\n`;
  const sha256 = hash.update(line).digest('hex');
  const file = openSync(path, 'a');
  try {
    // All of it, or an error: a call of the system may take a part.
    writeFileSync(file, `${line}sha256:${sha256}\n`);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  return sha256;
}

export interface VerifiedBackup {
  readonly manifest: BackupManifest;
  readonly sha256: string;
}

/**
 * Copies the database out of a backup to `target`, which must not be there yet, and gives the manifest once all of it has been found to
 * be whole. Throws BackupError `damaged_backup`; what is at `target` is of no use then.
 */
export async function extractDatabase(
  path: string,
  target: string,
  onBytes: (count: number, total: number) => void,
): Promise<VerifiedBackup> {
  const source = openSync(path, 'r');
  const destination = openSync(target, 'wx', 0o600);
  try {
    const { size } = fstatSync(source);
    const { databaseBytes, line, expected } = readTrailer(source, size, path);
    const hash = createHash('sha256');
    await readInChunks(source, databaseBytes, (chunk) => {
      hash.update(chunk);
      writeFileSync(destination, chunk);
      onBytes(chunk.length, databaseBytes);
    });
    if (hash.update(line).digest('hex') !== expected) {
      throw damaged(path, 'its SHA-256 is not the one that it was made with');
    }
    fsyncSync(destination);
    return { manifest: parseManifest(line, path), sha256: expected };
  } finally {
    closeSync(source);
    closeSync(destination);
  }
}

function readTrailer(file: number, size: number, path: string) {
  const tail = Buffer.alloc(Math.min(size, MANIFEST_MAX_BYTES + DIGEST_LINE_BYTES));
  for (let read = 0; read < tail.length; ) {
    const got = readSync(file, tail, read, tail.length - read, size - tail.length + read);
    if (got === 0) throw damaged(path, 'it was cut while it was read');
    read += got;
  }
  const [, expected] = DIGEST_LINE.exec(tail.toString('latin1', Math.max(0, tail.length - DIGEST_LINE_BYTES))) ?? [];
  const end = tail.length - DIGEST_LINE_BYTES;
  const start = end < 2 ? -1 : tail.lastIndexOf(10, end - 2);
  if (expected === undefined || start < 0) {
    throw damaged(path, 'it does not end as a backup does. It is no backup of Lectern, or a part of it is missing');
  }
  return { databaseBytes: size - tail.length + start, line: tail.subarray(start, end), expected };
}

function parseManifest(line: Buffer, path: string): BackupManifest {
  const manifest = JSON.parse(line.toString('utf8')) as BackupManifest;
  if (manifest.lectern_backup !== BACKUP_FORMAT.lectern_backup)
    throw damaged(path, 'its format is one that this version does not know');
  return manifest;
}

/** Lets the process breathe between chunks, so that it hears signals. */
async function readInChunks(file: number, bytes: number, use: (chunk: Buffer) => void): Promise<void> {
  const buffer = Buffer.allocUnsafe(CHUNK_BYTES);
  for (let position = 0; position < bytes; ) {
    const read = readSync(file, buffer, 0, Math.min(CHUNK_BYTES, bytes - position), position);
    if (read === 0) throw new Error('a file became shorter while it was read');
    use(buffer.subarray(0, read));
    position += read;
    await new Promise(setImmediate);
  }
}

const damaged = (path: string, why: string): BackupError =>
  new BackupError('damaged_backup', `${path} cannot be restored: ${why}. Nothing was changed.`);
