import type { Logger } from 'pino';
import { LecternError } from '../../contract/lectern-error.ts';
import { OUTPUT_CONNECTIONS_MAX, OUTPUT_LEASE_SECONDS, OUTPUT_RENEWAL_SECONDS } from '../../contract/limits.ts';
import type { OutputEndReason, OutputPage } from '../../contract/output-page.ts';
import { type OutputKind, VIEWS } from '../../contract/viewer-views.ts';
import { newId } from '../../domain/identifiers.ts';
import type { Outputs } from '../../domain/outputs/outputs.ts';
import type { OutputNotification, OutputRecord, OutputStore, PageLease } from '../../storage/storage.ts';
import type { Audience, Subscription } from '../audience.ts';
import { toFrame } from '../frame.ts';
import { CLOSED_FRAME, type Seat } from '../room.ts';
import type { StreamResponse } from '../stream-connection.ts';

const RELOAD = toFrame({ name: 'reload' });
const IDENTIFY = toFrame({ name: 'identify' });

/** Open page of an output. */
interface Connection {
  readonly lease: PageLease;
  readonly seat: Seat;
  /** Output as last sent to the page. */
  output: OutputRecord;
  renewedAtMs: number;
}

/**
 * Streams of the output pages on this node. Like viewers they join rooms. In addition each page receives changes of its
 * output, and has a lease that all nodes count. [D60]
 */
export class OutputStreams {
  readonly #rooms: Readonly<Record<OutputKind, Audience>>;
  readonly #store: OutputStore;
  readonly #log: Pick<Logger, 'warn'>;
  readonly #node = newId();
  readonly #connections = new Map<string, Connection>();
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
    this.#timer = setInterval(() => void this.#renew(), OUTPUT_RENEWAL_SECONDS * 1000).unref();
    outputs.follow(
      (notice) => this.#handleNotice(notice),
      () => void this.#refresh(this.#openOutputIds()),
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
    const lease = { id: newId(), holderId: output.id, node: this.#node };
    const ended = await this.#store.connect(lease, OUTPUT_CONNECTIONS_MAX);
    if (!ended) throw new LecternError('not_found');
    this.#endLeases(ended);
    let seat: Seat | null = null;
    try {
      seat = await this.#rooms[VIEWS[output.view].outputKind].join(subscription, streamResponse);
    } finally {
      if (!seat) await this.#disconnect(lease);
    }
    if (!seat) return;
    this.#connections.set(lease.id, { lease, seat, output, renewedAtMs: performance.now() });
    seat.connection.onClose(() => {
      this.#connections.delete(lease.id);
      void this.#disconnect(lease);
    });
    seat.connection.write(toOutputFrame(output), null);
    // The output can have changed since it was read.
    void this.#refresh([output.id]);
  }

  /** Releases the leases after all streams have ended. */
  async close(): Promise<void> {
    clearInterval(this.#timer);
    await Promise.all([...this.#connections.values()].map(({ lease }) => this.#disconnect(lease)));
  }

  #handleNotice({ outputId, news }: OutputNotification): void {
    if (typeof news === 'object') this.#endLeases(news.leases);
    else if (news === 'changed') void this.#refresh([outputId]);
    else
      for (const { seat } of this.#connectionsOf(outputId))
        seat.connection.write(news === 'reload' ? RELOAD : IDENTIFY, null);
  }

  #endLeases(ids: readonly string[]): void {
    for (const id of ids) {
      const connection = this.#connections.get(id);
      if (connection) this.#end(connection, 'replaced');
    }
  }

  #end({ lease, seat }: Connection, reason: OutputEndReason): void {
    this.#connections.delete(lease.id);
    seat.connection.write(toFrame({ name: 'ended', data: reason }), null);
    seat.leave();
  }

  /** Reads the outputs that are open here and sends their changes to the pages. */
  async #refresh(ids: readonly string[]): Promise<void> {
    const shown = ids.filter((id) => this.#connectionsOf(id).length > 0);
    if (shown.length === 0) return;
    try {
      const byId = new Map((await this.#store.findAll(shown)).map((output) => [output.id, output]));
      for (const connection of this.#connections.values()) {
        const { id } = connection.output;
        if (shown.includes(id)) this.#apply(connection, byId.get(id));
      }
    } catch (error) {
      // Retried with the next renewal.
      this.#log.warn({ err: error }, 'reading outputs failed and will be retried');
    }
  }

  #apply(connection: Connection, output: OutputRecord | undefined): void {
    const { seat, output: sent } = connection;
    if (!output || output.hash !== sent.hash) {
      this.#end(connection, output ? 'rotated' : 'deleted');
      return;
    }
    if (toPageText(output) === toPageText(sent)) return;
    connection.output = output;
    seat.connection.write(toOutputFrame(output), null);
    if (VIEWS[output.view].outputKind === VIEWS[sent.view].outputKind) return;
    // The page reconnects and joins the other room.
    this.#reconnect(connection);
  }

  /** Ends a stream such that the page reconnects immediately. */
  #reconnect({ seat }: Connection): void {
    seat.connection.write(CLOSED_FRAME, null);
    seat.leave();
  }

  async #renew(): Promise<void> {
    const connections = [...this.#connections.values()];
    try {
      const nowMs = performance.now();
      const leases = connections.map(({ lease }) => lease);
      const gone = leases.length > 0 ? await this.#store.renew(this.#node, leases) : [];
      // Ends the pages of deleted outputs with the right reason first.
      await this.#refresh(this.#openOutputIds());
      for (const connection of connections) {
        if (!gone.includes(connection.lease)) connection.renewedAtMs = nowMs;
        else if (this.#connections.has(connection.lease.id)) this.#endLost(connection, nowMs);
      }
    } catch (error) {
      this.#log.warn({ err: error }, 'renewing output leases failed and will be retried');
    }
  }

  /**
   * Handles a lost lease. If it expired while this node was disconnected, the page reconnects for a new one; otherwise
   * it was replaced.
   */
  #endLost(connection: Connection, nowMs: number): void {
    if (nowMs - connection.renewedAtMs < OUTPUT_LEASE_SECONDS * 1000) this.#end(connection, 'replaced');
    else this.#reconnect(connection);
  }

  async #disconnect(lease: PageLease): Promise<void> {
    try {
      await this.#store.disconnect(lease);
    } catch (error) {
      this.#log.warn({ err: error }, 'releasing an output lease failed; it counts until it expires');
    }
  }

  #connectionsOf(outputId: string): Connection[] {
    return [...this.#connections.values()].filter(({ output }) => output.id === outputId);
  }

  #openOutputIds(): string[] {
    return [...new Set([...this.#connections.values()].map(({ output }) => output.id))];
  }
}

export const toOutputPage = ({ name, view, settings }: OutputRecord): OutputPage => ({ name, view, settings });

const toPageText = (output: OutputRecord): string => JSON.stringify(toOutputPage(output));

const toOutputFrame = (output: OutputRecord) => toFrame({ name: 'output', data: toOutputPage(output) });
