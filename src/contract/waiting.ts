import { SCREEN_PATH } from './pairing.ts';

/** Scope of the service worker of reader pages, which shows them without a network. [D73] */
export const READING_SCOPE = '/l/';
/**
 * Scopes of the service worker. For outputs and screens, it shows a waiting page while the server does not respond.
 * [D60], [D61]
 */
export const WORKER_SCOPES = ['/o/', SCREEN_PATH, READING_SCOPE] as const;
export type WorkerScope = (typeof WORKER_SCOPES)[number];

/** Returns the path of the worker's script: below its scope, because browsers limit a worker to that path. */
export const toWorkerPath = (scope: WorkerScope): string => `${scope.replace(/\/$/, '')}/worker.js`;

/** Returns the name of the cache of reader pages. Another build of the server has another one. */
export const toReadingCache = (build: string): string => `reading ${build}`;

/** Returns the URL of the worker of reader pages, which names its cache, so that the browser replaces both. */
export const toReadingWorker = (build: string): string =>
  `${toWorkerPath(READING_SCOPE)}?cache=${encodeURIComponent(toReadingCache(build))}`;

/** Path that a start page requests until the server responds. */
export const ALIVE_PATH = '/healthz';
