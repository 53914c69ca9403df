/**
 * Opens some streams of Server-Sent Events, publishes some changes, and follows each change to each stream.
 * A change has arrived at a stream when the end marker of its text (payload.ts) has been read from that socket.
 *
 * Usage: `node fan.ts '{"port": 8080, "path": "/stream", "streams": 2000, "request": {…}}'` (FanOutLoad).
 * Prints one JSON line (FanOutLoadResult).
 */
import { connect, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { MARKER_LENGTH, MARKER_START, readMarker, toPayload } from './payload.ts';
import { difference, readCpuMicroseconds, readResidentKibibytes } from './process-cost.ts';
import { openPushChain, type PushRequest } from './push-chain.ts';
import { median, quantile, round } from './quantile.ts';

export type FanOutLoad = {
  port: number;
  path: string;
  streams: number;
  request: PushRequest;
  /** Measured changes; default 20. */
  publishes?: number;
  /** Unmeasured ones before; default 3. */
  warmPublishes?: number;
  /** From the beginning of one publish to the next; default 150. */
  gapMilliseconds?: number;
  /** Length of `{payload}`; default 600. */
  payloadCharacters?: number;
  /** Text in a stream's first bytes that tells that it is subscribed; default: the end of the answer's head. */
  ready?: string;
  /** Number of the first publish, where they name something that exists on the server; default 1. */
  firstNumber?: number;
  pid?: number;
};

export type FanOutLoadResult = {
  streams: number;
  publishes: number;
  delivered: number;
  lost: number;
  duplicated: number;
  /** Streams that the server closed. */
  closed: number;
  /** Medians over the publishes; each runs from just before the publish was sent. */
  p50Milliseconds: number;
  p99Milliseconds: number;
  slowestMilliseconds: number;
  bytesPerMessage: number;
  serverMicrosecondsPerMessage: number | null;
  /** This program's own cost: read it before believing a latency. */
  loadMicrosecondsPerMessage: number;
  residentKibibytesPerStream: number | null;
  serverResidentMebibytes: number | null;
};

type Stream = { index: number; carry: Buffer | null };

const OPENING_AT_ONCE = 64;
const STRAGGLER_WAIT_MILLISECONDS = 5_000;
const SETTLE_MILLISECONDS = 1_000;
const READ_BUFFER_BYTES = 256 * 1024;

const load = JSON.parse(process.argv[2] ?? '{}') as FanOutLoad;
const { port, path, streams, pid, publishes = 20, warmPublishes = 3, gapMilliseconds = 150, firstNumber = 1 } = load;
const total = warmPublishes + publishes;
const sentAt = new Float64Array(total);
const latencies: number[][] = Array.from({ length: total }, () => []);
const seen = new Uint8Array(total * streams);
let duplicated = 0;
let closed = 0;
let bytesRead = 0;
let finished = false;

const readBuffer = new Uint8Array(READ_BUFFER_BYTES);
const residentBefore = pid ? readResidentKibibytes(pid) : null;
const sockets: Socket[] = [];
const waiting = Array.from({ length: streams }, (_, index) => index);
await Promise.all(
  Array.from({ length: OPENING_AT_ONCE }, async () => {
    for (let index = waiting.pop(); index !== undefined; index = waiting.pop()) sockets.push(await openStream(index));
  }),
);
await delay(SETTLE_MILLISECONDS);
const resident = pid ? readResidentKibibytes(pid) : null;

const chain = await openPushChain(port, load.request);
await publish(0, warmPublishes);
const serverBefore = pid ? readCpuMicroseconds(pid) : null;
const ownBefore = process.cpuUsage();
const bytesBefore = bytesRead;
await publish(warmPublishes, total);
const server = difference(pid ? readCpuMicroseconds(pid) : null, serverBefore);
const own = process.cpuUsage(ownBefore);
const bytes = bytesRead - bytesBefore;
finished = true;
for (const socket of sockets) socket.destroy();
chain.close();

const measured = latencies.slice(warmPublishes);
const delivered = measured.reduce((sum, { length }) => sum + length, 0);
const perMessage = (value: number) => round(value / Math.max(1, delivered));
const residentDifference = difference(resident, residentBefore);
const result: FanOutLoadResult = {
  streams,
  publishes,
  delivered,
  lost: streams * publishes - delivered,
  duplicated,
  closed,
  p50Milliseconds: round(median(measured.map((values) => quantile(values, 0.5)))),
  p99Milliseconds: round(median(measured.map((values) => quantile(values, 0.99)))),
  slowestMilliseconds: round(quantile(measured.flat(), 1)),
  bytesPerMessage: Math.round(perMessage(bytes)),
  serverMicrosecondsPerMessage: server === null ? null : perMessage(server),
  loadMicrosecondsPerMessage: perMessage(own.user + own.system),
  residentKibibytesPerStream: residentDifference === null ? null : round(residentDifference / streams),
  serverResidentMebibytes: resident === null ? null : round(resident / 1024),
};
console.log(JSON.stringify(result));

/**
 * Publishes numbers `from` up to `to`, at even distances, and waits until all have arrived or stragglers are given up.
 */
async function publish(from: number, to: number): Promise<void> {
  let due = performance.now();
  for (let index = from; index < to; index++) {
    await delay(Math.max(0, due - performance.now()));
    due += gapMilliseconds;
    const number = firstNumber + index;
    const payload = toPayload(number, load.payloadCharacters ?? 600);
    sentAt[index] = performance.now();
    await chain.push(number, payload);
  }
  const deadline = performance.now() + STRAGGLER_WAIT_MILLISECONDS;
  const complete = () => latencies.slice(from, to).every(({ length }) => length >= streams);
  while (!complete() && performance.now() < deadline) await delay(5);
  // What comes twice comes late.
  await delay(gapMilliseconds);
}

/** Resolves when the stream is subscribed. */
function openStream(index: number): Promise<Socket> {
  const stream: Stream = { index, carry: null };
  let greeting: string | null = '';
  return new Promise((resolve, reject) => {
    const socket = connect({
      port,
      host: '127.0.0.1',
      onread: {
        buffer: readBuffer,
        callback: (count) => {
          if (greeting === null) {
            read(stream, Buffer.from(readBuffer.buffer, 0, count));
            return true;
          }
          greeting += Buffer.from(readBuffer.buffer, 0, count).toString('latin1');
          const bodyStart = greeting.indexOf('\r\n\r\n') + 4;
          if (bodyStart < 4) return true;
          if (greeting.slice(9, 12) !== '200') {
            reject(new Error(`stream ${index} was refused:\n${greeting}`));
            socket.destroy();
          } else if (!load.ready || greeting.indexOf(load.ready, bodyStart) >= 0) {
            greeting = null;
            resolve(socket);
          }
          return true;
        },
      },
    });
    socket.on('error', reject);
    socket.on('close', () => {
      if (!finished) closed++;
    });
    socket.write(`GET ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nAccept: text/event-stream\r\n\r\n`, 'latin1');
  });
}

function read(stream: Stream, fresh: Buffer): void {
  const now = performance.now();
  bytesRead += fresh.length;
  const bytes = stream.carry ? Buffer.concat([stream.carry, fresh]) : fresh;
  stream.carry = null;
  let at = bytes.indexOf(MARKER_START, 0, 'latin1');
  let rest = 0;
  while (at >= 0 && at + MARKER_LENGTH <= bytes.length) {
    count(stream.index, readMarker(bytes, at), now);
    rest = at + MARKER_LENGTH;
    at = bytes.indexOf(MARKER_START, rest, 'latin1');
  }
  // The beginning of a marker whose end the next read brings; the buffer is shared, so it is copied.
  const keepFrom = at >= 0 ? at : bytes[bytes.length - 1] === MARKER_START.charCodeAt(0) ? bytes.length - 1 : -1;
  if (keepFrom >= rest) stream.carry = Buffer.from(bytes.subarray(keepFrom));
}

function count(stream: number, number: number, now: number): void {
  const index = number - firstNumber;
  if (!(index >= 0 && index < total) || sentAt[index] === 0) return;
  const place = index * streams + stream;
  if (seen[place]) {
    duplicated++;
    return;
  }
  seen[place] = 1;
  latencies[index]!.push(now - sentAt[index]!);
}
