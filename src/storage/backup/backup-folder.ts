import { createReadStream } from 'node:fs';
import { access, constants, mkdir, open, readdir, rm, stat, statfs } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { BackupContent, BackupFile, BackupFiles, BackupObstacle } from '../storage.ts';
import type { BackupControl } from './backup-control.ts';
import type { BackupWorkerMessage, BackupWorkerOrder } from './backup-worker.ts';
import type { DataLocation } from './data-location.ts';

/** Free space that stays for the installation itself. */
const RESERVED_BYTES = 64 * 1024 * 1024;
/** Time that an aborted backup has to remove its draft. */
const ABORT_MAX_MS = 1_500;
/** Matches ids: the time of the start, and random characters, or `nightly`. */
const ID = /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ-([0-9a-f]{6}|nightly)$/;
const FILE = /^lectern-(.+)\.backup$/;
/** Drafts of `backUp`, and the files of SQLite beside them. */
const PART = /^lectern-(.+)\.backup\.[0-9a-f-]{36}\.part(-journal|-wal|-shm)?$/;

interface BackupFolderOptions {
  readonly location: DataLocation;
  readonly folder: string;
  readonly secretFile: string;
  /** Returns the keys that seal backups; the first one seals new ones. Throws ConfigError. */
  readonly sealKeys: () => readonly [Uint8Array, ...Uint8Array[]];
  readonly version: string;
  /** The program of the thread that writes a backup. */
  readonly worker: string;
}

/** Keeps backups of web pages and nights in a folder, each in a file that only the server's user can read. [D69] */
export class BackupFolder implements BackupFiles {
  readonly folder: string;
  readonly place: string;
  readonly #options: BackupFolderOptions;

  constructor(options: BackupFolderOptions) {
    this.folder = options.folder;
    this.place = `${hostname()}:${options.folder}`;
    this.#options = options;
  }

  nameOf(id: string): string {
    return `lectern-${id}.backup`;
  }

  async list(): Promise<BackupFile[]> {
    const ids = (await this.#listNames()).flatMap((name) => {
      const id = FILE.exec(name)?.[1];
      return id !== undefined && ID.test(id) ? [id] : [];
    });
    const files = await Promise.all(
      ids.map(async (id) => {
        const found = await stat(this.#pathOf(id)).catch(ignoreMissing);
        return found?.isFile() ? [{ id, bytes: found.size }] : [];
      }),
    );
    return files.flat().sort((one, other) => (one.id > other.id ? -1 : 1));
  }

  async findObstacle(neededBytes: number): Promise<BackupObstacle | null> {
    try {
      await mkdir(this.folder, { recursive: true, mode: 0o700 });
      await access(this.folder, constants.R_OK | constants.W_OK | constants.X_OK);
    } catch (error) {
      return { kind: 'folder', reason: (error as Error).message };
    }
    const freeBytes = await readFreeBytes(this.folder);
    if (freeBytes === null || freeBytes >= neededBytes + RESERVED_BYTES) return null;
    return { kind: 'space', neededBytes: neededBytes + RESERVED_BYTES, freeBytes };
  }

  async removePartial(findRunning: () => Promise<ReadonlySet<string>>): Promise<void> {
    const parts = await this.#listParts();
    if (parts.length === 0) return;
    const running = await findRunning();
    await this.#removeFiles(parts.filter((part) => !running.has(part.id)));
  }

  async write(
    id: string,
    { onProgress, signal }: { onProgress(share: number): void; signal: AbortSignal },
  ): Promise<number> {
    const { location, secretFile, sealKeys, version } = this.#options;
    const target = { path: this.#pathOf(id), force: false, version, secretFile, sealKey: sealKeys()[0], check: true };
    const { dataDir, databaseUrl } = location;
    try {
      return await this.#runWorker<number>({ location: { dataDir, databaseUrl }, target }, { onProgress, signal });
    } finally {
      // A thread that did not end in time has left its draft.
      await this.#removeFiles((await this.#listParts()).filter((part) => part.id === id));
    }
  }

  async find(id: string): Promise<string | null> {
    return (await this.list()).some((file) => file.id === id) ? this.#pathOf(id) : null;
  }

  check(path: string): Promise<BackupContent> {
    const control = { onProgress: () => undefined, signal: new AbortController().signal };
    return this.#runWorker({ path, sealKeys: this.#options.sealKeys() }, control);
  }

  async #runWorker<Result>(order: BackupWorkerOrder, { onProgress, signal }: BackupControl): Promise<Result> {
    const thread = new Worker(this.#options.worker, { workerData: order, name: 'backup' });
    const { promise, resolve, reject } = Promise.withResolvers<Result>();
    let forced: NodeJS.Timeout | undefined;
    const abort = () => {
      thread.postMessage('abort');
      forced = setTimeout(() => thread.terminate(), ABORT_MAX_MS);
    };
    thread.on('message', (message: BackupWorkerMessage) => {
      if ('share' in message) onProgress(message.share);
      else if ('result' in message) resolve(message.result as Result);
      else reject(Object.assign(new Error(message.message), { code: message.code }));
    });
    thread.once('error', reject);
    thread.once('exit', () => reject(Object.assign(new Error('The backup was stopped.'), { code: 'interrupted' })));
    signal.addEventListener('abort', abort, { once: true });
    if (signal.aborted) abort();
    try {
      return await promise;
    } finally {
      signal.removeEventListener('abort', abort);
      clearTimeout(forced);
      await thread.terminate();
    }
  }

  async open(id: string): Promise<{ bytes: number; pieces: AsyncIterable<Buffer> } | null> {
    if (!ID.test(id)) return null;
    const file = await open(this.#pathOf(id), 'r').catch(ignoreMissing);
    if (!file) return null;
    const { size } = await file.stat();
    // Closes the file at its end, and when the response is cut off.
    return { bytes: size, pieces: createReadStream('', { fd: file, end: Math.max(0, size - 1) }) };
  }

  async remove(id: string): Promise<void> {
    if (ID.test(id)) await rm(this.#pathOf(id), { force: true });
  }

  readFreeBytes(): Promise<number | null> {
    return readFreeBytes(this.#options.location.dataDir);
  }

  #pathOf(id: string): string {
    return join(this.folder, this.nameOf(id));
  }

  async #removeFiles(files: readonly { name: string }[]): Promise<void> {
    for (const { name } of files) await rm(join(this.folder, name), { force: true });
  }

  /** Lists the files of drafts, with the ids of their backups. */
  async #listParts(): Promise<{ name: string; id: string }[]> {
    return (await this.#listNames()).flatMap((name) => {
      const id = PART.exec(name)?.[1];
      return id === undefined ? [] : [{ name, id }];
    });
  }

  /** Lists the names in the folder, which may not exist yet. */
  async #listNames(): Promise<string[]> {
    return (await readdir(this.folder).catch(ignoreMissing)) ?? [];
  }
}

async function readFreeBytes(folder: string): Promise<number | null> {
  try {
    const { bavail, bsize } = await statfs(folder);
    return bavail * bsize;
  } catch {
    // Not every file system says.
    return null;
  }
}

function ignoreMissing(error: unknown): null {
  if (['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '')) return null;
  throw error;
}
