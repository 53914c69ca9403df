import { constants, setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import { type BackupTarget, backUp } from './back-up.ts';
import type { DataLocation } from './data-location.ts';

/** Steps between 0 and 1 that are reported. */
const PROGRESS_STEPS = 200;

export interface BackupWorkerOrder {
  readonly location: DataLocation;
  readonly target: BackupTarget;
}

/** A message of the thread that writes a backup: its progress, its result, or its failure. */
export type BackupWorkerMessage =
  | { readonly share: number }
  | { readonly bytes: number }
  | { readonly code: string | undefined; readonly message: string };

/** Writes a backup in a thread of its own, so that the server handles requests meanwhile. Any message aborts it. */
async function run({ location, target }: BackupWorkerOrder, send: (message: BackupWorkerMessage) => void) {
  const abort = new AbortController();
  parentPort?.once('message', () => abort.abort());
  let reported = -1;
  const onProgress = (share: number) => {
    const step = Math.floor(share * PROGRESS_STEPS);
    if (step !== reported) send({ share });
    reported = step;
  };
  try {
    const { bytes } = await backUp(location, target, { onProgress, signal: abort.signal });
    send({ bytes });
  } catch (error) {
    send({ code: (error as { code?: string }).code, message: (error as Error).message });
  }
}

// On Linux, this lowers only the priority of this thread.
if (process.platform === 'linux') setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
await run(workerData as BackupWorkerOrder, (message) => parentPort?.postMessage(message));
