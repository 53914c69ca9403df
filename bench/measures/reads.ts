import type { RawAnswer, RawAnswers } from '../baselines/raw-reads.ts';
import { fillQueue, type MeasuredServer, startMeasuredServer } from '../lectern.ts';
import { measureRequests, type RequestFigures } from '../load/requests.ts';
import { type Program, startProgram } from '../programs.ts';
import { type Extent, median, type ResultRow, toRow, toText } from '../results.ts';

const CONNECTIONS = 32;
const WARM_SECONDS = 3;
const RATIO_MAX = 3;
/** Headers that node:http adds itself. */
const ADDED = ['date', 'connection', 'keep-alive', 'transfer-encoding'];

/** Measures reads of the display and of a queue page, and their 304s, against node:http that sends the same bytes. */
export async function measureReads(extent: Extent): Promise<ResultRow[]> {
  await using lectern = await startMeasuredServer();
  const live = await lectern.createLive();
  await live.push('John 3:16');
  const long = await lectern.createLive();
  await fillQueue(long);
  const reads = [
    { name: 'GET display', path: `/v1/lives/${live.liveId}/display` },
    { name: 'GET queue page of 50', path: `/v1/lives/${long.liveId}/queue-items` },
  ];
  const answers: RawAnswers = {};
  for (const { path } of reads) answers[path] = await record(lectern, path);
  await using raw = await startProgram('./baselines/raw-reads.ts', { argument: JSON.stringify(answers) });

  const rows: ResultRow[] = [];
  for (const { name, path } of reads) {
    const { etag, body } = answers[path]!;
    const full = { path, status: 200, headers: lectern.authorization };
    const unchanged = { path, status: 304, headers: { ...lectern.authorization, 'If-None-Match': etag } };
    rows.push(await compare(`${name}, 200 (${Buffer.byteLength(body)} bytes)`, [lectern, raw], full, extent));
    rows.push(await compare(`${name}, 304`, [lectern, raw], unchanged, extent));
  }
  return rows;
}

interface Read {
  readonly path: string;
  readonly headers: Record<string, string>;
  readonly status: number;
}

/** Compares CPU time, because the load can be what limits the requests per second. */
async function compare(
  measure: string,
  [lectern, raw]: readonly [Program, Program],
  { path, headers, status }: Read,
  { rounds, seconds }: Extent,
): Promise<ResultRow> {
  const send = (program: Program, duration: number) =>
    measureRequests(program, status, { duration, connections: CONNECTIONS, requests: [{ path, headers }] });
  for (const program of [lectern, raw]) await send(program, WARM_SECONDS);
  const [ours, baseline]: [RequestFigures[], RequestFigures[]] = [[], []];
  for (let round = 0; round < rounds; round++) {
    ours.push(await send(lectern, seconds));
    baseline.push(await send(raw, seconds));
  }
  const toNote = (figures: RequestFigures[]) => `${toText(median(figures.map(({ perSecond }) => perSecond)))}/s`;
  return toRow(`${measure}, CPU time`, {
    ours: ours.map(({ cpu }) => cpu),
    baseline: baseline.map(({ cpu }) => cpu),
    unit: 'µs',
    notes: [toNote(ours), toNote(baseline)],
    ratioMost: RATIO_MAX,
  });
}

async function record({ url, authorization }: MeasuredServer, path: string): Promise<RawAnswer> {
  const full = await fetch(url + path, { headers: authorization });
  const [body, etag] = [await full.text(), full.headers.get('etag')!];
  const unchanged = await fetch(url + path, { headers: { ...authorization, 'If-None-Match': etag } });
  if (full.status !== 200 || unchanged.status !== 304) throw new Error(`GET ${path}: ${full.status} ${body}`);
  return { body, etag, headers: keep(full.headers), notModifiedHeaders: keep(unchanged.headers) };
}

const keep = (headers: Headers) => Object.fromEntries([...headers].filter(([name]) => !ADDED.includes(name)));
