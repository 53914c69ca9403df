/**
 * Service worker of the outputs and of `/screen`: answers navigations from the network, and only if there is no answer
 * at all from the cache, in which each page keeps what to show then. [D60], [D61]
 */

/** The parts of the worker's global scope that TypeScript's library for pages does not have. */
interface WorkerScope {
  readonly registration: ServiceWorkerRegistration;
  skipWaiting(): Promise<void>;
  addEventListener(type: 'install' | 'activate', listener: (event: LifecycleEvent) => void): void;
  addEventListener(type: 'fetch', listener: (event: NavigationEvent) => void): void;
}
interface LifecycleEvent {
  waitUntil(done: Promise<unknown>): void;
}
interface NavigationEvent extends LifecycleEvent {
  readonly request: Request;
  readonly preloadResponse: Promise<Response | undefined>;
  respondWith(response: Promise<Response>): void;
}

/** Time after which a kept page is shown, since a computer that is switched off does not refuse a request. */
const ANSWER_MAX_MS = 10_000;
/** Statuses after which nothing of the page may remain. */
const ENDED = [401, 403, 404];

const worker = globalThis as unknown as WorkerScope;

worker.addEventListener('install', (event) => event.waitUntil(worker.skipWaiting()));
// The browser's own request says that it is a navigation, which a repeated one does not.
worker.addEventListener('activate', (event) => event.waitUntil(worker.registration.navigationPreload.enable()));
worker.addEventListener('fetch', (event) => {
  if (event.request.mode === 'navigate') event.respondWith(navigate(event));
});

async function navigate({ request, preloadResponse }: NavigationEvent): Promise<Response> {
  const answer = preloadResponse.then((response) => response ?? fetch(request)).catch(() => Response.error());
  const late = new Promise<null>((resolve) => setTimeout(resolve, ANSWER_MAX_MS, null));
  const response = await Promise.race([answer, late]);
  if (response && isFromServer(response)) {
    if (ENDED.includes(response.status)) await forget(request);
    return response;
  }
  return (await findKept(request)) ?? answer;
}

/** Returns whether a response is the server's: each of its pages has a policy, and the error of a gateway has none. */
const isFromServer = ({ type, status, headers }: Response): boolean =>
  type !== 'error' && (status < 500 || headers.has('content-security-policy'));

const findKept = async (request: Request): Promise<Response | undefined> =>
  (await caches.match(request)) ?? caches.match(request, { ignoreSearch: true });

const forget = async (request: Request): Promise<void> => {
  for (const name of await caches.keys()) await (await caches.open(name)).delete(request, { ignoreSearch: true });
};
