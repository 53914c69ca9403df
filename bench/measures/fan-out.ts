import { setTimeout as delay } from 'node:timers/promises';
import { startMeasuredServer } from '../lectern.ts';
import { openViewers } from '../load/viewers.ts';
import { type Program, startProgram } from '../programs.ts';
import { type Extent, percentile, type ResultRow, toRow } from '../results.ts';

const COST_RATIO_MAX = 1.25;
const DELAY_RATIO_MAX = 1.5;
const KIBIBYTES_MAX = 25;
const WARM_CHANGES = 3;
const CHANGES = 15;
/** From one change to the next, for each viewer. It leaves a server time to send one before the next. */
const GAP_MS_PER_VIEWER = 0.04;
const SETTLE_MS = 1_000;
/** Bytes that raw-stream.ts and HTTP chunks add to a payload. */
const RAW_FRAME_BYTES = 30;

const CONTENTS = [
  { name: 'a verse', passage: 'Esther 8:9' },
  { name: 'a chapter', passage: 'Psalm 33' },
];

/** Measures one change to many viewers of one Live, against node:http that writes one buffer to each socket. */
export async function measureFanOut({ rounds, viewers }: Extent): Promise<ResultRow[]> {
  // What is measured begins with the commit, so that no wait for the disk is part of it.
  await using lectern = await startMeasuredServer({ settings: { LECTERN_SQLITE_SYNCHRONOUS: 'NORMAL' } });
  const rows: ResultRow[] = [];
  for (const { name, passage } of CONTENTS) {
    const [ours, baseline]: [FanFigures[], FanFigures[]] = [[], []];
    for (let round = 0; round < rounds; round++) {
      const live = await lectern.createLive();
      ours.push(await publish(lectern, `/l/${live.liveId}/stream`, viewers, () => live.push(passage)));
      // A new process each time, because a process keeps memory of earlier streams.
      await using raw = await startProgram('./baselines/raw-stream.ts');
      const body = 'x'.repeat(ours[0]!.bytes - RAW_FRAME_BYTES);
      baseline.push(await publish(raw, '/', viewers, () => fetch(raw.url, { method: 'POST', body })));
    }
    const hall = `${viewers} viewers, ${name} (${ours[0]!.bytes} bytes)`;
    const faults = ours.reduce((sum, each) => sum + each.faults, 0);
    const both = (field: keyof FanFigures) => ({
      ours: ours.map((each) => each[field]),
      baseline: baseline.map((each) => each[field]),
    });
    rows.push(
      toRow(`CPU time per message, ${hall}`, { ...both('cpu'), unit: 'µs', ratioMost: COST_RATIO_MAX }),
      toRow(`from push to viewer, p99, ${hall}`, { ...both('p99'), unit: 'ms', ratioMost: DELAY_RATIO_MAX }),
      toRow(`messages lost or duplicated, ${hall}`, { ours: [faults], unit: 'messages', most: 0 }),
    );
    // The first round, because later ones use memory that the process has kept.
    const first = { ours: [ours[0]!.memory], baseline: [baseline[0]!.memory] };
    if (name === 'a verse')
      rows.push(toRow(`memory per viewer, ${viewers} viewers`, { ...first, unit: 'KiB', most: KIBIBYTES_MAX }));
  }
  return rows;
}

interface FanFigures {
  /** CPU time for each message, in microseconds. */
  readonly cpu: number;
  /** From before the change was sent until a viewer has it: the median of the changes. */
  readonly p99: number;
  readonly bytes: number;
  /** Memory of each viewer in KiB. */
  readonly memory: number;
  /** Messages that are missing or too many, and streams that were closed. */
  readonly faults: number;
}

async function publish(
  program: Program,
  path: string,
  count: number,
  change: () => Promise<unknown>,
): Promise<FanFigures> {
  // The first push to an empty Live is sent as a state.
  await change();
  const before = program.readMemory();
  const viewers = await openViewers(program.port, path, count);
  await delay(SETTLE_MS);
  const memory = (program.readMemory() - before) / count;
  const sentAt: number[] = [];
  const changeTimes = async (times: number) => {
    for (let time = 0; time < times; time++) {
      sentAt.push(performance.now());
      await Promise.all([change(), delay(GAP_MS_PER_VIEWER * count)]);
    }
    await delay(SETTLE_MS);
  };
  await changeTimes(WARM_CHANGES);
  const [cpu, bytes] = [program.readCpu(), viewers.bytes];
  await changeTimes(CHANGES);
  viewers.close();
  const missing = viewers.changes.reduce((sum, { length }) => sum + Math.abs(length - sentAt.length), 0);
  const delaysOf = (at: number) => viewers.changes.flatMap((times) => (at in times ? times[at]! - sentAt[at]! : []));
  const p99s = Array.from({ length: CHANGES }, (_, index) => percentile(delaysOf(WARM_CHANGES + index), 99));
  return {
    cpu: (program.readCpu() - cpu) / (CHANGES * count),
    p99: percentile(p99s, 50),
    bytes: Math.round((viewers.bytes - bytes) / (CHANGES * count)),
    memory,
    faults: missing + viewers.closed,
  };
}
