/**
 * Service worker of the outputs, of `/screen` and of reader pages: answers from the network, and only if there is no
 * answer at all from the cache, in which each page keeps what to show then. [D60], [D61], [D73]
 */

/** The parts of the worker's global scope that TypeScript's library for pages does not have. */
interface WorkerScope {
  readonly registration: ServiceWorkerRegistration;
  readonly location: Location;
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

/** Name of the cache of reader pages: a word and the build of the server. Empty for other pages. */
const readingCache = new URL(worker.location.href).searchParams.get('cache') ?? '';
const isReading = readingCache !== '';
/** Files of pages, whose content never changes, and chapters that were read. */
const KEPT = /^\/(?:assets|media)\/|^\/l\/[^/]+\/text\//;

worker.addEventListener('install', (event) => event.waitUntil(worker.skipWaiting()));
worker.addEventListener('activate', (event) => event.waitUntil(activate()));
worker.addEventListener('fetch', (event) => {
  const { method, mode, url } = event.request;
  if (method !== 'GET') return;
  if (mode === 'navigate') event.respondWith(navigate(event));
  else if (isReading && KEPT.test(pathOf(url))) event.respondWith(read(event.request));
});

async function activate(): Promise<void> {
  // The browser's own request says that it is a navigation, which a repeated one does not.
  await worker.registration.navigationPreload.enable();
  if (!isReading) return;
  const [word] = readingCache.split(' ');
  const names = await caches.keys();
  const outdated = names.filter((name) => name.startsWith(`${word} `) && name !== readingCache);
  await Promise.all(outdated.map((name) => caches.delete(name)));
}

async function navigate({ request, preloadResponse }: NavigationEvent): Promise<Response> {
  const answer = preloadResponse.then((response) => response ?? fetch(request)).catch(() => Response.error());
  const late = new Promise<null>((resolve) => setTimeout(resolve, ANSWER_MAX_MS, null));
  const response = await Promise.race([answer, late]);
  if (response && isFromServer(response)) {
    if (isReading) await keepPage(request, response);
    else if (ENDED.includes(response.status)) await forget(request);
    return response;
  }
  return (await findKept(request)) ?? answer;
}

/** Keeps the page of a Live, or erases all that was kept of one that ended or whose page may not be kept. */
async function keepPage(request: Request, response: Response): Promise<void> {
  if (ENDED.includes(response.status) || (response.ok && isSecret(response))) {
    await forgetLive(request);
  } else if (response.ok) {
    const cache = await caches.open(readingCache);
    await cache.put(request, response.clone());
    // The page has a newer state.
    await cache.delete(`${pathOf(request.url)}/kept`);
  }
}

/** Answers the request of a page's file or a chapter. */
async function read(request: Request): Promise<Response> {
  try {
    const response = await fetch(request);
    if (response.status === 401 || response.status === 403) await forgetLive(request);
    else if (response.status === 404) await (await caches.open(readingCache)).delete(request);
    else if (response.status === 200 && !isSecret(response)) {
      await (await caches.open(readingCache)).put(request, response.clone());
    }
    return response;
  } catch (error) {
    const kept = await caches.match(request);
    if (kept) return kept;
    throw error;
  }
}

const isSecret = ({ headers }: Response): boolean => /no-store/.test(headers.get('cache-control') ?? '');

const pathOf = (url: string): string => new URL(url).pathname;

/** Returns whether a response is the server's: each of its pages has a policy, and the error of a gateway has none. */
const isFromServer = ({ type, status, headers }: Response): boolean =>
  type !== 'error' && (status < 500 || headers.has('content-security-policy'));

const findKept = async (request: Request): Promise<Response | undefined> =>
  (await caches.match(request)) ?? caches.match(request, { ignoreSearch: true });

const forget = async (request: Request): Promise<void> => {
  for (const name of await caches.keys()) await (await caches.open(name)).delete(request, { ignoreSearch: true });
};

/** Erases all that was kept of the Live that a request is for. */
async function forgetLive({ url }: Request): Promise<void> {
  const [page] = /^\/l\/[^/]+/.exec(pathOf(url)) ?? [];
  if (page === undefined) return;
  const cache = await caches.open(readingCache);
  for (const kept of await cache.keys()) {
    const path = pathOf(kept.url);
    if (path === page || path.startsWith(`${page}/`)) await cache.delete(kept);
  }
}
