import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';

const SYNCED = constants.O_RDWR | (constants.O_DSYNC ?? 0);

/**
 * A file each write of which is on the disk when it has ended (O_DSYNC, not on Windows), and that is written past the system's cache, where
 * the system and the disk can (O_DIRECT of Linux): a large one would push out of the cache what others read, and what waits to be written
 * holds up those who sync a file of their own.
 */
export class UncachedFile implements AsyncDisposable {
  readonly #path: string;
  #handle: FileHandle;

  private constructor(path: string, handle: FileHandle) {
    this.#path = path;
    this.#handle = handle;
  }

  /** Opens a file that is there. */
  static async open(path: string): Promise<UncachedFile> {
    const direct = constants.O_DIRECT ?? 0;
    return new UncachedFile(path, await open(path, SYNCED | direct).catch(unlessRefused(() => open(path, SYNCED))));
  }

  /** All of `bytes`; past the cache if they are of `alignedBuffers`, and as many as a disk writes at a time. */
  async write(bytes: Buffer, position: number): Promise<void> {
    await writeWhole(this.#handle, bytes, position).catch(
      unlessRefused(async () => {
        await this.#handle.close();
        this.#handle = await open(this.#path, SYNCED);
        await writeWhole(this.#handle, bytes, position);
      }),
    );
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#handle.close();
  }
}

/** Buffers that begin where a page of memory does, as disks ask; others begin anywhere. `bytes` is a multiple of a page. */
export function alignedBuffers(count: number, bytes: number): Buffer[] {
  // What can be resized has pages of its own.
  const memory = new ArrayBuffer(count * bytes, { maxByteLength: count * bytes });
  return Array.from({ length: count }, (_, index) => Buffer.from(memory, index * bytes, bytes));
}

/** What the system says where it does not write past its cache: never, or not these bytes. */
const unlessRefused =
  <Result>(otherwise: () => Promise<Result>) =>
  (error: NodeJS.ErrnoException): Promise<Result> =>
    error.code === 'EINVAL' ? otherwise() : Promise.reject(error);

async function writeWhole(file: FileHandle, bytes: Buffer, position: number): Promise<void> {
  for (let written = 0; written < bytes.length; ) {
    const { bytesWritten } = await file.write(bytes, written, bytes.length - written, position + written);
    written += bytesWritten;
  }
}
