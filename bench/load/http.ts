/**
 * Closed-loop HTTP load: some keep-alive connections, one request in flight on each, for some seconds.
 *
 * Usage: `node http.ts '{"port": 8080, "path": "/", …}'` (HttpLoad). Prints one JSON line (HttpLoadResult).
 */
import { type HttpConnection, openHttpConnection, type RequestShape, toRequest } from './http-connection.ts';
import { difference, readCpuMicroseconds } from './process-cost.ts';
import { quantile, round } from './quantile.ts';

export type HttpLoad = RequestShape & {
  port: number;
  path: string;
  /** Default 32. */
  connections?: number;
  /** Measured time; default 4. */
  seconds?: number;
  /** Unmeasured time before; default 1. */
  warmSeconds?: number;
  /** The server's process id, to read its CPU time. */
  pid?: number;
};

export type HttpLoadResult = {
  requestsPerSecond: number;
  requests: number;
  seconds: number;
  p50Milliseconds: number;
  p99Milliseconds: number;
  statuses: Record<string, number>;
  bodyBytes: number;
  /** Share of the measured time for which the server's process was on a CPU: near 1 when the load saturates it. */
  serverBusy: number | null;
  serverMicrosecondsPerRequest: number | null;
};

const load = JSON.parse(process.argv[2] ?? '{}') as HttpLoad;
const { port, pid, connections = 32, seconds = 4, warmSeconds = 1 } = load;
const request = Buffer.from(toRequest(port, load));

let measuring = false;
let latencies: number[] = [];
let bodyBytes = 0;
const statuses: Record<string, number> = {};
const open: HttpConnection[] = [];

for (let index = 0; index < connections; index++) {
  let sentAt = 0;
  const connection = await openHttpConnection(
    port,
    (answer) => {
      const now = performance.now();
      if (measuring) {
        latencies.push(now - sentAt);
        statuses[answer.status] = (statuses[answer.status] ?? 0) + 1;
        bodyBytes += answer.bodyBytes;
      }
      sentAt = now;
      connection.send(request);
    },
    (reason) => {
      throw reason;
    },
  );
  open.push(connection);
  sentAt = performance.now();
  connection.send(request);
}

await new Promise((resolve) => setTimeout(resolve, warmSeconds * 1000));
latencies = [];
const cpuBefore = pid ? readCpuMicroseconds(pid) : null;
const startedAt = performance.now();
measuring = true;
await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
measuring = false;
const elapsed = performance.now() - startedAt;
const cpu = difference(pid ? readCpuMicroseconds(pid) : null, cpuBefore);
for (const connection of open) connection.close();

const requests = latencies.length;
const result: HttpLoadResult = {
  requestsPerSecond: Math.round((requests / elapsed) * 1000),
  requests,
  seconds: round(elapsed / 1000),
  p50Milliseconds: round(quantile(latencies, 0.5)),
  p99Milliseconds: round(quantile(latencies, 0.99)),
  statuses,
  bodyBytes: requests ? Math.round(bodyBytes / requests) : 0,
  serverBusy: cpu === null ? null : round(cpu / 1000 / elapsed),
  serverMicrosecondsPerRequest: cpu === null ? null : round(cpu / requests),
};
console.log(JSON.stringify(result));
