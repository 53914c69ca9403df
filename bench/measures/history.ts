import { createOperatorClient } from '../../test/support/requests/operator-client.ts';
import { type BenchmarkServer, EDITION } from '../lectern-server.ts';
import type { HistoryLoad, HistoryLoadResult } from '../load/history.ts';
import { quantile, round } from '../load/quantile.ts';
import { runProgram } from '../pinned-process.ts';
import type { ResultRow } from '../results.ts';

const ENTRIES = 100;
const READS_PER_SECOND = 60;
const SECONDS = 20;
const P95_MAX_MILLISECONDS = 200;

/** How long new visitors wait for the audience page while one token reads a long history. [D10] */
export async function measureHistory(lectern: BenchmarkServer): Promise<ResultRow[]> {
  const { port, authorization } = lectern;
  const liveId = await lectern.createLive();
  const token = authorization.Authorization!.replace('Bearer ', '');
  const operator = createOperatorClient(`http://127.0.0.1:${port}`, { token, liveId });
  const chapter = { book_id: EDITION.bookId, chapter: 1 };
  for (let count = 0; count < ENTRIES; count++) {
    await operator.write('POST', '/passages', { passage: chapter, translations: [EDITION.slug], replace: true });
  }
  const { milliseconds, statuses } = await runProgram<HistoryLoadResult>('load', './load/history.ts', {
    port,
    liveId,
    authorization,
    readsPerSecond: READS_PER_SECOND,
    seconds: SECONDS,
  } satisfies HistoryLoad);
  const p95 = round(quantile(milliseconds, 0.95));
  const counts = Object.entries(statuses).map(([status, count]) => `${count} × ${status}`);
  return [
    {
      measure: `first byte of the audience page on a new connection, p95, while one token reads ${READS_PER_SECOND} pages of a history a second`,
      ours: `${p95} ms (p50 ${round(quantile(milliseconds, 0.5))} ms; reads: ${counts.join(', ')})`,
      baseline: null,
      ratio: null,
      required: `≤ ${P95_MAX_MILLISECONDS} ms`,
      met: p95 <= P95_MAX_MILLISECONDS,
    },
  ];
}
