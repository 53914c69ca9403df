import { STREAM_SUBSCRIPTIONS_MAX } from '../../../src/contract/limits.ts';
import { SHARED_STREAM_PATH, VIEWER_SILENCE_MAX_SECONDS } from '../../../src/contract/viewer.ts';
import { createEventStreamParser, type ServerSentEvent } from '../../shared/event-stream-parser.ts';
import { backoffMs } from './backoff.ts';

/** What a page gets: an event of its stream; `error` for a lost one, `refused` where it is not let in, `alone` where it needs a stream of its own. */
export interface HubEvent {
  type: string;
  data: string;
}

export interface HubPage {
  readonly liveId: string;
  lastEventId: string | null;
  /** False where the page is not there any more. */
  readonly tell: (event: HubEvent) => boolean;
}

/** The codes that an answer refuses its pages with; every other one is the server's or the way's trouble. */
const REFUSALS = ['forbidden', 'not_found', 'processing_restricted'];
/** Pages that are opened together begin with one request. */
const GATHER_MS = 40;

/** One stream for up to twenty pages of a browser. [D44] */
export class StreamHub {
  #pages: HubPage[] = [];
  #abort: AbortController | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #silence: ReturnType<typeof setTimeout> | undefined;
  #attempt = 0;

  get hasRoom(): boolean {
    return this.#pages.length < STREAM_SUBSCRIPTIONS_MAX;
  }

  get isEmpty(): boolean {
    return this.#pages.length === 0;
  }

  add(page: HubPage): void {
    this.#pages = [...this.#pages, page];
    this.#begin(GATHER_MS);
  }

  /** A page that has gone is counted by the server until the stream begins again. */
  remove(page: HubPage): void {
    if (!this.#pages.includes(page)) return;
    this.#pages = this.#pages.filter((other) => other !== page);
    this.#begin(GATHER_MS);
  }

  #begin(delayMs: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#open(), delayMs);
  }

  async #open(): Promise<void> {
    this.#abort?.abort();
    clearTimeout(this.#silence);
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
        for (const page of pages) page.tell({ type: 'open', data: '' });
        await this.#read(response.body, pages);
      } else if (!(await this.#settle(response, pages))) return;
    } catch {
      // What is lost is looked for again below.
    }
    if (this.#abort !== abort) return;
    clearTimeout(this.#silence);
    for (const page of this.#pages) page.tell({ type: 'error', data: '' });
    this.#begin(backoffMs(this.#attempt++, Math.random()));
  }

  /** An answer that is no stream. True where the same is to be tried again. */
  async #settle(response: Response, pages: HubPage[]): Promise<boolean> {
    if (response.status >= 500 || response.status === 429) return true;
    const problem = response.headers.get('content-type')?.startsWith('application/problem+json')
      ? await response.json()
      : {};
    const type = REFUSALS.includes(problem.code) ? 'refused' : 'alone';
    this.#drop(pages, { type, data: '' });
    return false;
  }

  #drop(pages: HubPage[], event: HubEvent): void {
    this.#pages = this.#pages.filter((page) => !pages.includes(page));
    for (const page of pages) page.tell(event);
    clearTimeout(this.#silence);
  }

  async #read(body: ReadableStream<Uint8Array<ArrayBuffer>>, pages: HubPage[]): Promise<void> {
    let page: HubPage | undefined;
    const read = createEventStreamParser(({ type, data, id }: ServerSentEvent) => {
      if (type === 'subscription') page = pages[Number(data)];
      else if (page && this.#pages.includes(page)) {
        this.#attempt = 0;
        if (id !== undefined) page.lastEventId = id;
        // These end what the page had: it asks anew, or not at all.
        if (type === 'gone' || type === 'closed' || type === 'refused') this.#drop([page], { type, data });
        else if (!page.tell({ type, data })) this.remove(page);
      }
    });
    const texts = body.pipeThrough(new TextDecoderStream()).getReader();
    for (;;) {
      const { done, value } = await texts.read();
      if (done) return;
      this.#watchSilence();
      read(value);
      // What one page hears is a sign of life for all.
      for (const other of pages) if (other !== page) other.tell({ type: 'beat', data: '' });
    }
  }

  #watchSilence(): void {
    clearTimeout(this.#silence);
    this.#silence = setTimeout(() => this.#abort?.abort(), VIEWER_SILENCE_MAX_SECONDS * 1000);
  }
}
