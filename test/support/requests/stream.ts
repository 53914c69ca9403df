import { request as begin, type ClientRequest, get, type IncomingMessage } from 'node:http';
import type { ViewerChange, ViewerState } from '../../../src/contract/viewer.ts';

/** Far more than anything takes on a loaded machine. */
const TAKE_MAX_MS = 10_000;

/** One server-sent event as it came. */
export interface ReceivedStreamEvent {
  readonly name: string;
  readonly id: string | undefined;
  readonly data: string;
  /** The index of the page that the event is for, on a stream of several pages. */
  readonly subscription: number | undefined;
  /** Length of its lines as they came, bytes. */
  readonly bytes: number;
}

/** An audience stream that a test reads. */
export interface AudienceStream {
  readonly response: IncomingMessage;
  /** Everything that has come, beats and all. */
  readonly events: readonly ReceivedStreamEvent[];
  /** Resolves with the first event that fits and has not been taken before; rejects when none comes. */
  take(fits: (event: ReceivedStreamEvent) => boolean): Promise<ReceivedStreamEvent>;
  takeState(): Promise<ViewerState>;
  takeChange(): Promise<ViewerChange>;
  /** Resolves when the stream has ended: true if the server ended it in order, false if the connection broke. */
  readonly ended: Promise<boolean>;
  close(): void;
}

/** Opens `GET {origin}/l/{live_id}/stream`; resolves with the head of the response, which must be a 200. */
export const openStream = (
  origin: string,
  liveId: string,
  headers: Record<string, string> = {},
): Promise<AudienceStream> => openStreamAt(`${origin}/l/${liveId}/stream`, headers);

/** Opens a stream at another address. */
export async function openStreamAt(url: string, headers: Record<string, string>): Promise<AudienceStream> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  // No agent: every viewer has a connection of its own.
  const request: ClientRequest = get(url, { headers, agent: false }, resolve);
  request.on('error', reject);
  const response = await promise;
  if (response.statusCode !== 200) {
    request.destroy();
    throw new Error(`The stream was refused with ${response.statusCode}.`);
  }
  return readStream(response, () => request.destroy());
}

/** One page on a stream of several. */
export interface SharedSubscription {
  readonly liveId: string;
  readonly lastEventId?: string | undefined;
}

/** Opens `POST {origin}/l/streams`; resolves with the head of the response, which must be a 200. */
export async function openSharedStream(
  origin: string,
  subscriptions: readonly SharedSubscription[],
  headers: Record<string, string> = {},
): Promise<AudienceStream> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  const options = { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, agent: false };
  const request = begin(`${origin}/l/streams`, options, resolve);
  request.on('error', reject);
  request.end(
    JSON.stringify({
      subscriptions: subscriptions.map(({ liveId }) => ({ live_id: liveId })),
      last_event_ids: subscriptions.map(({ lastEventId }) => lastEventId ?? null),
    }),
  );
  const response = await promise;
  if (response.statusCode !== 200) {
    request.destroy();
    throw new Error(`The stream was refused with ${response.statusCode}.`);
  }
  return readStream(response, () => request.destroy());
}

function readStream(response: IncomingMessage, close: () => void): AudienceStream {
  const events: ReceivedStreamEvent[] = [];
  let taken = 0;
  let waiting: (() => void)[] = [];
  let over = false;
  const wake = () => {
    const woken = waiting;
    waiting = [];
    for (const resolve of woken) resolve();
  };
  const ended = new Promise<boolean>((resolve) => {
    response.once('close', () => {
      over = true;
      wake();
      resolve(response.complete);
    });
  });
  response.on('error', () => response.destroy());
  let rest = '';
  const begun: ReceivedStreamEvent[] = [];
  let subscription: number | undefined;
  response.setEncoding('utf8').on('data', (text: string) => {
    const blocks = (rest + text).split('\n\n');
    rest = blocks.pop()!;
    for (const block of blocks) {
      const event = toEvent(block, subscription);
      if (!event) continue;
      if (event.name === 'subscription') subscription = Number(event.data);
      else if (event.name === 'part') begun.push(event);
      else events.push(withParts(event, begun.splice(0)));
    }
    wake();
  });

  const had = () => events.map(({ name }) => name).join(', ') || 'nothing';
  const take = async (fits: (event: ReceivedStreamEvent) => boolean): Promise<ReceivedStreamEvent> => {
    const deadline = Date.now() + TAKE_MAX_MS;
    for (;;) {
      const index = events.findIndex((event, at) => at >= taken && fits(event));
      if (index >= 0) {
        taken = index + 1;
        return events[index]!;
      }
      if (over) throw new Error(`The stream ended; it had ${had()}.`);
      if (Date.now() >= deadline) throw new Error(`Nothing that fits came in time; the stream had ${had()}.`);
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, deadline - Date.now());
        waiting.push(() => {
          clearTimeout(timer);
          resolve();
        });
      });
    }
  };
  return {
    response,
    events,
    take,
    takeState: async () => JSON.parse((await take(({ name }) => name === 'state')).data),
    takeChange: async () => JSON.parse((await take(({ name }) => name === 'change')).data),
    ended,
    close,
  };
}

const withParts = (event: ReceivedStreamEvent, parts: readonly ReceivedStreamEvent[]): ReceivedStreamEvent => ({
  ...event,
  data: [...parts, event].map(({ data }) => data).join(''),
  bytes: [...parts, event].reduce((sum, { bytes }) => sum + bytes, 0),
});

/** Null for a block of fields without an event, such as `retry: 1000`. Source: HTML Living Standard §9.2. */
function toEvent(block: string, subscription: number | undefined): ReceivedStreamEvent | null {
  const fields = new Map(
    block.split('\n').map((line) => {
      const [name, ...value] = line.split(':');
      return [name!, value.join(':').replace(/^ /, '')] as const;
    }),
  );
  const name = fields.get('event');
  if (name === undefined) return null;
  return {
    name,
    id: fields.get('id'),
    data: fields.get('data') ?? '',
    subscription,
    bytes: Buffer.byteLength(block),
  };
}
