import { findFreePort } from '../../test/support/server/free-port.ts';
import type { BenchmarkExtent } from '../extent.ts';
import { type BenchmarkServer, EDITION } from '../lectern-server.ts';
import type { FanOutLoad, FanOutLoadResult } from '../load/fan-out.ts';
import { MARKER_LENGTH } from '../load/payload.ts';
import { median } from '../load/quantile.ts';
import { isListening, runProgram, startPinnedServer } from '../pinned-process.ts';
import { type ResultRow, toRatioRow } from '../results.ts';

const REQUIRED_COST = 1.25;
const REQUIRED_DELAY = 1.15;
const REQUIRED_KIBIBYTES = 22;
const PUBLISHES = 15;
/** Bytes that raw-stream.ts and HTTP chunks add to the payload, so that both servers send messages of one size. */
const RAW_FRAME_BYTES = 15;

type Hall = { viewers: number; verseCharacters: number; chapter: number; gapMilliseconds: number };

/**
 * One change to many viewers of one Live, against node:http writing one pre-framed buffer of the same size to each
 * socket.
 */
export async function measureFanOut(
  lectern: BenchmarkServer,
  { rounds, viewers }: BenchmarkExtent,
): Promise<ResultRow[]> {
  // The gaps leave a server time to have sent one change before the next, at some 15 µs a viewer.
  const short: Hall = { viewers, verseCharacters: 600, chapter: EDITION.of600, gapMilliseconds: viewers * 0.03 };
  const long: Hall = { viewers, verseCharacters: 6144, chapter: EDITION.of6144, gapMilliseconds: viewers * 0.04 };
  const full: Hall = { ...short, viewers: 2 * viewers, gapMilliseconds: viewers * 0.06 };
  const rows: ResultRow[] = [];
  for (const hall of [short, long]) {
    const ours: FanOutLoadResult[] = [];
    const baseline: FanOutLoadResult[] = [];
    for (let round = 0; round < rounds; round++) {
      const result = await fanOurs(lectern, hall);
      ours.push(result);
      baseline.push(await fanRaw(hall, result.bytesPerMessage));
    }
    rows.push(...compare(hall, ours, baseline));
    if (hall === short) rows.push(toMemoryRow(hall, ours, baseline));
  }
  const ours = await fanOurs(lectern, full);
  return [...rows, toLossRow(full, [ours])];
}

async function fanOurs(
  lectern: BenchmarkServer,
  { viewers, chapter, gapMilliseconds }: Hall,
): Promise<FanOutLoadResult> {
  const liveId = await lectern.createLive();
  return await fan({
    port: lectern.port,
    pid: lectern.pid,
    streams: viewers,
    path: lectern.streamPath(liveId),
    ready: lectern.streamReady,
    request: lectern.pushRequest(liveId, chapter),
    gapMilliseconds,
  });
}

/** A new process each time: memory left over from the last one would hide what a stream costs. */
async function fanRaw({ viewers, gapMilliseconds }: Hall, bytesPerMessage: number): Promise<FanOutLoadResult> {
  const port = await findFreePort();
  const raw = await startPinnedServer('./baselines/raw-stream.ts', [], { PORT: String(port) }, () => isListening(port));
  const payloadCharacters = Math.max(MARKER_LENGTH, bytesPerMessage - RAW_FRAME_BYTES);
  const request = { method: 'POST', path: '/', body: '{payload}' };
  const { pid } = raw;
  try {
    return await fan({
      port,
      pid,
      path: '/',
      streams: viewers,
      ready: ':',
      request,
      payloadCharacters,
      gapMilliseconds,
    });
  } finally {
    await raw.stop();
  }
}

const fan = (options: FanOutLoad) =>
  runProgram<FanOutLoadResult>('load', './load/fan.ts', { ...options, publishes: PUBLISHES });

function compare(
  { viewers, verseCharacters }: Hall,
  ours: FanOutLoadResult[],
  baseline: FanOutLoadResult[],
): ResultRow[] {
  const hall = `${viewers} viewers, a verse of ${verseCharacters}`;
  const cost = (results: FanOutLoadResult[]) =>
    median(results.map(({ serverMicrosecondsPerMessage }) => serverMicrosecondsPerMessage ?? Number.NaN));
  const delay = (results: FanOutLoadResult[]) => median(results.map(({ p99Milliseconds }) => p99Milliseconds));
  const bytes = (results: FanOutLoadResult[]) => `${results[0]!.bytesPerMessage} bytes`;
  return [
    toRatioRow(`CPU time per delivered message, ${hall}`, {
      ours: cost(ours),
      baseline: cost(baseline),
      toText: (value) => `${value} µs`,
      notes: [bytes(ours), bytes(baseline)],
      atMost: REQUIRED_COST,
    }),
    toRatioRow(`from push to screen, p99, ${hall}`, {
      ours: delay(ours),
      baseline: delay(baseline),
      toText: (value) => `${value} ms`,
      atMost: REQUIRED_DELAY,
    }),
    toLossRow({ viewers, verseCharacters }, ours),
  ];
}

function toMemoryRow({ viewers }: Hall, ours: FanOutLoadResult[], baseline: FanOutLoadResult[]): ResultRow {
  // The first round's: later ones reuse what the process has kept.
  const kibibytes = (results: FanOutLoadResult[]) => results[0]!.residentKibibytesPerStream ?? Number.NaN;
  return {
    measure: `memory per viewer, ${viewers} viewers`,
    ours: `${kibibytes(ours)} KiB`,
    baseline: `${kibibytes(baseline)} KiB`,
    ratio: kibibytes(ours) / kibibytes(baseline),
    required: `≤ ${REQUIRED_KIBIBYTES} KiB`,
    met: kibibytes(ours) <= REQUIRED_KIBIBYTES,
  };
}

function toLossRow(
  { viewers, verseCharacters }: Pick<Hall, 'viewers' | 'verseCharacters'>,
  ours: FanOutLoadResult[],
): ResultRow {
  const faults = ours.reduce((sum, { lost, duplicated, closed }) => sum + lost + duplicated + closed, 0);
  const changes = ours.reduce((sum, { publishes }) => sum + publishes, 0);
  return {
    measure: `messages lost or duplicated, ${viewers} viewers × ${changes} changes, a verse of ${verseCharacters}`,
    ours: `${faults}`,
    baseline: null,
    ratio: null,
    required: '0',
    met: faults === 0,
  };
}
