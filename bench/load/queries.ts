/**
 * One client that asks for one path after another on one keep-alive connection, all of them several times.
 *
 * Usage: `node queries.ts '{"port": 8080, "paths": ["/…"], "headers": {…}, "passes": 3}'` (QueryLoad). Prints one JSON
 * line (QueryLoadResult).
 */
import { openHttpConnection, serializeRequest } from './http-connection.ts';
import { round } from './quantile.ts';

export type QueryLoad = {
  port: number;
  paths: string[];
  headers: Record<string, string>;
  passes: number;
};

export type QueryLoadResult = {
  /**
   * For each pass, how long the answers took, from before the request was written to the last byte; in the order of the
   * paths.
   */
  milliseconds: number[][];
};

const { port, paths, headers, passes } = JSON.parse(process.argv[2] ?? '{}') as QueryLoad;
let answered: (status: number) => void = () => {};
const connection = await openHttpConnection(
  port,
  ({ status }) => answered(status),
  (reason) => {
    throw reason;
  },
);
const requests = paths.map((path) => Buffer.from(serializeRequest(port, { path, headers })));
const milliseconds: number[][] = [];
for (let pass = 0; pass < passes; pass++) {
  const times: number[] = [];
  for (const [index, request] of requests.entries()) {
    const answer = new Promise<number>((resolve) => {
      answered = resolve;
    });
    const sentAt = performance.now();
    connection.send(request);
    const status = await answer;
    times.push(round(performance.now() - sentAt));
    if (status !== 200) throw new Error(`${paths[index]}: ${status}`);
  }
  milliseconds.push(times);
}
connection.close();
console.log(JSON.stringify({ milliseconds } satisfies QueryLoadResult));
