import { SCREEN_PATH } from './pairing.ts';

/** Scopes of the service worker, which shows a waiting page while the server does not respond. [D60], [D61] */
export const WORKER_SCOPES = ['/o/', SCREEN_PATH] as const;
export type WorkerScope = (typeof WORKER_SCOPES)[number];

/** Returns the path of the worker's script: below its scope, because browsers limit a worker to that path. */
export const toWorkerPath = (scope: WorkerScope): string => `${scope.replace(/\/$/, '')}/worker.js`;

/** Path that a start page requests until the server responds. */
export const ALIVE_PATH = '/healthz';
