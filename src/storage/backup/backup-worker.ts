import { constants, setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import { SchemaTooNewError } from '../migrations/migrate.ts';
import type { BackupContent } from '../storage.ts';
import { type BackupTarget, backUp } from './back-up.ts';
import type { BackupControl } from './backup-control.ts';
import { checkBackup } from './check-content.ts';
import type { DataLocation } from './data-location.ts';

/** Steps between 0 and 1 that are reported. */
const PROGRESS_STEPS = 200;

/** An order to write a backup, or to check one. */
export type BackupWorkerOrder =
  | { readonly location: DataLocation; readonly target: BackupTarget }
  | { readonly path: string; readonly sealKeys: readonly Uint8Array[] };

/** A message of the thread: its progress, the size of the backup or its content, or its failure. */
export type BackupWorkerMessage =
  | { readonly share: number }
  | { readonly result: number | BackupContent }
  | { readonly code: string | undefined; readonly message: string };

/** Works in a thread of its own, so that the server handles requests meanwhile. Any message aborts it. */
async function run(order: BackupWorkerOrder, send: (message: BackupWorkerMessage) => void) {
  const abort = new AbortController();
  parentPort?.once('message', () => abort.abort());
  let reported = -1;
  const onProgress = (share: number) => {
    const step = Math.floor(share * PROGRESS_STEPS);
    if (step !== reported) send({ share });
    reported = step;
  };
  try {
    send({ result: await work(order, { onProgress, signal: abort.signal }) });
  } catch (error) {
    const code = error instanceof SchemaTooNewError ? 'schema_too_new' : (error as { code?: string }).code;
    send({ code, message: (error as Error).message });
  }
}

async function work(order: BackupWorkerOrder, control: BackupControl): Promise<number | BackupContent> {
  if ('target' in order) return (await backUp(order.location, order.target, control)).bytes;
  const { created_at, version, tables, canSignIn } = await checkBackup(order.path, order.sealKeys, control.signal);
  const { users = 0, organizations = 0, lives = 0 } = tables;
  return { createdAt: created_at, version, users, organizations, lives, canSignIn };
}

// On Linux, this lowers only the priority of this thread.
if (process.platform === 'linux') setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
await run(workerData as BackupWorkerOrder, (message) => parentPort?.postMessage(message));
