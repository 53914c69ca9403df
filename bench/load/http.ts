/**
 * Closed-loop HTTP load of one server or of several in turn: some keep-alive connections to each, one request in flight
 * on each of those whose turn it is.
 *
 * Usage: `node http.ts '{"targets": [{"port": 8080, "path": "/"}], …}'` (HttpLoad). Prints one JSON line
 * (HttpLoadResult[]).
 */
import { SLICE_SECONDS } from '../extent.ts';
import { type HttpConnection, openHttpConnection, type RequestShape, serializeRequest } from './http-connection.ts';
import { difference, readCpuMicroseconds } from './process-cost.ts';
import { quantile, round } from './quantile.ts';

export type HttpTarget = RequestShape & {
  port: number;
  path: string;
  /** The server's process id, to read its CPU time. */
  pid?: number;
};

export type HttpLoad = {
  targets: HttpTarget[];
  /** Measured turns of each target. */
  turns: number;
  /** To each target; default 32. */
  connections?: number;
  /** Unmeasured time of each target before, in which the engine compiles; default 3. */
  warmSeconds?: number;
};

/** Figures of one target. */
export type HttpLoadResult = {
  /** Requests a second of each turn. */
  rates: number[];
  p50Milliseconds: number;
  p99Milliseconds: number;
  statuses: Record<string, number>;
  /** Bytes of a response. */
  bodyBytes: number;
  /** Share of the measured time for which the server's process was on a CPU: near 1 when the load saturates it. */
  serverBusy: number | null;
  serverMicrosecondsPerRequest: number | null;
};

const load = JSON.parse(process.argv[2] ?? '{}') as HttpLoad;
const { connections: count = 32, warmSeconds = 3 } = load;

const crowds = await Promise.all(load.targets.map(openCrowd));
for (const crowd of crowds) await crowd.takeTurn(warmSeconds, false);
for (let turn = 0; turn < load.turns; turn++) {
  // Who goes first is disturbed by other things than who goes last.
  const order = turn % 2 === 0 ? crowds : crowds.toReversed();
  for (const crowd of order) await crowd.takeTurn(SLICE_SECONDS, true);
}
console.log(JSON.stringify(crowds.map((crowd) => crowd.end())));

interface Crowd {
  /**
   * Sends one request after another on each connection for so long, and waits for the answers that are still to come.
   */
  takeTurn(seconds: number, measured: boolean): Promise<void>;
  end(): HttpLoadResult;
}

async function openCrowd(target: HttpTarget): Promise<Crowd> {
  const request = Buffer.from(serializeRequest(target.port, target));
  const sentAt = new Float64Array(count);
  const rates: number[] = [];
  const latencies: number[] = [];
  const statuses: Record<string, number> = {};
  let bodyBytes = 0;
  let elapsed = 0;
  let cpu: number | null = 0;
  let measuring = false;
  let endsAt = 0;
  let inFlight = 0;
  let answered = 0;
  let allAnswered = () => {};

  const send = (index: number) => {
    sentAt[index] = performance.now();
    connections[index]!.send(request);
  };
  const open = (index: number): Promise<HttpConnection> =>
    openHttpConnection(
      target.port,
      (answer) => {
        answered++;
        if (measuring) {
          latencies.push(performance.now() - sentAt[index]!);
          statuses[answer.status] = (statuses[answer.status] ?? 0) + 1;
          bodyBytes += answer.bodyBytes;
        }
        if (performance.now() < endsAt) send(index);
        else if (--inFlight === 0) allAnswered();
      },
      (reason) => {
        throw reason;
      },
    );
  const connections = await Promise.all(Array.from({ length: count }, (_, index) => open(index)));
  const readCpu = () => (target.pid ? readCpuMicroseconds(target.pid) : null);

  return {
    async takeTurn(seconds, measured) {
      measuring = measured;
      answered = 0;
      const cpuBefore = readCpu();
      const startedAt = performance.now();
      endsAt = startedAt + seconds * 1000;
      inFlight = count;
      const done = new Promise<void>((resolve) => {
        allAnswered = resolve;
      });
      for (let index = 0; index < count; index++) send(index);
      await done;
      if (!measured) return;
      const milliseconds = performance.now() - startedAt;
      rates.push((answered / milliseconds) * 1000);
      elapsed += milliseconds;
      const used = difference(readCpu(), cpuBefore);
      cpu = used === null || cpu === null ? null : cpu + used;
    },
    end() {
      for (const connection of connections) connection.close();
      const requests = latencies.length;
      return {
        rates: rates.map(round),
        p50Milliseconds: round(quantile(latencies, 0.5)),
        p99Milliseconds: round(quantile(latencies, 0.99)),
        statuses,
        bodyBytes: requests ? Math.round(bodyBytes / requests) : 0,
        serverBusy: cpu === null ? null : round(cpu / 1000 / elapsed),
        serverMicrosecondsPerRequest: cpu === null ? null : round(cpu / requests),
      };
    },
  };
}
