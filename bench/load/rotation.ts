/**
 * Viewers with the secret of a protected Live, and how long after its rotation the last of them is gone.
 *
 * Usage: `node rotation.ts '{"port": 8080, "liveId": "…", "viewers": 1000, "authorization": {…}}'` (RotationLoad).
 * Prints one JSON line (RotationLoadResult).
 */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { round } from './quantile.ts';

export type RotationLoad = {
  port: number;
  liveId: string;
  viewers: number;
  authorization: Record<string, string>;
};

export type RotationLoadResult = {
  viewers: number;
  /** From the request that rotates to the end of the last stream, and to its answer. */
  goneMilliseconds: number;
  answeredMilliseconds: number;
};

const STREAM_BEGINS = 'event: state';

const { port, liveId, viewers, authorization } = JSON.parse(process.argv[2] ?? '{}') as RotationLoad;
const origin = `http://127.0.0.1:${port}`;

const current = await fetch(`${origin}/v1/lives/${liveId}`, { headers: authorization });
const shown = await secret('POST', current.headers.get('etag')!);
const entered = await fetch(`${origin}/l/${liveId}/secret`, {
  method: 'POST',
  body: new URLSearchParams({ secret: shown.secret }),
  redirect: 'manual',
});
const cookie = entered.headers.get('set-cookie')!.split(';', 1)[0]!;

const sockets: Socket[] = [];
for (let viewer = 0; viewer < viewers; viewer++) sockets.push(await openStream());
const ended = Promise.all(sockets.map((socket) => once(socket, 'end')));

const startedAt = performance.now();
const answered = secret('PUT', shown.etag).then(() => performance.now() - startedAt);
await ended;
const result: RotationLoadResult = {
  viewers,
  goneMilliseconds: round(performance.now() - startedAt),
  answeredMilliseconds: round(await answered),
};
console.log(JSON.stringify(result));
for (const socket of sockets) socket.destroy();

async function secret(method: 'POST' | 'PUT', etag: string): Promise<{ secret: string; etag: string }> {
  const response = await fetch(`${origin}/v1/lives/${liveId}/audience-secret`, {
    method,
    headers: { ...authorization, 'Content-Type': 'application/json', 'If-Match': etag },
    body: '{}',
  });
  if (!response.ok) throw new Error(`${method} audience-secret: ${response.status} ${await response.text()}`);
  const body = (await response.json()) as { secret: string };
  return { secret: body.secret, etag: response.headers.get('etag')! };
}

/** Resolves once the stream has begun. */
async function openStream(): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  socket.write(`GET /l/${liveId}/stream HTTP/1.1\r\nHost: 127.0.0.1\r\nCookie: ${cookie}\r\n\r\n`);
  let text = '';
  while (!text.includes(STREAM_BEGINS)) text += String((await once(socket, 'data'))[0]);
  socket.resume();
  return socket;
}
