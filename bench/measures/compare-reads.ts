import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findFreePort } from '../../test/support/server/free-port.ts';
import type { RawAnswer, RawAnswers } from '../baselines/raw-http.ts';
import { type BenchmarkExtent, countSlices } from '../extent.ts';
import type { HttpLoadResult } from '../load/http.ts';
import { isListening, startPinnedServer } from '../pinned-process.ts';
import { type ResultRow, toRoundsRow } from '../results.ts';
import { readAlternately } from './read-alternately.ts';

/** A server that works a smaller share of the time is not what limits the figure. */
const SATURATED_SHARE = 0.85;
/** node:http adds these itself. */
const HOP_HEADERS = ['date', 'connection', 'keep-alive', 'transfer-encoding'];

/** A running server of ours, and who reads. */
export interface ReadServer {
  readonly port: number;
  readonly pid: number;
  readonly authorization: Record<string, string>;
}

/** Path to read, its name in the table, and the response: 304 with the ETag of the previous one. */
export interface Read {
  readonly name: string;
  readonly path: string;
  readonly status: 200 | 304;
}

/**
 * Requests a second of our server, against those of node:http sending the same bytes; at least `requiredShare` of them.
 */
export async function compareReads(
  server: ReadServer,
  reads: readonly Read[],
  requiredShare: number,
  extent: BenchmarkExtent,
): Promise<ResultRow[]> {
  const recorded: RawAnswers = {};
  for (const { path, status } of reads) recorded[path] = await record(server, path, status === 304);
  const file = join(extent.folder, 'answers.json');
  writeFileSync(file, JSON.stringify(recorded));
  const port = await findFreePort();
  const ready = () => isListening(port);
  const raw = await startPinnedServer('./baselines/raw-http.ts', [file], { PORT: String(port) }, ready);

  const rows: ResultRow[] = [];
  try {
    for (const { name, path, status } of reads) {
      const validator: Record<string, string> = status === 304 ? { 'If-None-Match': recorded[path]!.etag } : {};
      const request = { path, headers: { ...server.authorization, ...validator } };
      const ourTarget = { ...request, port: server.port, pid: server.pid };
      const [ours, its] = await readAlternately(
        [ourTarget, { ...request, port, pid: raw.pid }],
        status,
        countSlices(extent),
      );
      rows.push(toRow(`${name}, ${status}`, ours, its, requiredShare));
    }
  } finally {
    await raw.stop();
  }
  return rows;
}

/** The response with its ETag and, where requested, the 304 for clients that have it. */
async function record({ port, authorization }: ReadServer, path: string, conditional: boolean): Promise<RawAnswer> {
  const url = `http://127.0.0.1:${port}${path}`;
  const full = await fetch(url, { headers: authorization });
  const body = await full.text();
  const etag = full.headers.get('etag') ?? '';
  if (full.status !== 200) throw new Error(`GET ${path}: ${full.status} ${body}`);
  const answer = { body, etag, headers: keep(full.headers), notModifiedHeaders: {} };
  if (!conditional) return answer;
  const notModified = await fetch(url, { headers: { ...authorization, 'If-None-Match': etag } });
  if (notModified.status !== 304) throw new Error(`GET ${path} with its ETag: ${notModified.status}`);
  return { ...answer, notModifiedHeaders: keep(notModified.headers) };
}

function keep(headers: Headers): Record<string, string> {
  return Object.fromEntries([...headers].filter(([name]) => !HOP_HEADERS.includes(name)));
}

function toRow(measure: string, ours: HttpLoadResult, baseline: HttpLoadResult, required: number): ResultRow {
  const note = ({ serverBusy }: HttpLoadResult) =>
    (serverBusy ?? 1) < SATURATED_SHARE ? `only ${Math.round(serverBusy! * 100)} % busy` : '';
  return toRoundsRow(`${measure} (${ours.bodyBytes} bytes)`, {
    ours: ours.rates,
    baseline: baseline.rates,
    toText: (value) => `${Math.round(value)} req/s`,
    notes: [note(ours), note(baseline)],
    atLeast: required,
  });
}
