import type { Logger } from 'pino';
import { OUTPUT_CONNECTIONS_MAX, OUTPUT_LEASE_SECONDS, OUTPUT_RENEWAL_SECONDS } from '../../contract/limits.ts';
import type { OutputEndReason, OutputPage } from '../../contract/output-page.ts';
import { type OutputKind, VIEWS } from '../../contract/viewer-views.ts';
import type { Outputs } from '../../domain/outputs/outputs.ts';
import type { OutputNotification, OutputRecord, OutputStore } from '../../storage/storage.ts';
import type { Audience, Subscription } from '../audience.ts';
import { toFrame } from '../frame.ts';
import { type LeasedPage, LeasedStreams } from '../leased-streams.ts';
import { CLOSED_FRAME } from '../room.ts';
import type { StreamResponse } from '../stream-connection.ts';

const RELOAD = toFrame({ name: 'reload' });
const IDENTIFY = toFrame({ name: 'identify' });

interface OpenPage extends LeasedPage {
  /** Output as last sent to the page. */
  output: OutputRecord;
  renewedAtMs: number;
}

/** Streams of the output pages on this node. They join rooms, and receive changes of their output. [D60] */
export class OutputStreams {
  readonly #rooms: Readonly<Record<OutputKind, Audience>>;
  readonly #store: OutputStore;
  readonly #log: Pick<Logger, 'warn'>;
  readonly #streams: LeasedStreams<OpenPage, OutputEndReason>;
  readonly #timer: NodeJS.Timeout;

  constructor(
    rooms: Readonly<Record<OutputKind, Audience>>,
    outputs: Outputs,
    store: OutputStore,
    log: Pick<Logger, 'warn'>,
  ) {
    this.#rooms = rooms;
    this.#store = store;
    this.#log = log;
    this.#streams = new LeasedStreams(store, OUTPUT_CONNECTIONS_MAX, (error) =>
      log.warn({ err: error }, 'releasing an output lease failed; it counts until it expires'),
    );
    this.#timer = setInterval(() => void this.#renew(), OUTPUT_RENEWAL_SECONDS * 1000).unref();
    outputs.follow(
      (notice) => this.#handleNotice(notice),
      () => void this.#refresh(),
    );
  }

  /** Deletes the leases of a process that was killed. */
  async deleteStale(): Promise<void> {
    try {
      await this.#store.deleteStaleLeases();
    } catch (error) {
      // The leases expire anyway.
      this.#log.warn({ err: error }, 'deleting stale output leases failed; they count until they expire');
    }
  }

  /**
   * Turns a response into the stream of an output. Above the connection limit the oldest page ends. Rejects like
   * `Audience.join`, and with `not_found` if the output is deleted.
   */
  async open(output: OutputRecord, subscription: Subscription, streamResponse: StreamResponse): Promise<void> {
    const page = await this.#streams.open(output.id, async (lease) => {
      const seat = await this.#rooms[VIEWS[output.view].outputKind].join(subscription, streamResponse);
      return seat && { lease, seat, output, renewedAtMs: performance.now() };
    });
    if (!page) return;
    page.seat.connection.write(toOutputFrame(output), null);
    // The output can have changed since it was read.
    void this.#refresh(output.id);
  }

  /** Releases the leases after all streams have ended. */
  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.#streams.close();
  }

  #handleNotice({ outputId, news }: OutputNotification): void {
    if (typeof news === 'object') this.#streams.endReplaced(news.leases);
    else if (news === 'changed') void this.#refresh(outputId);
    else
      for (const { seat } of this.#pagesOf(outputId))
        seat.connection.write(news === 'reload' ? RELOAD : IDENTIFY, null);
  }

  /** Reads an output, or all that are open here, and sends the changes to the pages. */
  async #refresh(outputId?: string): Promise<void> {
    const pages = this.#pagesOf(outputId);
    if (pages.length === 0) return;
    try {
      const outputs = await this.#store.findAll([...new Set(pages.map(({ output }) => output.id))]);
      const byId = new Map(outputs.map((output) => [output.id, output]));
      for (const page of pages) if (this.#streams.has(page)) this.#apply(page, byId.get(page.output.id));
    } catch (error) {
      // Retried with the next renewal.
      this.#log.warn({ err: error }, 'reading outputs failed and will be retried');
    }
  }

  #apply(page: OpenPage, output: OutputRecord | undefined): void {
    const { seat, output: sent } = page;
    if (!output || output.hash !== sent.hash) {
      this.#streams.end(page, output ? 'rotated' : 'deleted');
      return;
    }
    if (toPageText(output) === toPageText(sent)) return;
    page.output = output;
    seat.connection.write(toOutputFrame(output), null);
    if (VIEWS[output.view].outputKind === VIEWS[sent.view].outputKind) return;
    // The page reconnects and joins the other room.
    this.#reconnect(page);
  }

  /** Ends a stream such that the page reconnects immediately. */
  #reconnect({ seat }: OpenPage): void {
    seat.connection.write(CLOSED_FRAME, null);
    seat.leave();
  }

  async #renew(): Promise<void> {
    try {
      const nowMs = performance.now();
      const lost = await this.#streams.renew();
      for (const page of this.#streams.pages) if (!lost.includes(page)) page.renewedAtMs = nowMs;
      // Ends the pages of deleted outputs with the right reason first.
      await this.#refresh();
      for (const page of lost) if (this.#streams.has(page)) this.#endLost(page, nowMs);
    } catch (error) {
      this.#log.warn({ err: error }, 'renewing output leases failed and will be retried');
    }
  }

  /**
   * Handles a lost lease. If it expired while this node was disconnected, the page reconnects for a new one; otherwise
   * it was replaced.
   */
  #endLost(page: OpenPage, nowMs: number): void {
    if (nowMs - page.renewedAtMs < OUTPUT_LEASE_SECONDS * 1000) this.#streams.end(page, 'replaced');
    else this.#reconnect(page);
  }

  #pagesOf(outputId?: string): OpenPage[] {
    return this.#streams.pages.filter(({ output }) => outputId === undefined || output.id === outputId);
  }
}

export const toOutputPage = ({ name, view, settings }: OutputRecord): OutputPage => ({ name, view, settings });

const toPageText = (output: OutputRecord): string => JSON.stringify(toOutputPage(output));

const toOutputFrame = (output: OutputRecord) => toFrame({ name: 'output', data: toOutputPage(output) });
