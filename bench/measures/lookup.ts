import { startPostgres } from '../../test/support/server/postgres.ts';
import type { BenchmarkExtent } from '../extent.ts';
import { type LibraryServer, startLibrary } from '../library-server.ts';
import { listKeystrokes } from '../load/keystrokes.ts';
import { quantile, round } from '../load/quantile.ts';
import type { QueryLoad, QueryLoadResult } from '../load/queries.ts';
import { createTwentyEditions, TWENTY_EDITIONS, toEditionSlug } from '../load/twenty-bibles.ts';
import { runProgram } from '../pinned-process.ts';
import type { ResultRow } from '../results.ts';

/** Passes, as for searches. */
const SETTINGS = { shared_buffers: '1GB' };
const P95_MAX_MILLISECONDS = 15;
/** In English and Portuguese. */
const SHOWN = [toEditionSlug(0), toEditionSlug(1)];

/** Waiting time per key in a library of 20 Bibles, against a read of the Live on the same connection. */
export async function measureLookup(extent: BenchmarkExtent): Promise<ResultRow[]> {
  const rows = await measureOn('SQLite', extent);
  const postgres = await startPostgres({ durable: true, settings: SETTINGS });
  // It never keeps a process alive, and at its end nothing else may.
  const alive = setInterval(() => {}, 60_000);
  try {
    rows.push(...(await measureOn('PostgreSQL', extent, postgres.url)));
  } finally {
    await postgres.stop();
    clearInterval(alive);
  }
  return rows;
}

async function measureOn(engine: string, { rounds }: BenchmarkExtent, databaseUrl?: string): Promise<ResultRow[]> {
  const library = await startLibrary(await createTwentyEditions(), databaseUrl);
  try {
    const live = await openLive(library);
    const keystrokes = listKeystrokes();
    const paths = keystrokes.map((typed) => `${live}/lookup?q=${encodeURIComponent(typed)}`);
    // The first thing that the server does.
    const [cold, ...others] = await ask(library, paths, rounds + 1);
    const reads = (
      await ask(
        library,
        keystrokes.map(() => live),
        rounds + 1,
      )
    )
      .slice(1)
      .flat();
    const warm = others.flat();
    const toRow = (measure: string, times: number[]): ResultRow => {
      const slowest = keystrokes[times.indexOf(Math.max(...times)) % keystrokes.length]!;
      const p95 = quantile(times, 0.95);
      return {
        measure: `${measure}, p95 of ${keystrokes.length} keystrokes in ${TWENTY_EDITIONS} Bibles, ${engine}`,
        ours: `${round(p95)} ms (p50 ${quantile(times, 0.5)} ms; slowest ${Math.max(...times)} ms: ${slowest})`,
        baseline: `${round(quantile(reads, 0.95))} ms (a read of the Live)`,
        ratio: p95 / quantile(reads, 0.95),
        required: `≤ ${P95_MAX_MILLISECONDS} ms`,
        met: p95 <= P95_MAX_MILLISECONDS,
      };
    };
    return [toRow('look-up asked first', cold!), toRow('look-up', warm)];
  } finally {
    await library.stop();
  }
}

async function ask({ port, authorization: headers }: LibraryServer, paths: string[], passes: number) {
  const options: QueryLoad = { port, paths, headers, passes };
  return (await runProgram<QueryLoadResult>('load', './load/queries.ts', options)).milliseconds;
}

/** The path of a Live in two translations. */
async function openLive({ port, livesPath, authorization }: LibraryServer): Promise<string> {
  const send = async (method: string, path: string, body: object, ifMatch?: string) => {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      headers: { ...authorization, 'content-type': 'application/json', ...(ifMatch && { 'if-match': ifMatch }) },
      body: JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
    return answer;
  };
  const made = await send('POST', livesPath, { name: 'Bench' });
  const path = `/v1/lives/${((await made.json()) as { id: string }).id}`;
  await send('PATCH', `${path}/settings`, { translations: SHOWN }, made.headers.get('etag')!);
  return path;
}
