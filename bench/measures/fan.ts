import { findFreePort } from '../../test/support/free-port.ts';
import type { Extent } from '../extent.ts';
import type { LecternServer } from '../lectern-server.ts';
import type { FanLoad, FanLoadResult } from '../load/fan.ts';
import { MARKER_LENGTH } from '../load/payload.ts';
import { median } from '../load/quantile.ts';
import { isListening, runProgram, startServer } from '../pinned-process.ts';
import type { Row } from '../results.ts';

const REQUIRED_COST = 1.5;
/** What raw-stream.ts and HTTP's chunks put around its payload, so that both servers send messages of one size. */
const RAW_FRAME_BYTES = 15;

/** One change to many viewers of one Live, against node:http writing one shared buffer of the same size to each. */
export async function measureFan(lectern: LecternServer, { rounds, viewers }: Extent): Promise<Row[]> {
  const port = await findFreePort();
  const ready = () => isListening(port);
  const ours: FanLoadResult[] = [];
  const baseline: FanLoadResult[] = [];
  for (let round = 0; round < rounds; round++) {
    const liveId = await lectern.createLive();
    const result = await fan({
      port: lectern.port,
      pid: lectern.pid,
      streams: viewers,
      path: lectern.streamPath(liveId),
      ready: lectern.streamReady,
      request: lectern.pushRequest(liveId),
    });
    ours.push(result);
    // A new process each round: memory left over from the last one would hide what a stream costs.
    const raw = await startServer('./baselines/raw-stream.ts', [], { PORT: String(port) }, ready);
    const payloadCharacters = Math.max(MARKER_LENGTH, result.bytesPerMessage - RAW_FRAME_BYTES);
    const request = { method: 'POST', path: '/', body: '{payload}' };
    try {
      const { pid } = raw;
      baseline.push(await fan({ port, pid, path: '/', streams: viewers, ready: ':', request, payloadCharacters }));
    } finally {
      await raw.stop();
    }
  }
  return [toCostRow(viewers, ours, baseline), toLossRow(viewers, ours, baseline), toDelayRow(viewers, ours, baseline)];
}

const fan = (options: FanLoad) => runProgram<FanLoadResult>('load', './load/fan.ts', options);

function toCostRow(viewers: number, ours: FanLoadResult[], baseline: FanLoadResult[]): Row {
  const cost = (results: FanLoadResult[]) =>
    median(results.map(({ serverMicrosecondsPerMessage }) => serverMicrosecondsPerMessage ?? Number.NaN));
  const ratio = cost(ours) / cost(baseline);
  const text = (results: FanLoadResult[]) => `${cost(results)} µs (${results[0]!.bytesPerMessage} bytes)`;
  return {
    measure: `CPU time per delivered message, ${viewers} viewers`,
    ours: text(ours),
    baseline: text(baseline),
    ratio,
    required: `≤ ${REQUIRED_COST}`,
    met: ratio <= REQUIRED_COST,
  };
}

function toLossRow(viewers: number, ours: FanLoadResult[], baseline: FanLoadResult[]): Row {
  const faults = (results: FanLoadResult[]) => results.map(({ lost, duplicated }) => lost + duplicated);
  return {
    measure: `messages lost or duplicated, ${viewers} viewers × ${ours[0]!.publishes} changes, all rounds`,
    ours: `${sum(faults(ours))}`,
    baseline: `${sum(faults(baseline))}`,
    ratio: null,
    required: '0',
    met: sum(faults(ours)) === 0,
  };
}

function toDelayRow(viewers: number, ours: FanLoadResult[], baseline: FanLoadResult[]): Row {
  const text = (results: FanLoadResult[]) => {
    const of = (name: 'p50Milliseconds' | 'p99Milliseconds') => median(results.map((result) => result[name]));
    // The first round's: later ones reuse what the process has kept.
    const memory = results[0]!.residentKibibytesPerStream;
    return `${of('p50Milliseconds')} / ${of('p99Milliseconds')} ms, ${memory ?? '?'} KiB`;
  };
  return {
    measure: `from push to screen p50 / p99, and memory per viewer, ${viewers} viewers`,
    ours: text(ours),
    baseline: text(baseline),
    ratio: null,
    required: 'none',
    met: true,
  };
}

const sum = (values: number[]) => values.reduce((total, value) => total + value, 0);
