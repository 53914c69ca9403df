import { VIEWER_SILENCE_MAX_SECONDS } from '../../../src/contract/viewer.ts';
import { backoffMs } from './backoff.ts';

/** What this module needs of an EventSource. */
export interface StreamSource {
  readonly readyState: number;
  addEventListener(type: string, listener: (event: { data?: unknown }) => void): void;
  close(): void;
}

export interface StreamHandlers {
  /** A whole state. */
  state(data: string): void;
  /** A change; false when it does not apply and the whole state is wanted. */
  change(data: string): boolean;
  /** The Live is no more; nothing follows. */
  gone(): void;
  /** Events beside those, by their names. */
  readonly others?: Readonly<Record<string, (data: string) => void>>;
  /** True once nothing came for a while, false when something comes again. */
  outage(is: boolean): void;
  /** The server refused the stream for good (closed without reconnecting). Answers whether to try again. */
  refused(): Promise<boolean>;
}

const SOURCE_CLOSED = 2;
/** A hiccup shorter than this is nobody's business. */
const OUTAGE_VISIBLE_MS = 4_000;
/** Coming back to the page after this much silence, a connection is not trusted to be alive. */
const SILENCE_DOUBTFUL_MS = 20_000;

/**
 * Holds a viewer's stream open [D44]. While the browser itself reconnects (with Last-Event-ID) it is left to; a stream
 * that was closed, fell silent or missed a change is opened anew, which brings the whole state.
 */
export function connectStream(open: () => StreamSource, handlers: StreamHandlers) {
  let source: StreamSource | null = null;
  let attempt = 0;
  let heardAt = Date.now();
  let finished = false;
  let outage = false;
  let retryTimer: ReturnType<typeof setTimeout> | undefined;
  let silenceTimer: ReturnType<typeof setTimeout> | undefined;
  let outageTimer: ReturnType<typeof setTimeout> | undefined;

  function watchSilence(): void {
    clearTimeout(silenceTimer);
    silenceTimer = setTimeout(() => {
      lost();
      reconnect(0);
    }, VIEWER_SILENCE_MAX_SECONDS * 1000);
  }

  function setOutage(is: boolean): void {
    if (outage === is) return;
    outage = is;
    handlers.outage(is);
  }

  function found(): void {
    clearTimeout(outageTimer);
    outageTimer = undefined;
    setOutage(false);
  }

  function lost(): void {
    if (!outage) outageTimer ??= setTimeout(() => setOutage(true), OUTAGE_VISIBLE_MS);
  }

  function heard(): void {
    heardAt = Date.now();
    found();
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
    found();
  }

  function start(): void {
    const current = open();
    let begun = '';
    source = current;
    watchSilence();
    /** Events of a source that was replaced meanwhile count for nothing. */
    const on = (type: string, listener: (data: string) => void) =>
      current.addEventListener(type, (event) => {
        if (current !== source) return;
        const data = begun + event.data;
        begun = type === 'part' ? data : '';
        listener(data);
      });
    on('open', heard);
    on('beat', heard);
    on('part', heard);
    on('state', (data) => {
      heard();
      attempt = 0;
      handlers.state(data);
    });
    on('change', (data) => {
      heard();
      if (handlers.change(data)) attempt = 0;
      else retryLater();
    });
    on('gone', () => {
      finish();
      handlers.gone();
    });
    for (const [type, hear] of Object.entries(handlers.others ?? {})) on(type, hear);
    // Whoever was let in may not be any more: asking at once tells.
    on('closed', () => reconnect(0));
    on('error', async () => {
      lost();
      if (current.readyState !== SOURCE_CLOSED) return;
      source = null;
      const again = await handlers.refused();
      if (finished || source) return;
      if (again) retryLater();
      else finish();
    });
  }

  lost();
  start();
  return {
    /** The page became visible or the network came back. */
    wake(): void {
      if (finished) return;
      if (outage || outageTimer !== undefined || Date.now() - heardAt > SILENCE_DOUBTFUL_MS) reconnect(0);
    },
    /** Nothing is wanted any more. */
    finish,
    /** The page is being put away. */
    sleep(): void {
      clearTimeout(retryTimer);
      clearTimeout(silenceTimer);
      clearTimeout(outageTimer);
      outageTimer = undefined;
      source?.close();
      source = null;
      heardAt = 0;
    },
  };
}
