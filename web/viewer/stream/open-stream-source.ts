import type { StreamSource } from './connection.ts';

const CONNECTING = 0;
const CLOSED = 2;

/** A worker that has not answered by then is not going to: its file did not come, or the browser has stopped it. */
const ANSWER_MAX_MS = 10_000;

/** Of a page that is hidden: nothing comes. */
const NONE: StreamSource = { readyState: CONNECTING, addEventListener() {}, close() {} };

/** Set where the browser or the way to the server has no shared stream. */
let alone = false;

/**
 * Opens the stream of a page: on HTTP/1.1, where browsers open six connections to an origin, one that all pages of the browser share
 * through a SharedWorker. A browser without one is a phone's, mostly, which shows one page: the page has a stream of its own there, and
 * lets go of it while it is hidden (main.tsx).
 */
export function openStreamSource(
  streamUrl: string,
  liveId: string | undefined,
  lastEventId: string | null,
): StreamSource {
  // The page opens it when somebody looks.
  if (needsOwnConnection() && document.visibilityState === 'hidden') return NONE;
  if (!liveId || !isScarce() || needsOwnConnection()) return new EventSource(streamUrl);
  let worker: SharedWorker;
  try {
    worker = new SharedWorker(new URL('./stream-worker.ts', import.meta.url), { type: 'module' });
  } catch {
    alone = true;
    return new EventSource(streamUrl);
  }
  const { port } = worker;
  const listeners = new Map<string, (event: { data?: unknown }) => void>();
  const source = {
    readyState: CONNECTING,
    addEventListener: (type: string, listener: (event: { data?: unknown }) => void) =>
      void listeners.set(type, listener),
    close: () => {
      clearTimeout(unanswered);
      port.postMessage('close');
      port.close();
    },
  };
  const tell = (type: string, data = '') => {
    clearTimeout(unanswered);
    if (type === 'alone') {
      alone = true;
      source.close();
    }
    const refused = type === 'refused' || type === 'alone';
    if (refused) source.readyState = CLOSED;
    listeners.get(refused ? 'error' : type)?.({ data });
  };
  const unanswered = setTimeout(tell, ANSWER_MAX_MS, 'alone');
  worker.onerror = () => tell('alone');
  port.onmessage = ({ data: { type, data } }: MessageEvent<{ type: string; data: string }>) => {
    port.postMessage('taken');
    tell(type, data);
  };
  port.postMessage({ liveId, lastEventId });
  return source;
}

/** Whether a stream takes one of the six connections that browsers open: HTTP/2 and later have no such limit. */
function isScarce(): boolean {
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return !/^h[23]/.test(navigation?.nextHopProtocol ?? '');
}

/** Whether the page takes one for itself. */
export const needsOwnConnection = (): boolean => isScarce() && (alone || !('SharedWorker' in globalThis));
