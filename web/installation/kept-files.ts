/** File of an upload, kept in the browser so that the upload goes on after a reload. */
export interface KeptFile {
  readonly file: Blob;
  /** Whether the person has paused the upload. */
  readonly paused: boolean;
}

const DATABASE = 'lectern-edition-uploads';
const STORE = 'files';

/** Opens the browser's database. Rejects if the browser has none, as in some private windows. */
function openDatabase(): Promise<IDBDatabase> {
  const { promise, resolve, reject } = Promise.withResolvers<IDBDatabase>();
  const request = indexedDB.open(DATABASE, 1);
  request.onupgradeneeded = () => request.result.createObjectStore(STORE);
  request.onsuccess = () => resolve(request.result);
  request.onerror = () => reject(request.error);
  return promise;
}

async function inStore<Result>(
  mode: IDBTransactionMode,
  act: (store: IDBObjectStore) => IDBRequest<Result>,
): Promise<Result> {
  const database = await openDatabase();
  try {
    const { promise, resolve, reject } = Promise.withResolvers<Result>();
    const transaction = database.transaction(STORE, mode);
    const request = act(transaction.objectStore(STORE));
    transaction.oncomplete = () => resolve(request.result);
    transaction.onabort = () => reject(transaction.error);
    return await promise;
  } finally {
    database.close();
  }
}

/** Keeps the file of an upload. Rejects if the browser cannot keep it. */
export async function keepFile(jobId: string, kept: KeptFile): Promise<void> {
  await inStore('readwrite', (store) => store.put(kept, jobId));
}

/** Returns the file of an upload, or undefined if this browser has none. */
export const findKeptFile = (jobId: string): Promise<KeptFile | undefined> =>
  inStore<KeptFile | undefined>('readonly', (store) => store.get(jobId)).catch(() => undefined);

export async function forgetFile(jobId: string): Promise<void> {
  await inStore('readwrite', (store) => store.delete(jobId)).catch(() => undefined);
}

/** Removes the files of all other uploads, which are done or were cancelled. */
export async function forgetOtherFiles(jobIds: ReadonlySet<string>): Promise<void> {
  const keys = await inStore('readonly', (store) => store.getAllKeys()).catch(() => []);
  for (const key of keys) if (!jobIds.has(String(key))) await forgetFile(String(key));
}
