import type { StreamSource } from './connection.ts';

const CONNECTING = 0;
const CLOSED = 2;

/** Timeout of the worker's first message: its file failed to load, or the browser has stopped it. */
const WORKER_TIMEOUT_MS = 10_000;

/** Source of a hidden page, without events. */
const NO_SOURCE: StreamSource = { readyState: CONNECTING, addEventListener() {}, close() {} };

/** Set if the browser or a proxy does not support the shared stream. */
let sharedUnsupported = false;

/**
 * Opens the stream of a page. Over HTTP/1.1, browsers open six connections to an origin, so all pages of a browser
 * share one stream through a SharedWorker. Browsers without SharedWorker are mostly on phones, which show one page; it
 * opens its own stream and closes it while hidden (main.tsx).
 */
export function openStreamSource(
  streamUrl: string,
  liveId: string | undefined,
  lastEventId: string | null,
): StreamSource {
  // The page opens the stream when it becomes visible.
  if (needsOwnConnection() && document.visibilityState === 'hidden') return NO_SOURCE;
  if (!liveId || !usesLimitedConnection() || needsOwnConnection()) return new EventSource(streamUrl);
  let worker: SharedWorker;
  try {
    worker = new SharedWorker(new URL('./stream-worker.ts', import.meta.url), { type: 'module' });
  } catch {
    sharedUnsupported = true;
    return new EventSource(streamUrl);
  }
  const { port } = worker;
  const listeners = new Map<string, (event: { data?: unknown }) => void>();
  const source = {
    readyState: CONNECTING,
    addEventListener: (type: string, listener: (event: { data?: unknown }) => void) =>
      void listeners.set(type, listener),
    close: () => {
      clearTimeout(workerTimer);
      port.postMessage('close');
      port.close();
    },
  };
  const dispatch = (type: string, data = '') => {
    clearTimeout(workerTimer);
    if (type === 'alone') {
      sharedUnsupported = true;
      source.close();
    }
    const refused = type === 'refused' || type === 'alone';
    if (refused) source.readyState = CLOSED;
    listeners.get(refused ? 'error' : type)?.({ data });
  };
  const workerTimer = setTimeout(dispatch, WORKER_TIMEOUT_MS, 'alone');
  worker.onerror = () => dispatch('alone');
  port.onmessage = ({ data: { type, data } }: MessageEvent<{ type: string; data: string }>) => {
    port.postMessage('taken');
    dispatch(type, data);
  };
  port.postMessage({ liveId, lastEventId });
  return source;
}

/** Returns whether a stream uses one of the browser's six connections; HTTP/2 and later have no such limit. */
function usesLimitedConnection(): boolean {
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return !/^h[23]/.test(navigation?.nextHopProtocol ?? '');
}

/** Returns whether the page needs a connection of its own. */
export const needsOwnConnection = (): boolean =>
  usesLimitedConnection() && (sharedUnsupported || !('SharedWorker' in globalThis));
