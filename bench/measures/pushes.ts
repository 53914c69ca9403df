import { findFreePort } from '../../test/support/server/free-port.ts';
import type { RawSqliteResult } from '../baselines/raw-sqlite.ts';
import type { BenchmarkExtent } from '../extent.ts';
import { type BenchmarkServer, EDITION } from '../lectern-server.ts';
import type { FanOutLoad, FanOutLoadResult } from '../load/fan-out.ts';
import type { PushLoad, PushLoadResult } from '../load/push.ts';
import { median, medianRatio } from '../load/quantile.ts';
import { isListening, runProgram, startPinnedServer } from '../pinned-process.ts';
import { type ResultRow, toRoundsRow } from '../results.ts';

const REQUIRED_GROWTH = 2;
/** Ids, positions and sequences of a long queue have more digits: that is not growth with the queue. */
const MORE_BYTES_ALLOWED = 16;
const PUSHES = 2000;
/** Enough for the engine to have compiled what is measured: a server is not restarted for every service. */
const WARM_PUSHES = 2000;
const COMPARED_PUSHES = 300;
const WATCHING_STREAMS = 5;

/** One client's acknowledged single-verse pushes, against transactions of node:sqlite on the same file system. */
export async function measurePushes(
  lectern: BenchmarkServer,
  { rounds, folder }: BenchmarkExtent,
): Promise<ResultRow[]> {
  const ours: number[] = [];
  const baseline: number[] = [];
  const bare: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const liveId = await lectern.createLive();
    const pushed = await push(lectern, liveId, PUSHES, WARM_PUSHES);
    ours.push(pushed.acknowledgedPerSecond);
    const options = {
      transactions: PUSHES,
      warmTransactions: WARM_PUSHES,
      directory: folder,
      payloadCharacters: EDITION.verseCharacters,
    };
    const raw = await runProgram<RawSqliteResult>('server', './baselines/raw-sqlite.ts', options);
    baseline.push(raw.transactionsPerSecond);
    bare.push(await pushToBareServer());
  }
  const row = toRoundsRow('acknowledged pushes, one client', {
    ours,
    baseline,
    toText: (value) => `${Math.round(value)}/s`,
  });
  const ceiling = {
    measure: 'the same, against a bare node:http server that does that transaction and nothing else',
    ours: `${median(ours)}/s`,
    baseline: `${median(bare)}/s`,
    ratio: medianRatio(ours, bare),
    required: 'none',
    met: true,
  };
  return [row, ceiling, ...(await measureLongQueue(lectern, rounds))];
}

/** A push onto a queue of 5,000 against one onto an empty queue: its time, and the bytes it sends to a viewer. */
async function measureLongQueue(lectern: BenchmarkServer, rounds: number): Promise<ResultRow[]> {
  const milliseconds = { empty: [] as number[], long: [] as number[] };
  const bytes = { empty: [] as number[], long: [] as number[] };
  for (let round = 0; round < rounds; round++) {
    for (const length of ['empty', 'long'] as const) {
      const liveId = await lectern.createLive();
      if (length === 'long') await lectern.fillQueue(liveId);
      bytes[length].push(await countViewerBytes(lectern, liveId));
      const pushed = await push(lectern, liveId, COMPARED_PUSHES, 0);
      milliseconds[length].push(pushed.p50Milliseconds);
    }
  }
  const growth = median(milliseconds.long) / median(milliseconds.empty);
  const longBytes = median(bytes.long);
  const emptyBytes = median(bytes.empty);
  return [
    {
      measure: `push onto a queue of ${EDITION.fillingVerses} (baseline: onto an empty one)`,
      ours: `${median(milliseconds.long)} ms`,
      baseline: `${median(milliseconds.empty)} ms`,
      ratio: growth,
      required: `≤ ${REQUIRED_GROWTH}`,
      met: growth <= REQUIRED_GROWTH,
    },
    {
      measure: 'bytes of that push to one viewer',
      ours: `${longBytes}`,
      baseline: `${emptyBytes}`,
      ratio: longBytes / emptyBytes,
      required: 'no more (digits aside)',
      met: longBytes <= emptyBytes + MORE_BYTES_ALLOWED,
    },
  ];
}

async function pushToBareServer(): Promise<number> {
  const port = await findFreePort();
  const server = await startPinnedServer('./baselines/bare-server.ts', [], { PORT: String(port) }, () =>
    isListening(port),
  );
  try {
    const headers = { 'Content-Type': 'application/json', 'If-Match': '{etag}' };
    const request = { method: 'POST', path: '/', etagPath: '/', headers, body: '{"verse":{n}}' };
    const options: PushLoad = { port, requests: [request], pushes: PUSHES, warmPushes: WARM_PUSHES, awake: true };
    return (await runProgram<PushLoadResult>('load', './load/push.ts', options)).acknowledgedPerSecond;
  } finally {
    await server.stop();
  }
}

async function push(lectern: BenchmarkServer, liveId: string, pushes: number, warmPushes: number) {
  const { port, pid } = lectern;
  const requests = [lectern.pushRequest(liveId)];
  const options: PushLoad = { port, pid, requests, pushes, warmPushes, numbers: EDITION.verses, awake: true };
  return await runProgram<PushLoadResult>('load', './load/push.ts', options);
}

async function countViewerBytes(lectern: BenchmarkServer, liveId: string): Promise<number> {
  const options: FanOutLoad = {
    port: lectern.port,
    path: lectern.streamPath(liveId),
    ready: lectern.streamReady,
    request: lectern.pushRequest(liveId),
    streams: WATCHING_STREAMS,
    publishes: 10,
    warmPublishes: 1,
    gapMilliseconds: 30,
  };
  const { bytesPerMessage, lost } = await runProgram<FanOutLoadResult>('load', './load/fan.ts', options);
  if (lost > 0) throw new Error(`${lost} changes were lost while their bytes were counted`);
  return bytesPerMessage;
}
