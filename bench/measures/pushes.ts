import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openRawTransaction } from '../baselines/raw-transaction.ts';
import { fillQueue, type MeasuredServer, startMeasuredServer } from '../lectern.ts';
import { measureRequests, type PushTarget, pushTo, toPushTarget } from '../load/requests.ts';
import { openViewers } from '../load/viewers.ts';
import { type Program, startProgram } from '../programs.ts';
import { type Extent, type ResultRow, toRow } from '../results.ts';

const WARM_SECONDS = 2;
const SEEN_PUSHES = 20;
/** Ids, positions and sequences of a long queue have more digits, which is not growth with the queue. */
const BYTES_RATIO_MAX = 1.05;
const GROWTH_MAX = 2;

/** Measures the acknowledged pushes of one client, each with the ETag of the one before. */
export async function measurePushes({ rounds, seconds }: Extent): Promise<ResultRow[]> {
  const folder = mkdtempSync(join(tmpdir(), 'lectern-bench-'));
  await using lectern = await startMeasuredServer();
  await using raw = await startProgram('./baselines/raw-pushes.ts', { argument: folder });
  const bare: PushTarget = { path: '/', headers: {}, body: '{"verse":16}', etag: '"0"' };
  const push = async (program: Program, target: PushTarget, duration: number) =>
    (await measureRequests(program, 200, { ...pushTo(target), duration })).perSecond;
  const pushToLive = async (duration: number, fill = false) => {
    const live = await lectern.createLive();
    if (fill) await fillQueue(live);
    return push(lectern, toPushTarget(live), duration);
  };

  const transaction = openRawTransaction(join(folder, 'transactions.db'));
  let sequence = 0;
  const commit = () => {
    const [begun, first] = [performance.now(), sequence];
    while (performance.now() - begun < seconds * 1_000) transaction.run(sequence++);
    return ((sequence - first) / (performance.now() - begun)) * 1_000;
  };

  await pushToLive(WARM_SECONDS);
  await push(raw, bare, WARM_SECONDS);
  const figures = { ours: [] as number[], raw: [] as number[], transactions: [] as number[], long: [] as number[] };
  for (let round = 0; round < rounds; round++) {
    figures.ours.push(await pushToLive(seconds));
    figures.raw.push(await push(raw, bare, seconds));
    figures.transactions.push(commit());
    figures.long.push(await pushToLive(seconds, true));
  }
  transaction.close();
  rmSync(folder, { recursive: true });
  const toMilliseconds = (rates: number[]) => rates.map((rate) => 1_000 / rate);
  return [
    toRow('acknowledged pushes of one client (baseline: node:http with such a transaction)', {
      ours: figures.ours,
      baseline: figures.raw,
      unit: '/s',
    }),
    toRow('the same (baseline: such transactions of node:sqlite)', {
      ours: figures.ours,
      baseline: figures.transactions,
      unit: '/s',
    }),
    toRow('push onto a queue of 5,000 (baseline: onto an empty one)', {
      ours: toMilliseconds(figures.long),
      baseline: toMilliseconds(figures.ours),
      unit: 'ms',
      ratioMost: GROWTH_MAX,
    }),
    toRow('bytes of that push to one viewer', {
      ours: [await countViewerBytes(lectern, true)],
      baseline: [await countViewerBytes(lectern, false)],
      unit: 'bytes',
      ratioMost: BYTES_RATIO_MAX,
    }),
  ];
}

async function countViewerBytes(lectern: MeasuredServer, fill: boolean): Promise<number> {
  const live = await lectern.createLive();
  if (fill) await fillQueue(live);
  const viewers = await openViewers(lectern.port, `/l/${live.liveId}/stream`, 1);
  const before = viewers.bytes;
  for (let push = 0; push < SEEN_PUSHES; push++) await live.push('John 3:16');
  const bytes = viewers.bytes - before;
  viewers.close();
  return bytes / SEEN_PUSHES;
}
