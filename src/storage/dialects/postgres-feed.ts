import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Client } from 'pg';
import { type ClusterNotification, NOTIFICATION_CHANNEL, parseNotification } from '../notifications.ts';
import type { ChangeFeed, ChangeListener } from '../storage.ts';
import { pg, toPoolConfig } from './postgres-driver.ts';

const CONNECT_TIMEOUT_MS = 5_000;
/**
 * Interval of probes. The listener sends itself a notification, to detect a connection that was lost silently, or that
 * a pooler has cut off from notifications.
 */
const PROBE_MS = 5_000;
const PROBE_TIMEOUT_MS = 4_000;
/** The time that a close waits for the server. */
const CLOSE_MAX_MS = 1_000;
const RETRY_MIN_MS = 20;
const RETRY_MAX_MS = 2_000;

/** Receives the commits of all nodes by LISTEN on a dedicated connection, and reconnects whenever it is lost. */
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
  #onProbe: () => void = () => {};

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
      this.#scheduleRetry();
      return;
    }
    this.#client = client;
    const onLoss = (error?: Error) => this.#handleLoss(client, error);
    client.on('error', onLoss);
    client.on('end', () => onLoss());
    client.on('notification', ({ payload }) => this.#receive(payload ?? ''));
    try {
      await client.connect();
      await client.query(`LISTEN ${NOTIFICATION_CHANNEL}`);
      await this.#sendProbe(client);
    } catch (error) {
      onLoss(error as Error);
      return;
    }
    if (this.#client !== client) return;
    this.#connected = true;
    this.#retryMs = RETRY_MIN_MS;
    for (const listener of this.#listeners) listener.resumed();
    this.#scheduleProbe(client);
  }

  /** Creates the connection. Throws if the certificates that the URL names cannot be read. */
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

  #receive(payload: string): void {
    const notification = parseNotification(payload);
    if (!notification) return;
    if (notification.type === 'probe' && notification.id === this.#probeId) this.#onProbe();
    for (const listener of this.#listeners) {
      if (notification.type === 'authority') listener.authority();
      else if (notification.type === 'live') listener.live(notification);
      else if (notification.type === 'aside') listener.backstage(notification.liveId);
      else if (notification.type === 'output') listener.output(notification);
      else if (notification.type === 'profile') listener.profile(notification.owner);
    }
  }

  #scheduleProbe(client: Client): void {
    this.#timer = setTimeout(() => {
      this.#sendProbe(client).then(
        () => this.#client === client && this.#scheduleProbe(client),
        (error) => this.#handleLoss(client, error),
      );
    }, PROBE_MS).unref();
  }

  /** Sends a probe to itself. Rejects if it does not arrive in time. */
  async #sendProbe(client: Client): Promise<void> {
    const received = Promise.withResolvers<void>();
    this.#onProbe = received.resolve;
    const timeout = setTimeout(() => received.reject(new Error('LISTEN receives nothing')), PROBE_TIMEOUT_MS);
    try {
      const notification: ClusterNotification = { type: 'probe', id: this.#probeId };
      await Promise.all([
        client.query('SELECT pg_notify($1, $2)', [NOTIFICATION_CHANNEL, JSON.stringify(notification)]),
        received.promise,
      ]);
    } finally {
      clearTimeout(timeout);
    }
  }

  #handleLoss(client: Client, error?: Error): void {
    if (this.#client !== client) return;
    this.#client = null;
    clearTimeout(this.#timer);
    // The result is ignored: the server may not respond.
    client.end().catch(() => {});
    if (error) this.#warn(error);
    if (this.#connected) {
      this.#connected = false;
      for (const listener of this.#listeners) listener.lost();
    }
    this.#scheduleRetry();
  }

  #scheduleRetry(): void {
    if (this.#closed) return;
    this.#timer = setTimeout(() => this.#connect(), this.#retryMs).unref();
    this.#retryMs = Math.min(this.#retryMs * 2, RETRY_MAX_MS);
  }
}
