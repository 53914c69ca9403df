import type { BenchmarkExtent } from '../extent.ts';
import type { BenchmarkServer } from '../lectern-server.ts';
import { runProgram } from '../pinned-process.ts';
import type { ResultRow } from '../results.ts';
import { compareReads } from './compare-reads.ts';

const REQUIRED_SHARE = 0.6;

/** GET of the display and of a queue page of 50 items, and their 304s, against node:http sending the same bytes. */
export async function measureReads(lectern: BenchmarkServer, extent: BenchmarkExtent): Promise<ResultRow[]> {
  const liveId = await lectern.createLive();
  await lectern.fillQueue(liveId);
  const small = await lectern.createLive();
  await runProgram('load', './load/push.ts', { port: lectern.port, requests: [lectern.pushRequest(small)], pushes: 1 });
  const paths = { 'GET display': lectern.displayPath(small), 'GET queue page of 50': lectern.queuePath(liveId) };
  const reads = Object.entries(paths).flatMap(([name, path]) =>
    ([200, 304] as const).map((status) => ({ name, path, status })),
  );
  return compareReads(lectern, reads, REQUIRED_SHARE, extent);
}
