import type { Logger } from 'pino';
import { LecternError } from '../../contract/lectern-error.ts';
import { OUTPUT_CONNECTIONS_MAX, OUTPUT_LEASE_SECONDS, OUTPUT_RENEWAL_SECONDS } from '../../contract/limits.ts';
import type { OutputEndReason, OutputPage } from '../../contract/output-page.ts';
import type { ViewerView } from '../../contract/viewer-views.ts';
import { newId } from '../../domain/identifiers.ts';
import type { Outputs } from '../../domain/outputs/outputs.ts';
import type { OutputNotification, OutputRecord, OutputStore, PageLease } from '../../storage/storage.ts';
import type { Audience, StreamResponse, Subscription } from '../audience.ts';
import { toFrame } from '../frame.ts';
import { CLOSED_FRAME, type Seat } from '../room.ts';

const RELOAD = toFrame({ name: 'reload' });
const IDENTIFY = toFrame({ name: 'identify' });

/** The rooms of outputs: those of stage outputs are told more. */
export interface OutputRooms {
  readonly output: Audience;
  readonly stage: Audience;
}

/** A page that shows an output. */
interface Connection {
  readonly lease: PageLease;
  readonly seat: Seat;
  /** As the page knows it. */
  output: OutputRecord;
  renewedAtMs: number;
}

/**
 * The pages that show outputs on this node. They sit in rooms as viewers do; beside that each is told what becomes of its output, and has a
 * lease, which all nodes count. [D60]
 */
export class OutputStreams {
  readonly #rooms: OutputRooms;
  readonly #store: OutputStore;
  readonly #log: Pick<Logger, 'warn'>;
  readonly #node = newId();
  readonly #connections = new Map<string, Connection>();
  readonly #timer: NodeJS.Timeout;

  constructor(rooms: OutputRooms, outputs: Outputs, store: OutputStore, log: Pick<Logger, 'warn'>) {
    this.#rooms = rooms;
    this.#store = store;
    this.#log = log;
    this.#timer = setInterval(() => void this.#renew(), OUTPUT_RENEWAL_SECONDS * 1000).unref();
    outputs.follow(
      (notice) => this.#hear(notice),
      () => void this.#lookAt(this.#shown()),
    );
  }

  /** Those that a process that was killed has had are gone with it. */
  async deleteStale(): Promise<void> {
    try {
      await this.#store.deleteStaleLeases();
    } catch (error) {
      // Their leases end by themselves.
      this.#log.warn({ err: error }, 'pages of a process that was killed are counted for a moment');
    }
  }

  /**
   * Makes the answer the stream of an output. Where it is open in too many places, the oldest of them ends. Throws what `Audience.join`
   * throws, and `not_found` where the output is gone.
   */
  async open(output: OutputRecord, subscription: Subscription, answer: StreamResponse): Promise<void> {
    const lease = { id: newId(), holderId: output.id, node: this.#node };
    const ended = await this.#store.connect(lease, OUTPUT_CONNECTIONS_MAX);
    if (!ended) throw new LecternError('not_found');
    this.#endLeases(ended);
    let seat: Seat | null = null;
    try {
      seat = await this.#rooms[roomOf(output.view)].join(subscription, answer);
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
    // It may have become another one since it was read.
    void this.#lookAt([output.id]);
  }

  /** All streams have ended. */
  async close(): Promise<void> {
    clearInterval(this.#timer);
    await Promise.all([...this.#connections.values()].map(({ lease }) => this.#disconnect(lease)));
  }

  #hear({ outputId, news }: OutputNotification): void {
    if (typeof news === 'object') this.#endLeases(news.leases);
    else if (news === 'changed') void this.#lookAt([outputId]);
    else for (const { seat } of this.#of(outputId)) seat.connection.write(news === 'reload' ? RELOAD : IDENTIFY, null);
  }

  #endLeases(ids: readonly string[]): void {
    for (const id of ids) {
      const connection = this.#connections.get(id);
      if (connection) this.#end(connection, 'replaced');
    }
  }

  #end({ lease, seat }: Connection, why: OutputEndReason): void {
    this.#connections.delete(lease.id);
    seat.connection.write(toFrame({ name: 'ended', data: why }), null);
    seat.leave();
  }

  /** Reads what has become of outputs that pages show here, and tells the pages. */
  async #lookAt(ids: readonly string[]): Promise<void> {
    const shown = ids.filter((id) => this.#of(id).length > 0);
    if (shown.length === 0) return;
    try {
      const byId = new Map((await this.#store.findAll(shown)).map((output) => [output.id, output]));
      for (const connection of this.#connections.values()) {
        const { id } = connection.output;
        if (shown.includes(id)) this.#adopt(connection, byId.get(id));
      }
    } catch (error) {
      // The next renewal looks again.
      this.#log.warn({ err: error }, 'outputs could not be read');
    }
  }

  #adopt(connection: Connection, output: OutputRecord | undefined): void {
    const { seat, output: known } = connection;
    if (!output || output.hash !== known.hash) {
      this.#end(connection, output ? 'rotated' : 'deleted');
      return;
    }
    if (toPageText(output) === toPageText(known)) return;
    connection.output = output;
    seat.connection.write(toOutputFrame(output), null);
    if (roomOf(output.view) === roomOf(known.view)) return;
    // Into the other room.
    this.#callBack(connection);
  }

  /** The page comes back at once. */
  #callBack({ seat }: Connection): void {
    seat.connection.write(CLOSED_FRAME, null);
    seat.leave();
  }

  async #renew(): Promise<void> {
    const connections = [...this.#connections.values()];
    try {
      const nowMs = performance.now();
      const leases = connections.map(({ lease }) => lease);
      const gone = leases.length > 0 ? await this.#store.renew(this.#node, leases) : [];
      // Deleted outputs say so themselves.
      await this.#lookAt(this.#shown());
      for (const connection of connections) {
        if (!gone.includes(connection.lease)) connection.renewedAtMs = nowMs;
        else if (this.#connections.has(connection.lease.id)) this.#endLost(connection, nowMs);
      }
    } catch (error) {
      this.#log.warn({ err: error }, 'leases of outputs could not be renewed');
    }
  }

  /** Its lease is gone. One that had run out, while this node was cut off, is asked for anew, which counts the pages again. */
  #endLost(connection: Connection, nowMs: number): void {
    if (nowMs - connection.renewedAtMs < OUTPUT_LEASE_SECONDS * 1000) this.#end(connection, 'replaced');
    else this.#callBack(connection);
  }

  async #disconnect(lease: PageLease): Promise<void> {
    try {
      await this.#store.disconnect(lease);
    } catch (error) {
      this.#log.warn({ err: error }, 'a page of an output is counted until its lease ends');
    }
  }

  #of(outputId: string): Connection[] {
    return [...this.#connections.values()].filter(({ output }) => output.id === outputId);
  }

  #shown(): string[] {
    return [...new Set([...this.#connections.values()].map(({ output }) => output.id))];
  }
}

const roomOf = (view: ViewerView): keyof OutputRooms => (view === 'stage' ? 'stage' : 'output');

export const toOutputPage = ({ name, view, settings }: OutputRecord): OutputPage => ({ name, view, settings });

const toPageText = (output: OutputRecord): string => JSON.stringify(toOutputPage(output));

const toOutputFrame = (output: OutputRecord) => toFrame({ name: 'output', data: toOutputPage(output) });
