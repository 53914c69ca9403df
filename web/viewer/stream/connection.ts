import { VIEWER_SILENCE_MAX_SECONDS } from '../../../src/contract/viewer.ts';
import { backoffMs } from './backoff.ts';

/** The part of EventSource that the connection uses. */
export interface StreamSource {
  readonly readyState: number;
  addEventListener(type: string, listener: (event: { data?: unknown }) => void): void;
  close(): void;
}

export interface StreamHandlers {
  /** Receives a full state. */
  state(data: string): void;
  /** Receives a change. Returns false if it does not apply and the full state is needed. */
  change(data: string): boolean;
  /** Called when the Live was deleted; no further events follow. */
  gone(): void;
  /** Handlers of other events, by name. */
  readonly otherEvents?: Readonly<Record<string, (data: string) => void>>;
  /** Receives true when the stream has been interrupted for a while, and false when it resumes. */
  outage(isInterrupted: boolean): void;
  /** Called when the server refused the stream (closed without reconnecting). Returns whether to retry. */
  refused(): Promise<boolean>;
}

const SOURCE_CLOSED = 2;
/** Interruptions shorter than this are not reported. */
const OUTAGE_VISIBLE_MS = 4_000;
/** Silence after which the connection is replaced when the page becomes visible again. */
const SILENCE_SUSPECT_MS = 20_000;

/**
 * Keeps a viewer's stream open [D44]. Lets the browser reconnect by itself (with Last-Event-ID); reopens a stream that
 * was closed, fell silent or missed a change, which delivers the full state.
 */
export function connectStream(open: () => StreamSource, handlers: StreamHandlers) {
  let source: StreamSource | null = null;
  let attempt = 0;
  let lastActivityAt = Date.now();
  let finished = false;
  let outage = false;
  let retryTimer: ReturnType<typeof setTimeout> | undefined;
  let silenceTimer: ReturnType<typeof setTimeout> | undefined;
  let outageTimer: ReturnType<typeof setTimeout> | undefined;

  function watchSilence(): void {
    clearTimeout(silenceTimer);
    silenceTimer = setTimeout(() => {
      startOutage();
      reconnect(0);
    }, VIEWER_SILENCE_MAX_SECONDS * 1000);
  }

  function setOutage(isInterrupted: boolean): void {
    if (outage === isInterrupted) return;
    outage = isInterrupted;
    handlers.outage(isInterrupted);
  }

  function endOutage(): void {
    clearTimeout(outageTimer);
    outageTimer = undefined;
    setOutage(false);
  }

  function startOutage(): void {
    if (!outage) outageTimer ??= setTimeout(() => setOutage(true), OUTAGE_VISIBLE_MS);
  }

  function recordActivity(): void {
    lastActivityAt = Date.now();
    endOutage();
    watchSilence();
  }

  function reconnect(delayMs: number): void {
    clearTimeout(retryTimer);
    source?.close();
    source = null;
    if (!finished) retryTimer = setTimeout(start, delayMs);
  }

  function retryLater(): void {
    reconnect(backoffMs(attempt++, Math.random()));
  }

  function finish(): void {
    finished = true;
    clearTimeout(silenceTimer);
    reconnect(0);
    endOutage();
  }

  function start(): void {
    const current = open();
    let received = '';
    source = current;
    watchSilence();
    /** Ignores events of a source that was replaced in the meantime. */
    const on = (type: string, listener: (data: string) => void) =>
      current.addEventListener(type, (event) => {
        if (current !== source) return;
        const data = received + event.data;
        received = type === 'part' ? data : '';
        listener(data);
      });
    on('open', recordActivity);
    on('beat', recordActivity);
    on('part', recordActivity);
    on('state', (data) => {
      recordActivity();
      attempt = 0;
      handlers.state(data);
    });
    on('change', (data) => {
      recordActivity();
      if (handlers.change(data)) attempt = 0;
      else retryLater();
    });
    on('gone', () => {
      finish();
      handlers.gone();
    });
    for (const [type, listener] of Object.entries(handlers.otherEvents ?? {})) on(type, listener);
    // Admission may have been withdrawn; reconnecting at once finds out.
    on('closed', () => reconnect(0));
    on('error', async () => {
      startOutage();
      if (current.readyState !== SOURCE_CLOSED) return;
      source = null;
      const retries = await handlers.refused();
      if (finished || source) return;
      if (retries) retryLater();
      else finish();
    });
  }

  startOutage();
  start();
  return {
    /** Call when the page becomes visible or the network returns. */
    wake(): void {
      if (finished) return;
      if (outage || outageTimer !== undefined || Date.now() - lastActivityAt > SILENCE_SUSPECT_MS) reconnect(0);
    },
    /** Closes the stream for good. */
    finish,
    /** Call when the page is hidden or unloaded. */
    sleep(): void {
      clearTimeout(retryTimer);
      clearTimeout(silenceTimer);
      clearTimeout(outageTimer);
      outageTimer = undefined;
      source?.close();
      source = null;
      lastActivityAt = 0;
    },
  };
}
