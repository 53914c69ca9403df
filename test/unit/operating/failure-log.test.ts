import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import pino from 'pino';
import { LecternError } from '../../../src/contract/lectern-error.ts';
import { FailureLog } from '../../../src/failure-log.ts';

const MINUTE_MS = 60_000;

function open() {
  let now = 0;
  const lines: Record<string, unknown>[] = [];
  const log = pino({ level: 'info' }, { write: (line: string) => lines.push(JSON.parse(line)) });
  const failures = new FailureLog(log, () => now);
  return {
    lines,
    note: (error: unknown) => failures.log(error, { request_id: 'r' }, 'failed'),
    pass: (ms: number) => {
      now += ms;
    },
  };
}

describe('the log of requests that failed', () => {
  it('when a request fails, then the failure is logged with its stack, however many refusals a client causes', () => {
    const { lines, note } = open();
    for (let count = 0; count < 1_000; count++) note(new LecternError('unavailable'));
    assert.equal(lines.length, 200);
    note(new LecternError('internal_error', undefined, { cause: new Error('broken') }));
    note(new TypeError('worse'));
    assert.deepEqual(
      lines.slice(200).map(({ level, err }) => [level, (err as Error).message, typeof (err as Error).stack]),
      [
        [50, 'broken', 'string'],
        [50, 'worse', 'string'],
      ],
    );
  });

  it('when many requests fail, then twenty stacks a minute are logged, then short lines, then the number of the rest', () => {
    const { lines, note, pass } = open();
    for (let count = 0; count < 250; count++) note(new Error(`broken ${count}`));
    assert.deepEqual(
      [lines.length, lines.filter(({ err }) => err !== undefined).length, lines[20]!.reason],
      [200, 20, 'broken 20'],
    );
    for (let count = 0; count < 203; count++) note(new LecternError('unavailable'));
    pass(MINUTE_MS);
    note(new Error('once more'));
    const [rest, last] = lines.slice(-2);
    assert.equal(rest!.failures, 53);
    assert.equal((last!.err as Error).message, 'once more');
  });
});
