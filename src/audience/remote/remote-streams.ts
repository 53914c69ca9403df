import type { Logger } from 'pino';
import { LecternError } from '../../contract/lectern-error.ts';
import {
  OPERATOR_PRESENCE_SECONDS,
  REMOTE_CONNECTIONS_MAX,
  REMOTE_HEARTBEAT_SECONDS,
  STREAM_LAG_MAX_SECONDS,
  STREAM_UNSENT_MAX_BYTES,
} from '../../contract/limits.ts';
import type { RemoteEndReason } from '../../contract/remote.ts';
import { newId } from '../../domain/identifiers.ts';
import type { Lives } from '../../domain/live/lives.ts';
import type { OperatorPresence } from '../../domain/live/reading/operators.ts';
import type { LiveSubscription } from '../../domain/live/state/followed-lives.ts';
import type { RemoteLinks } from '../../domain/remote-links/remote-links.ts';
import type { LiveState, PageLease, RemoteLinkWithCreator, Storage } from '../../storage/storage.ts';
import { toFrame } from '../frame.ts';
import { openStreamConnection, type StreamConnection, type StreamResponse } from '../stream-connection.ts';
import type { RemoteStates } from './remote-states.ts';

const HEARTBEAT = toFrame({ name: 'beat' });
/** Interval between checks for expired links. */
const EXPIRY_CHECK_MS = 1_000;
/**
 * Heartbeats after which an open page is reported as a present operator again, well before it would count as absent.
 */
const HEARTBEATS_PER_REPORT = Math.floor(OPERATOR_PRESENCE_SECONDS / 2 / REMOTE_HEARTBEAT_SECONDS);

/** Open page of a remote link. */
interface Connection {
  readonly lease: PageLease;
  readonly stream: StreamConnection;
  readonly link: RemoteLinkWithCreator;
  following: LiveSubscription | null;
  /** Next state to send; null if the page is up to date. */
  pending: LiveState | null;
  beats: number;
  stalledBeats: number;
}

interface RemoteStreamDependencies {
  readonly storage: Pick<Storage, 'remoteLinks' | 'cluster'>;
  readonly lives: Lives;
  readonly links: RemoteLinks;
  readonly states: RemoteStates;
  readonly operators: Pick<OperatorPresence, 'record'>;
  readonly log: Pick<Logger, 'warn'>;
}

/**
 * Streams of the remote links on this node. Each follows its Live, receives only the latest state, and has a lease that
 * all nodes count. [D68]
 */
export class RemoteStreams {
  readonly #dependencies: RemoteStreamDependencies;
  readonly #node = newId();
  readonly #connections = new Map<string, Connection>();
  readonly #timers: NodeJS.Timeout[];
  #closed = false;

  constructor(dependencies: RemoteStreamDependencies) {
    this.#dependencies = dependencies;
    this.#timers = [
      setInterval(() => void this.#sendHeartbeats(), REMOTE_HEARTBEAT_SECONDS * 1_000).unref(),
      setInterval(() => this.#endExpired(), EXPIRY_CHECK_MS).unref(),
    ];
    dependencies.storage.cluster?.changes.subscribe({
      output: ({ news }) => {
        if (typeof news === 'object') this.#endLeases(news.leases);
      },
      live: () => {},
      backstage: () => {},
      authority: () => {},
      profile: () => {},
      lost: () => {},
      resumed: () => {},
    });
  }

  get connected(): number {
    return this.#connections.size;
  }

  /**
   * Turns a response into the stream of a link. Above the connection limit the oldest device ends. Rejects with
   * `not_found` if the link or the Live is deleted, `processing_restricted`, `unavailable`.
   */
  async open(link: RemoteLinkWithCreator, streamResponse: StreamResponse): Promise<void> {
    if (this.#closed) throw new LecternError('unavailable', 'This server is stopping.');
    const { storage, lives } = this.#dependencies;
    const lease = { id: newId(), holderId: link.id, node: this.#node };
    const ended = await storage.remoteLinks.connect(lease, REMOTE_CONNECTIONS_MAX);
    if (!ended) throw new LecternError('not_found');
    this.#endLeases(ended);
    let connection: Connection | null = null;
    let following: LiveSubscription | null = null;
    try {
      following = await lives.follow(link.liveId, ({ after }) => connection && this.#schedule(connection, after));
      // A page that joins after an acknowledged write must see it, even if another node made it.
      if (following) await lives.catchUp(link.liveId);
      const state = following?.state;
      if (!state) throw new LecternError('not_found');
      if (state.profile.restricted) throw new LecternError('processing_restricted');
      const stream = openStreamConnection(streamResponse);
      if (!stream) return;
      stream.hold();
      connection = { lease, stream, link, following, pending: state, beats: 0, stalledBeats: 0 };
    } finally {
      if (!connection) {
        following?.close();
        await this.#disconnect(lease);
      }
    }
    this.#begin(connection);
  }

  /** Ends the pages of links that no longer work. Call it whenever permissions may have changed. */
  recheck(): void {
    const ids = [...new Set([...this.#connections.values()].map(({ link }) => link.id))];
    if (ids.length === 0) return;
    const { storage, links, log } = this.#dependencies;
    storage.remoteLinks.findAll(ids).then(
      (found) => {
        const working = new Set(found.filter((link) => links.isValid(link)).map(({ id }) => id));
        for (const connection of this.#connections.values()) {
          if (ids.includes(connection.link.id) && !working.has(connection.link.id)) this.#end(connection, 'ended');
        }
      },
      // Retried with the next heartbeat.
      (error) => log.warn({ err: error }, 'reading remote links failed and will be retried'),
    );
  }

  /** Ends all streams. Browsers reconnect to the next process. */
  end(): void {
    this.#closed = true;
    for (const timer of this.#timers) clearInterval(timer);
    for (const { stream } of this.#connections.values()) stream.release();
  }

  /** Releases the leases of this node. */
  async close(): Promise<void> {
    await Promise.all([...this.#connections.values()].map(({ lease }) => this.#disconnect(lease)));
  }

  #begin(connection: Connection): void {
    const { lease, stream, link } = connection;
    this.#connections.set(lease.id, connection);
    stream.onClose(() => {
      this.#remove(connection);
      void this.#disconnect(lease);
    });
    this.#dependencies.operators.record(link.liveId, link.id);
    this.#send(connection);
    // The link can have ended since it was read.
    this.recheck();
  }

  /** Schedules the latest state and drops states in between. */
  #schedule(connection: Connection, after: LiveState | null): void {
    if (!after || after.profile.restricted) {
      this.#end(connection, after ? 'restricted' : 'gone');
      return;
    }
    const isSending = connection.pending !== null;
    connection.pending = after;
    if (!isSending && this.#connections.has(connection.lease.id)) this.#send(connection);
  }

  async #send(connection: Connection): Promise<void> {
    const { stream, lease } = connection;
    while (connection.pending && this.#connections.has(lease.id)) {
      const state = connection.pending;
      try {
        const frame = await this.#dependencies.states.toFrame(state);
        if (!this.#connections.has(lease.id)) return;
        if (connection.pending !== state) continue;
        if (stream.unsentBytes > STREAM_UNSENT_MAX_BYTES) {
          stream.onceDrained(() => this.#send(connection));
          return;
        }
        connection.pending = null;
        stream.write(frame, null);
      } catch (error) {
        // The page reconnects and gets the state then.
        this.#dependencies.log.warn({ err: error }, 'sending a state to a remote link failed; its stream is closed');
        stream.destroy();
        return;
      }
    }
  }

  async #sendHeartbeats(): Promise<void> {
    const connections = [...this.#connections.values()];
    for (const connection of connections) {
      const { stream, link } = connection;
      connection.stalledBeats = stream.unsentBytes > 0 ? connection.stalledBeats + 1 : 0;
      if (connection.stalledBeats * REMOTE_HEARTBEAT_SECONDS >= STREAM_LAG_MAX_SECONDS) stream.destroy();
      else if (stream.unsentBytes === 0) stream.write(HEARTBEAT, null);
      if (++connection.beats % HEARTBEATS_PER_REPORT === 0) this.#dependencies.operators.record(link.liveId, link.id);
    }
    if (connections.length === 0) return;
    const leases = connections.map(({ lease }) => lease);
    try {
      const gone = await this.#dependencies.storage.remoteLinks.renew(this.#node, leases);
      // These leases expired while this node was disconnected. The pages reconnect for new ones.
      for (const { id } of gone) this.#connections.get(id)?.stream.destroy();
      this.recheck();
    } catch (error) {
      this.#dependencies.log.warn({ err: error }, 'renewing remote-link leases failed and will be retried');
    }
  }

  #endExpired(): void {
    for (const connection of this.#connections.values()) {
      if (!this.#dependencies.links.isValid(connection.link)) this.#end(connection, 'ended');
    }
  }

  #endLeases(ids: readonly string[]): void {
    for (const id of ids) {
      const connection = this.#connections.get(id);
      if (connection) this.#end(connection, 'replaced');
    }
  }

  #end(connection: Connection, reason: RemoteEndReason): void {
    if (!this.#remove(connection)) return;
    connection.stream.write(toFrame({ name: 'ended', data: reason }), null);
    connection.stream.release();
  }

  #remove(connection: Connection): boolean {
    connection.following?.close();
    return this.#connections.delete(connection.lease.id);
  }

  async #disconnect(lease: PageLease): Promise<void> {
    try {
      await this.#dependencies.storage.remoteLinks.disconnect(lease);
    } catch (error) {
      this.#dependencies.log.warn({ err: error }, 'releasing a remote-link lease failed; it counts until it expires');
    }
  }
}
