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
import { requireUnrestricted } from '../../domain/account/owners/restriction.ts';
import type { Lives } from '../../domain/live/lives.ts';
import type { OperatorPresence } from '../../domain/live/reading/operators.ts';
import type { LiveSubscription } from '../../domain/live/state/followed-lives.ts';
import type { Outputs } from '../../domain/outputs/outputs.ts';
import type { RemoteLinks } from '../../domain/remote-links/remote-links.ts';
import type { LiveState, PageLease, RemoteLinkWithCreator, Storage } from '../../storage/storage.ts';
import { toFrame } from '../frame.ts';
import { type LeasedPage, LeasedStreams } from '../leased-streams.ts';
import { openStreamConnection, type StreamResponse } from '../stream-connection.ts';
import type { RemoteStates } from './remote-states.ts';

const HEARTBEAT = toFrame({ name: 'beat' });
/** Interval between checks for expired links. */
const EXPIRY_CHECK_MS = 1_000;
/**
 * Heartbeats after which an open page is reported as a present operator again, well before it would count as absent.
 */
const HEARTBEATS_PER_REPORT = Math.floor(OPERATOR_PRESENCE_SECONDS / 2 / REMOTE_HEARTBEAT_SECONDS);

interface OpenPage extends LeasedPage {
  readonly link: RemoteLinkWithCreator;
  readonly following: LiveSubscription;
  /** Next state to send; null if the page is up to date. */
  pending: LiveState | null;
  beats: number;
  stalledBeats: number;
}

interface RemoteStreamDependencies {
  readonly storage: Pick<Storage, 'remoteLinks'>;
  readonly outputs: Pick<Outputs, 'follow'>;
  readonly lives: Lives;
  readonly links: RemoteLinks;
  readonly states: RemoteStates;
  readonly operators: Pick<OperatorPresence, 'record'>;
  readonly log: Pick<Logger, 'warn'>;
}

/** Streams of the remote links on this node. Each follows its Live and receives only the latest state. [D68] */
export class RemoteStreams {
  readonly #dependencies: RemoteStreamDependencies;
  readonly #streams: LeasedStreams<OpenPage, RemoteEndReason>;
  readonly #timers: NodeJS.Timeout[];
  #closed = false;

  constructor(dependencies: RemoteStreamDependencies) {
    const { storage, outputs, log } = dependencies;
    this.#dependencies = dependencies;
    this.#streams = new LeasedStreams(storage.remoteLinks, REMOTE_CONNECTIONS_MAX, (error) =>
      log.warn({ err: error }, 'releasing a remote-link lease failed; it counts until it expires'),
    );
    this.#timers = [
      setInterval(() => void this.#sendHeartbeats(), REMOTE_HEARTBEAT_SECONDS * 1_000).unref(),
      setInterval(() => this.#endExpired(), EXPIRY_CHECK_MS).unref(),
    ];
    // Notifications of ended leases are for outputs and remote links.
    outputs.follow(({ news }) => {
      if (typeof news === 'object') this.#streams.endReplaced(news.leases);
    });
  }

  get connected(): number {
    return this.#streams.pages.length;
  }

  /**
   * Turns a response into the stream of a link. Above the connection limit the oldest device ends. Rejects with
   * `not_found` if the link or the Live is deleted, `processing_restricted`, `unavailable`.
   */
  async open(link: RemoteLinkWithCreator, streamResponse: StreamResponse): Promise<void> {
    if (this.#closed) throw new LecternError('unavailable', 'This server is stopping.');
    const page = await this.#streams.open(link.id, (lease) => this.#join(lease, link, streamResponse));
    if (!page) return;
    this.#dependencies.operators.record(link.liveId, link.id);
    this.#schedule(page, page.following.state);
    // The link can have ended since it was read.
    this.recheck();
  }

  /** Ends the pages of links that no longer work. Call it whenever permissions may have changed. */
  recheck(): void {
    const { pages } = this.#streams;
    if (pages.length === 0) return;
    const { storage, links, log } = this.#dependencies;
    storage.remoteLinks.findAll([...new Set(pages.map(({ link }) => link.id))]).then(
      (found) => {
        const working = new Set(found.filter((link) => links.isValid(link)).map(({ id }) => id));
        for (const page of pages) if (!working.has(page.link.id)) this.#streams.end(page, 'ended');
      },
      // Retried with the next heartbeat.
      (error) => log.warn({ err: error }, 'reading remote links failed and will be retried'),
    );
  }

  /** Ends all streams. Browsers reconnect to the next process. */
  end(): void {
    this.#closed = true;
    for (const timer of this.#timers) clearInterval(timer);
    for (const { seat } of this.#streams.pages) seat.leave();
  }

  /** Releases the leases of this node. */
  close(): Promise<void> {
    return this.#streams.close();
  }

  /** Follows the Live and opens the stream. Returns null if the connection is closed. */
  async #join(lease: PageLease, link: RemoteLinkWithCreator, streamResponse: StreamResponse): Promise<OpenPage | null> {
    const { lives } = this.#dependencies;
    let page: OpenPage | null = null;
    const following = await lives.follow(link.liveId, ({ after }) => page && this.#schedule(page, after));
    if (!following) throw new LecternError('not_found');
    try {
      // A page that joins after an acknowledged write must see it, even if another node made it.
      await lives.catchUp(link.liveId);
      if (!following.state) throw new LecternError('not_found');
      requireUnrestricted(following.state.profile);
      const connection = openStreamConnection(streamResponse);
      if (!connection) return null;
      connection.hold();
      connection.onClose(following.close);
      const leave = () => {
        following.close();
        connection.release();
      };
      page = { lease, seat: { connection, leave }, link, following, pending: null, beats: 0, stalledBeats: 0 };
      return page;
    } finally {
      if (!page) following.close();
    }
  }

  /** Schedules the latest state and drops states in between. */
  #schedule(page: OpenPage, after: LiveState | null): void {
    // A page that is being opened gets the state then.
    if (!this.#streams.has(page)) return;
    if (!after || after.profile.restricted) {
      this.#streams.end(page, after ? 'restricted' : 'gone');
      return;
    }
    const isSending = page.pending !== null;
    page.pending = after;
    if (!isSending) this.#send(page);
  }

  async #send(page: OpenPage): Promise<void> {
    const { connection } = page.seat;
    while (page.pending && this.#streams.has(page)) {
      const state = page.pending;
      try {
        const frame = await this.#dependencies.states.toFrame(state);
        if (!this.#streams.has(page)) return;
        if (page.pending !== state) continue;
        if (connection.unsentBytes > STREAM_UNSENT_MAX_BYTES) {
          connection.onceDrained(() => this.#send(page));
          return;
        }
        page.pending = null;
        connection.write(frame, null);
      } catch (error) {
        // The page reconnects and gets the state then.
        this.#dependencies.log.warn({ err: error }, 'sending a state to a remote link failed; its stream is closed');
        connection.destroy();
        return;
      }
    }
  }

  async #sendHeartbeats(): Promise<void> {
    const { operators, log } = this.#dependencies;
    for (const page of this.#streams.pages) {
      const { connection } = page.seat;
      page.stalledBeats = connection.unsentBytes > 0 ? page.stalledBeats + 1 : 0;
      if (page.stalledBeats * REMOTE_HEARTBEAT_SECONDS >= STREAM_LAG_MAX_SECONDS) connection.destroy();
      else if (connection.unsentBytes === 0) connection.write(HEARTBEAT, null);
      if (++page.beats % HEARTBEATS_PER_REPORT === 0) operators.record(page.link.liveId, page.link.id);
    }
    try {
      // These leases expired while this node was disconnected. The pages reconnect for new ones.
      for (const { seat } of await this.#streams.renew()) seat.connection.destroy();
      this.recheck();
    } catch (error) {
      log.warn({ err: error }, 'renewing remote-link leases failed and will be retried');
    }
  }

  #endExpired(): void {
    for (const page of this.#streams.pages)
      if (!this.#dependencies.links.isValid(page.link)) this.#streams.end(page, 'ended');
  }
}
