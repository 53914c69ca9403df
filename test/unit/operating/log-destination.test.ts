import assert from 'node:assert/strict';
import { once } from 'node:events';
import fs, { openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { openLogDestination, toLoggedError } from '../../../src/log-destination.ts';
import { createDataDirectory } from '../../support/server/database.ts';

/** The library's `maxWrite`, a lower bound for the limit. */
const PIECE_BYTES = 131_072;

test('when a log cannot be written, then a bounded part is held, none of its lines is lost, and the number of lost lines is reported', async (t) => {
  const file = join(createDataDirectory(), 'log');
  const counts: number[] = [];
  const heldMaxBytes = 4 * PIECE_BYTES;
  const destination = openLogDestination({
    fd: openSync(file, 'a'),
    maxBufferedBytes: heldMaxBytes,
    // Reported as in production: by a log line, which may be dropped too.
    onLinesDropped: (lines) => {
      destination.write('{"lost":true}\n');
      counts.push(lines);
    },
  });
  const full = t.mock.method(fs, 'write', (...args: unknown[]) => {
    const callback = args.at(-1) as (error: Error) => void;
    setImmediate(callback, Object.assign(new Error('no space left on device'), { code: 'ENOSPC' }));
  });
  const refused = once(destination, 'error').catch((error: Error) => error);
  const line = (index: number) => `${JSON.stringify({ index, text: 'x'.repeat(1000) })}\n`;
  const lines = Math.ceil((2 * heldMaxBytes) / line(0).length);
  for (let index = 0; index < lines; index++) destination.write(line(index));
  await refused;
  assert.deepEqual(counts, [], 'there is still no room');

  full.mock.restore();
  destination.write(line(lines));
  const closed = once(destination, 'close');
  destination.flush();
  await once(destination, 'write');
  destination.end();
  await closed;
  const written = readFileSync(file, 'utf8')
    .trimEnd()
    .split('\n')
    .map((text) => JSON.parse(text));
  assert.ok(written.some((each) => each.lost));
  const kept = written.filter((each) => !each.lost).map(({ index }) => index);
  assert.deepEqual(
    kept,
    kept.map((_, index) => index),
  );
  assert.ok(
    kept.length * line(0).length <= heldMaxBytes + PIECE_BYTES && kept.length * line(0).length > heldMaxBytes / 2,
  );
  assert.deepEqual(
    new Set(counts),
    new Set([lines + 1 - kept.length]),
    'the right number, however often it had to be reported',
  );
});

test('when an error is logged, then its kind, message, code and cause are written, and nothing that a library attaches to it', () => {
  const client = { secretKey: 4711, parsedStatements: {} };
  const cause = Object.assign(new Error('the connection broke'), { client });
  const error = Object.assign(new TypeError('nothing came', { cause }), {
    client,
    detail: 'Key (email)',
    code: '57P01',
  });
  const counts = toLoggedError(error) as Record<string, string>;
  assert.deepEqual(Object.keys(counts).sort(), ['code', 'message', 'stack', 'type']);
  assert.deepEqual(
    [counts.type, counts.message, counts.code],
    ['TypeError', 'nothing came: the connection broke', '57P01'],
  );
  assert.match(counts.stack!, /nothing came.*caused by: Error: the connection broke/s);
  assert.equal(toLoggedError('a text'), 'a text');
});
