import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Client } from 'pg';
import { type ClusterNotification, NOTIFICATION_CHANNEL, parseNotification } from '../notifications.ts';
import type { ChangeFeed, ChangeListener } from '../storage.ts';
import { pg, toPoolConfig } from './postgres-driver.ts';

const CONNECT_TIMEOUT_MS = 5_000;
/**
 * A connection that is gone without a word, or that a pooler has cut off from what it should hear, is found out by a notice
 * that the listener sends to itself.
 */
const PROBE_MS = 5_000;
const PROBE_TIMEOUT_MS = 4_000;
/** How long the server has to say goodbye. */
const CLOSE_MAX_MS = 1_000;
const RETRY_MIN_MS = 20;
const RETRY_MAX_MS = 2_000;

/** Commits of all nodes, heard by LISTEN on a connection of its own, which is opened again whenever it is lost. */
export class PostgresFeed implements ChangeFeed {
  readonly #url: string;
  readonly #warn: (error: Error) => void;
  readonly #listeners: ChangeListener[] = [];
  #client: Client | null = null;
  #connected = false;
  #closed = false;
  #retryMs = RETRY_MIN_MS;
  #timer: NodeJS.Timeout | undefined;
  readonly #probeId = randomUUID();
  #probed: () => void = () => {};

  constructor(url: string, warn: (error: Error) => void) {
    this.#url = url;
    this.#warn = warn;
  }

  get connected(): boolean {
    return this.#connected;
  }

  subscribe(listener: ChangeListener): void {
    this.#listeners.push(listener);
  }

  async start(): Promise<void> {
    await this.#connect();
  }

  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#timer);
    const client = this.#client;
    this.#client = null;
    this.#connected = false;
    if (client) await Promise.race([client.end().catch(this.#warn), delay(CLOSE_MAX_MS, undefined, { ref: false })]);
  }

  async #connect(): Promise<void> {
    let client: Client;
    try {
      client = this.#createClient();
    } catch (error) {
      this.#warn(error as Error);
      this.#retryLater();
      return;
    }
    this.#client = client;
    const lose = (error?: Error) => this.#lose(client, error);
    client.on('error', lose);
    client.on('end', () => lose());
    client.on('notification', ({ payload }) => this.#hear(payload ?? ''));
    try {
      await client.connect();
      await client.query(`LISTEN ${NOTIFICATION_CHANNEL}`);
      await this.#hearsItself(client);
    } catch (error) {
      lose(error as Error);
      return;
    }
    if (this.#client !== client) return;
    this.#connected = true;
    this.#retryMs = RETRY_MIN_MS;
    for (const listener of this.#listeners) listener.resumed();
    this.#probe(client);
  }

  /** Throws where the certificates that the address names cannot be read. */
  #createClient(): Client {
    return new pg.Client(
      toPoolConfig(this.#url, {
        connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
        query_timeout: PROBE_TIMEOUT_MS,
        keepAlive: true,
        application_name: 'lectern feed',
      }),
    );
  }

  #hear(payload: string): void {
    const notice = parseNotification(payload);
    if (!notice) return;
    if (notice.type === 'probe' && notice.id === this.#probeId) this.#probed();
    for (const listener of this.#listeners) {
      if (notice.type === 'authority') listener.authority();
      else if (notice.type === 'live') listener.live(notice);
      else if (notice.type === 'aside') listener.backstage(notice.liveId);
      else if (notice.type === 'output') listener.output(notice);
      else if (notice.type === 'profile') listener.profile(notice.owner);
    }
  }

  #probe(client: Client): void {
    this.#timer = setTimeout(() => {
      this.#hearsItself(client).then(
        () => this.#client === client && this.#probe(client),
        (error) => this.#lose(client, error),
      );
    }, PROBE_MS).unref();
  }

  /** Rejects where nothing comes back in time. */
  async #hearsItself(client: Client): Promise<void> {
    const heard = Promise.withResolvers<void>();
    this.#probed = heard.resolve;
    const tooLate = setTimeout(() => heard.reject(new Error('LISTEN hears nothing')), PROBE_TIMEOUT_MS);
    try {
      const notice: ClusterNotification = { type: 'probe', id: this.#probeId };
      await Promise.all([
        client.query('SELECT pg_notify($1, $2)', [NOTIFICATION_CHANNEL, JSON.stringify(notice)]),
        heard.promise,
      ]);
    } finally {
      clearTimeout(tooLate);
    }
  }

  #lose(client: Client, error?: Error): void {
    if (this.#client !== client) return;
    this.#client = null;
    clearTimeout(this.#timer);
    // Its answer does not matter any more: the server may not give one.
    client.end().catch(() => {});
    if (error) this.#warn(error);
    if (this.#connected) {
      this.#connected = false;
      for (const listener of this.#listeners) listener.lost();
    }
    this.#retryLater();
  }

  #retryLater(): void {
    if (this.#closed) return;
    this.#timer = setTimeout(() => this.#connect(), this.#retryMs).unref();
    this.#retryMs = Math.min(this.#retryMs * 2, RETRY_MAX_MS);
  }
}
