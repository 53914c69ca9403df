import { createHash, createHmac, type Hash, timingSafeEqual } from 'node:crypto';
import { closeSync, fstatSync, fsyncSync, openSync, readSync, writeFileSync } from 'node:fs';
import { type Static, Type } from 'typebox';
import { parseAs } from '../../contract/parse-as.ts';
import { Enum } from '../../contract/schemas/shapes.ts';
import { BackupError } from './backup-error.ts';

export const BACKUP_FORMAT = { lectern_backup: 1 } as const;

/**
 * The manifest of a backup. A backup is one file, in the same format for both engines: an SQLite database, followed by
 * two lines, the manifest as JSON and the SHA-256 of all bytes before that line. Any SQLite tool can read the database.
 */
const Manifest = Type.Object({
  lectern_backup: Type.Literal(BACKUP_FORMAT.lectern_backup),
  /** Version of Lectern. */
  version: Type.String(),
  /** Engine of the source. */
  engine: Enum(['sqlite', 'postgres']),
  /** Time of the snapshot, RFC 3339. */
  created_at: Type.String({ format: 'date-time' }),
  /** Migrations of its schema, in order. */
  migrations: Type.Array(Type.String()),
  /** Number of rows of each table. */
  tables: Type.Record(Type.String(), Type.Integer()),
  /** HMAC-SHA-256 of the database and of the fields above, in hexadecimal digits. Older versions wrote none. [D47] */
  seal: Type.Optional(Type.String()),
});
export type BackupManifest = Static<typeof Manifest>;

const DIGEST_LINE = /^sha256:([0-9a-f]{64})\n$/;
const DIGEST_LINE_BYTES = 'sha256:'.length + 64 + 1;
const MANIFEST_MAX_BYTES = 1024 * 1024;
const CHUNK_BYTES = 1024 * 1024;

/** Adds the content of a database file to a hash. */
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
 * Appends the manifest with its seal, and the digest, to a finished database, whose content is in `hash`, and waits
 * until all of it is on disk. Returns the digest.
 */
export function sealBackup(path: string, hash: Hash, manifest: BackupManifest, key: Uint8Array): string {
  const seal = toSeal(hash, manifest, key).toString('hex');
  const line = `\n${JSON.stringify({ ...manifest, seal })}\n`;
  const sha256 = hash.update(line).digest('hex');
  const file = openSync(path, 'a');
  try {
    // Writes all of it or throws: a single system call can write less.
    writeFileSync(file, `${line}sha256:${sha256}\n`);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  return sha256;
}

const toSeal = (database: Hash, manifest: BackupManifest, key: Uint8Array): Buffer =>
  createHmac('sha256', key).update(database.copy().digest()).update(JSON.stringify(manifest)).digest();

export interface VerifiedBackup {
  readonly manifest: BackupManifest;
  readonly sha256: string;
  /** Whether one of the keys has sealed it. */
  readonly sealed: boolean;
}

/**
 * Extracts the database of a backup to `target`, which must not exist. Throws BackupError `damaged_backup`; the file at
 * `target` is then useless.
 */
export async function extractDatabase(
  path: string,
  target: string,
  keys: readonly Uint8Array[],
  onBytes: (count: number, total: number) => void,
): Promise<VerifiedBackup> {
  const destination = openSync(target, 'wx', 0o600);
  try {
    const verified = await verifyBackup(path, keys, (chunk, total) => {
      writeFileSync(destination, chunk);
      onBytes(chunk.length, total);
    });
    fsyncSync(destination);
    return verified;
  } finally {
    closeSync(destination);
  }
}

/**
 * Reads a backup, and returns its manifest after the digest was verified, and whether one of the keys has sealed it.
 * `use` receives the chunks of its database, and their total size. Throws BackupError `damaged_backup`.
 */
export async function verifyBackup(
  path: string,
  keys: readonly Uint8Array[],
  use: (chunk: Buffer, total: number) => void,
): Promise<VerifiedBackup> {
  const source = openSync(path, 'r');
  try {
    const { size } = fstatSync(source);
    const { databaseBytes, line, expected } = readTrailer(source, size, path);
    const hash = createHash('sha256');
    await readInChunks(source, databaseBytes, (chunk) => {
      hash.update(chunk);
      use(chunk, databaseBytes);
    });
    const database = hash.copy();
    if (hash.update(line).digest('hex') !== expected) {
      throw damaged(path, 'its SHA-256 does not match');
    }
    const { seal = '', ...manifest } = await parseManifest(line, path);
    const found = Buffer.from(seal, 'hex');
    const sealed = keys
      .map((key) => toSeal(database, manifest, key))
      .some((one) => one.length === found.length && timingSafeEqual(one, found));
    return { manifest, sha256: expected, sealed };
  } finally {
    closeSync(source);
  }
}

function readTrailer(file: number, size: number, path: string) {
  const tail = Buffer.alloc(Math.min(size, MANIFEST_MAX_BYTES + DIGEST_LINE_BYTES));
  for (let read = 0; read < tail.length; ) {
    const got = readSync(file, tail, read, tail.length - read, size - tail.length + read);
    if (got === 0) throw damaged(path, 'it was truncated while it was read');
    read += got;
  }
  const [, expected] = DIGEST_LINE.exec(tail.toString('latin1', Math.max(0, tail.length - DIGEST_LINE_BYTES))) ?? [];
  const end = tail.length - DIGEST_LINE_BYTES;
  const start = end < 2 ? -1 : tail.lastIndexOf(10, end - 2);
  if (expected === undefined || start < 0) {
    throw damaged(path, 'it does not end like a backup. It is not a Lectern backup, or part of it is missing');
  }
  return { databaseBytes: size - tail.length + start, line: tail.subarray(start, end), expected };
}

async function parseManifest(line: Buffer, path: string): Promise<BackupManifest> {
  const manifest = await parseAs(Manifest, parseJson(line.toString('utf8')));
  if (manifest === null) throw damaged(path, 'this version does not know its format');
  return manifest;
}

/** Returns undefined for text that is not JSON. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Reads a file in chunks, and yields between them so that signals are handled. */
async function readInChunks(file: number, bytes: number, use: (chunk: Buffer) => void): Promise<void> {
  const buffer = Buffer.allocUnsafe(CHUNK_BYTES);
  for (let position = 0; position < bytes; ) {
    const read = readSync(file, buffer, 0, Math.min(CHUNK_BYTES, bytes - position), position);
    if (read === 0) throw new Error('the file was truncated while it was read');
    use(buffer.subarray(0, read));
    position += read;
    await new Promise(setImmediate);
  }
}

const damaged = (path: string, why: string): BackupError =>
  new BackupError('damaged_backup', `${path} cannot be restored: ${why}. Nothing was changed.`);
