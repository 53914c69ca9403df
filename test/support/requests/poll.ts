import assert from 'node:assert/strict';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { brotliDecompressSync, gunzipSync, inflateSync, zstdDecompressSync } from 'node:zlib';
import type { TestLectern, TestOwner } from '../server/lectern.ts';
import { type ApiResponse, type JsonDocument, type RequestHeaders, requireContract } from './api.ts';
import { countWaiting } from './waiting-polls.ts';

/** Far more than the longest wait, on a loaded machine. */
const RESPONSE_MAX_MS = 45_000;
/** Time for a request to be received and judged. */
const PARK_MS = 300;
/** On a machine that is even slower, `waitUntilParked` proves less and fails no test. */
const PARK_MAX_MS = 10_000;
/** Polls of a server, by its URL, that have no response yet. */
const open = new Map<string, number>();
const count = (url: string, more: number) => open.set(url, (open.get(url) ?? 0) + more);
const DECODERS: Record<string, (bytes: Buffer) => Buffer> = {
  gzip: gunzipSync,
  br: brotliDecompressSync,
  deflate: inflateSync,
  zstd: zstdDecompressSync,
};
const ENVELOPE = ['schema_version', 'type', 'resource_type', 'resource_id', 'sequence', 'cursor', 'data'];

/** The Live that is polled, and whose credential is used: a LiveController is one. */
export interface Polled {
  readonly id: string;
  /** "/v1/lives/{live_id}" */
  readonly path: string;
  readonly owner: TestOwner;
}

export interface PollOptions {
  /** The cursor of the event before; absent: a first poll. */
  after?: string;
  /** Seconds; absent: the server's default. */
  wait?: number;
  /** Another bearer secret than the owner's; null: none. */
  token?: string | null;
  headers?: RequestHeaders;
  /** Absent: the whole Live. [D55] */
  view?: 'now';
  /** Instead of `after`, `wait` and `view`: the query as it is to be sent. */
  query?: string;
}

/** One poll, on a connection of its own. */
export interface PendingPoll {
  /** The URL of the server. */
  readonly url: string;
  /** Held against the server's OpenAPI document, like every response. Rejects when the connection ends without one. */
  readonly response: Promise<ApiResponse>;
  /** Whether the response has come, or the connection has ended. */
  readonly ended: boolean;
  /** Destroys the connection, as a client does that goes away. */
  abandon(): void;
}

/** Sends a poll. Content codings of `response.body` are decoded; its headers still name them. */
export function beginPoll(lectern: TestLectern, live: Polled, options: PollOptions = {}): PendingPoll {
  const { after, wait, view, token = live.owner.token, headers, query } = options;
  const given = [
    ...(after === undefined ? [] : [`after=${encodeURIComponent(after)}`]),
    ...(wait === undefined ? [] : [`wait=${wait}`]),
    ...(view === undefined ? [] : [`view=${view}`]),
  ];
  const path = `${live.path}/events${query ?? (given.length > 0 ? `?${given.join('&')}` : '')}`;
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  const request = httpRequest(
    lectern.url + path,
    {
      agent: false,
      signal: AbortSignal.timeout(RESPONSE_MAX_MS),
      headers: { ...(token !== null && { authorization: `Bearer ${token}` }), ...headers },
    },
    resolve,
  );
  request.once('error', reject).end();

  let ended = false;
  count(lectern.url, 1);
  const response = (async () => {
    try {
      const received = await readResponse(await promise);
      requireContract(lectern).check('GET', path, received);
      return received;
    } finally {
      ended = true;
      count(lectern.url, -1);
    }
  })();
  // A test that has no more use for a poll leaves it; those that wait for the response get the error all the same.
  response.catch(() => {});
  return {
    url: lectern.url,
    response,
    get ended() {
      return ended;
    },
    abandon: () => {
      request.destroy();
    },
  };
}

/** Sends a poll, and waits for its response. */
export function poll(lectern: TestLectern, live: Polled, options: PollOptions = {}): Promise<ApiResponse> {
  return beginPoll(lectern, live, options).response;
}

async function readResponse(response: IncomingMessage): Promise<ApiResponse> {
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk);
  const headers = new Headers();
  const raw = response.rawHeaders;
  for (let at = 0; at < raw.length; at += 2) headers.append(raw[at]!, raw[at + 1]!);
  const coding = headers.get('content-encoding');
  const bytes = Buffer.concat(chunks);
  const text = (coding === null ? bytes : DECODERS[coding]!(bytes)).toString();
  return {
    status: response.statusCode!,
    headers,
    etag: headers.get('etag'),
    body: text === '' ? null : JSON.parse(text),
  };
}

/** Gives the polls time to come to their waiting, and demands that none of them has a response. */
export async function waitUntilParked(...polls: readonly PendingPoll[]): Promise<void> {
  await sleep(PARK_MS);
  const deadline = performance.now() + PARK_MAX_MS;
  for (const url of new Set(polls.map((each) => each.url))) {
    while ((await countWaiting(url)) < open.get(url)! && performance.now() < deadline) await sleep(20);
  }
  for (const { ended, response } of polls) {
    if (ended) assert.fail(`a poll did not wait: ${await response.then(({ body }) => JSON.stringify(body), String)}`);
  }
}

export type EventType = 'live.snapshot' | 'live.changed' | 'live.now' | 'live.now_changed' | 'stream.heartbeat';

/** The response is an event of this type and this Live, in the envelope of [Events]. Returns it. */
export function requireEvent(
  { status, headers, etag, body }: ApiResponse,
  live: Polled,
  type: EventType,
): JsonDocument {
  assert.deepEqual([status, body?.type], [200, type], JSON.stringify(body).slice(0, 500));
  assert.deepEqual(Object.keys(body).toSorted(), ENVELOPE.toSorted());
  assert.deepEqual([body.resource_type, body.resource_id], ['live', live.id]);
  assert.ok(Number.isInteger(body.schema_version) && Number.isInteger(body.sequence));
  assert.ok(typeof body.cursor === 'string' && body.cursor.length > 0 && body.cursor.length <= 512, '[D24]');
  assert.equal(body.data === null, type === 'stream.heartbeat');
  assert.equal(headers.get('cache-control'), 'private, no-store', '[Events] always private and no-store');
  assert.equal(etag, null, 'the cursor is not an ETag, and there is no other');
  return body;
}

/** A first poll: where a watcher begins. */
export async function readSnapshot(lectern: TestLectern, live: Polled): Promise<JsonDocument> {
  return requireEvent(await poll(lectern, live), live, 'live.snapshot');
}
