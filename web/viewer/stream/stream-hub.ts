import { STREAM_SUBSCRIPTIONS_MAX } from '../../../src/contract/limits.ts';
import { SHARED_STREAM_PATH, VIEWER_SILENCE_MAX_SECONDS } from '../../../src/contract/viewer.ts';
import { createEventStreamParser, type ServerSentEvent } from '../../shared/event-stream-parser.ts';
import { backoffMs } from './backoff.ts';

/**
 * Event sent to a page: an event of its stream, `error` for a lost stream, `refused` if access is denied, or `alone` if
 * the page needs its own stream.
 */
export interface HubEvent {
  type: string;
  data: string;
}

export interface HubPage {
  readonly liveId: string;
  lastEventId: string | null;
  /** Sends an event. Returns false if the page is gone. */
  readonly send: (event: HubEvent) => boolean;
}

/** Problem codes that refuse access; any other failure is the server's or the network's. */
const REFUSAL_CODES = ['forbidden', 'not_found', 'processing_restricted'];
/** Delay that lets pages opened together share one request. */
const BATCH_DELAY_MS = 40;

/** Shared stream for up to twenty pages of a browser. [D44] */
export class StreamHub {
  #pages: HubPage[] = [];
  #abort: AbortController | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #silenceTimer: ReturnType<typeof setTimeout> | undefined;
  #attempt = 0;

  get hasRoom(): boolean {
    return this.#pages.length < STREAM_SUBSCRIPTIONS_MAX;
  }

  get isEmpty(): boolean {
    return this.#pages.length === 0;
  }

  add(page: HubPage): void {
    this.#pages = [...this.#pages, page];
    this.#schedule(BATCH_DELAY_MS);
  }

  /** Removes a page. The server counts it until the stream reopens. */
  remove(page: HubPage): void {
    if (!this.#pages.includes(page)) return;
    this.#pages = this.#pages.filter((other) => other !== page);
    this.#schedule(BATCH_DELAY_MS);
  }

  #schedule(delayMs: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#open(), delayMs);
  }

  async #open(): Promise<void> {
    this.#abort?.abort();
    clearTimeout(this.#silenceTimer);
    const pages = this.#pages;
    if (pages.length === 0) return;
    const abort = new AbortController();
    this.#abort = abort;
    try {
      this.#watchSilence();
      const response = await fetch(SHARED_STREAM_PATH, {
        method: 'POST',
        headers: { 'content-type': 'application/json', accept: 'text/event-stream' },
        body: JSON.stringify({
          subscriptions: pages.map(({ liveId }) => ({ live_id: liveId })),
          last_event_ids: pages.map(({ lastEventId }) => lastEventId),
        }),
        signal: abort.signal,
      });
      if (response.ok && response.body) {
        for (const page of pages) page.send({ type: 'open', data: '' });
        await this.#read(response.body, pages);
      } else if (!(await this.#handleError(response, pages))) return;
    } catch {
      // The code below reconnects.
    }
    if (this.#abort !== abort) return;
    clearTimeout(this.#silenceTimer);
    for (const page of this.#pages) page.send({ type: 'error', data: '' });
    this.#schedule(backoffMs(this.#attempt++, Math.random()));
  }

  /** Handles a response that is not a stream. Returns whether to retry. */
  async #handleError(response: Response, pages: HubPage[]): Promise<boolean> {
    if (response.status >= 500 || response.status === 429) return true;
    const problem = response.headers.get('content-type')?.startsWith('application/problem+json')
      ? await response.json()
      : {};
    const type = REFUSAL_CODES.includes(problem.code) ? 'refused' : 'alone';
    this.#drop(pages, { type, data: '' });
    return false;
  }

  #drop(pages: HubPage[], event: HubEvent): void {
    this.#pages = this.#pages.filter((page) => !pages.includes(page));
    for (const page of pages) page.send(event);
    clearTimeout(this.#silenceTimer);
  }

  async #read(body: ReadableStream<Uint8Array<ArrayBuffer>>, pages: HubPage[]): Promise<void> {
    let page: HubPage | undefined;
    const read = createEventStreamParser(({ type, data, id }: ServerSentEvent) => {
      if (type === 'subscription') page = pages[Number(data)];
      else if (page && this.#pages.includes(page)) {
        this.#attempt = 0;
        if (id !== undefined) page.lastEventId = id;
        // These events end the subscription: the page subscribes again or not at all.
        if (type === 'gone' || type === 'closed' || type === 'refused') this.#drop([page], { type, data });
        else if (!page.send({ type, data })) this.remove(page);
      }
    });
    const texts = body.pipeThrough(new TextDecoderStream()).getReader();
    for (;;) {
      const { done, value } = await texts.read();
      if (done) return;
      this.#watchSilence();
      read(value);
      // Data for one page proves the connection alive for all.
      for (const other of pages) if (other !== page) other.send({ type: 'beat', data: '' });
    }
  }

  #watchSilence(): void {
    clearTimeout(this.#silenceTimer);
    this.#silenceTimer = setTimeout(() => this.#abort?.abort(), VIEWER_SILENCE_MAX_SECONDS * 1000);
  }
}
