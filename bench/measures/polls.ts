import type { RawPollAnswers } from '../baselines/raw-polls.ts';
import { type MeasuredServer, startMeasuredServer } from '../lectern.ts';
import { holdPolls, type PollFigures } from '../load/polls.ts';
import { startProgram } from '../programs.ts';
import { type Extent, type ResultRow, toRow, toText } from '../results.ts';

const POLLS_PER_LIVE = 50;
const CHANGES = 5;
const DELAY_RATIO_MAX = 1.5;
const MEMORY_RATIO_MAX = 2;
/** Headers that node:http adds itself, or that belong to one body. */
const ADDED = ['date', 'connection', 'keep-alive', 'transfer-encoding', 'content-length'];

/** Measures waiting polls on Lives that change in turn, against node:http that holds polls and sends the same bytes. */
export async function measurePolls({ rounds, polls }: Extent): Promise<ResultRow[]> {
  // What is measured begins with the commit, so that no wait for the disk is part of it.
  await using lectern = await startMeasuredServer({ settings: { LECTERN_SQLITE_SYNCHRONOUS: 'NORMAL' } });
  const argument = JSON.stringify(await recordAnswers(lectern));
  const count = Math.ceil(polls / POLLS_PER_LIVE);
  const [ours, baseline]: [PollFigures[], PollFigures[]] = [[], []];
  for (let round = 0; round < rounds; round++) {
    const lives = await Promise.all(Array.from({ length: count }, () => lectern.createLive()));
    const polled = lives.map((live) => ({
      path: `/v1/lives/${live.liveId}/events`,
      headers: lectern.authorization,
      change: () => live.push('John 3:16'),
    }));
    ours.push(await holdPolls(lectern, polled, { polls, changes: CHANGES }));
    await using raw = await startProgram('./baselines/raw-polls.ts', { argument });
    const paths = Array.from({ length: count }, (_, index) => `/${index}`);
    const held = paths.map((path) => ({
      path,
      headers: lectern.authorization,
      change: () => fetch(raw.url + path, { method: 'POST' }),
    }));
    baseline.push(await holdPolls(raw, held, { polls, changes: CHANGES }));
  }
  const both = (field: keyof PollFigures) => ({
    ours: ours.map((each) => each[field]),
    baseline: baseline.map((each) => each[field]),
  });
  const sum = (field: keyof PollFigures) => ours.reduce((total, each) => total + each[field], 0);
  const toNote = ([{ p50, bytes }]: [PollFigures]) => `p50 ${toText(p50)} ms, ${bytes} bytes`;
  // The first round, because later ones use memory that the process has kept.
  const memory = { ours: [ours[0]!.memory], baseline: [baseline[0]!.memory] };
  return [
    toRow(`from push to the response of a poll, p99, ${polls} polls on ${count} Lives`, {
      ...both('p99'),
      unit: 'ms',
      notes: [toNote([ours[0]!]), toNote([baseline[0]!])],
      ratioMost: DELAY_RATIO_MAX,
    }),
    toRow('CPU time per response, with its next poll and a share of the push', { ...both('cpu'), unit: 'µs' }),
    toRow('memory per waiting poll', { ...memory, unit: 'KiB', ratioMost: MEMORY_RATIO_MAX }),
    toRow(`polls that missed a change, were refused, cut off or answered twice, of ${sum('responses')} responses`, {
      ours: [sum('faults')],
      unit: 'polls',
      most: 0,
    }),
  ];
}

/** Records our responses to the polls of a Live before and after each change. */
async function recordAnswers({ url, authorization, createLive }: MeasuredServer): Promise<RawPollAnswers> {
  const live = await createLive();
  const bodies: string[] = [];
  let after = '';
  let headers: Record<string, string> = {};
  while (bodies.length <= 1 + CHANGES) {
    if (bodies.length > 0) await live.push('John 3:16');
    const response = await fetch(`${url}/v1/lives/${live.liveId}/events${after}`, {
      headers: { ...authorization, 'Accept-Encoding': 'identity' },
    });
    const body = await response.text();
    if (response.status !== 200) throw new Error(`The poll was refused: ${response.status} ${body}`);
    after = `?after=${encodeURIComponent((JSON.parse(body) as { cursor: string }).cursor)}`;
    headers = Object.fromEntries([...response.headers].filter(([name]) => !ADDED.includes(name)));
    bodies.push(body);
  }
  return { headers, bodies };
}
