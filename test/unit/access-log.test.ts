import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { type AccessRecord, createAccessLog } from '../../src/http/server/access-log.ts';

/** What is written of requests, by line. */
function write(records: readonly AccessRecord[]): Record<string, unknown>[] {
  let text = '';
  const destination = {
    write(lines: Buffer) {
      text += lines;
    },
  };
  const log = createAccessLog(destination, () => ',"time":"now"');
  for (const record of records) log.write(record);
  log.flush();
  assert.ok(text === '' || text.endsWith('\n'));
  return text
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line));
}

const plain = fc.stringMatching(/^[A-Za-z0-9_-]{1,12}$/);
const record: fc.Arbitrary<AccessRecord> = fc.record({
  requestId: plain,
  method: fc.constantFrom('GET', 'POST'),
  path: fc.string().map((rest) => `/${rest}`),
  operation: fc.constantFrom('getLive', 'pushStack', 'none'),
  status: fc.constantFrom(200, 304, 422),
  milliseconds: fc.double({ min: 0, max: 1e6, noNaN: true }),
  peer: fc.oneof(fc.constantFrom('', '127.0.0.1'), fc.string()),
  credential: fc.option(plain, { nil: undefined }),
});

test('[D2] a line says of its own request what is told of it, whoever was before', () => {
  fc.assert(
    fc.property(fc.array(record, { maxLength: 200 }), (records) => {
      const expected = records.map(({ requestId, milliseconds, ...rest }) => ({
        level: 30,
        time: 'now',
        request_id: requestId,
        msg: 'request',
        ...Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined)),
      }));
      const lines = write(records);
      assert.deepEqual(
        lines.map(({ ms, ...rest }) => rest),
        expected,
      );
      lines.forEach(({ ms }, index) => {
        assert.ok(Math.abs((ms as number) - records[index]!.milliseconds) <= 0.000_51, `${ms}`);
      });
    }),
  );
});

test('what was handed over is not written over by what comes after', () => {
  const handed: Buffer[] = [];
  const log = createAccessLog({ write: (lines) => handed.push(lines) }, () => '');
  const rest = {
    method: 'GET',
    path: '/',
    operation: 'o',
    status: 200,
    milliseconds: 1,
    peer: '',
    credential: undefined,
  };
  const ids = Array.from({ length: 2_000 }, (_, index) => `r${index}`);
  for (const requestId of ids) log.write({ ...rest, requestId });
  log.flush();
  assert.ok(handed.length > 2);
  for (const lines of handed) assert.equal(lines.buffer.byteLength, lines.length, 'no more is held than is counted');
  const lines = Buffer.concat(handed).toString().trimEnd().split('\n');
  assert.deepEqual(
    lines.map((line) => JSON.parse(line).request_id),
    ids,
  );
});

test('a line that is longer than a batch stands where it belongs', () => {
  const paths = ['/before', `/${'ü'.repeat(40_000)}`, '/after'];
  const rest = { method: 'GET', operation: 'none', status: 404, milliseconds: 1, peer: '::1', credential: undefined };
  const lines = write(paths.map((path, index) => ({ requestId: `r${index}`, path, ...rest })));
  assert.deepEqual(
    lines.map(({ path }) => path),
    paths,
  );
});
