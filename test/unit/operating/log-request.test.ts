import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import pino from 'pino';
import { logRequest, type RequestRecord } from '../../../src/http/server/log-request.ts';

/** Request lines of the log. */
function write(records: readonly RequestRecord[]): Record<string, unknown>[] {
  const lines: Record<string, unknown>[] = [];
  const options = { base: null, timestamp: () => ',"time":"now"' };
  const log = pino(options, { write: (line: string) => lines.push(JSON.parse(line)) });
  for (const record of records) logRequest(log, record);
  return lines;
}

const plain = fc.stringMatching(/^[A-Za-z0-9_-]{1,12}$/);
const record: fc.Arbitrary<RequestRecord> = fc.record({
  requestId: plain,
  method: fc.constantFrom('GET', 'POST'),
  path: fc.string().map((rest) => `/${rest}`),
  operation: fc.constantFrom('getLive', 'pushStack', 'none'),
  status: fc.constantFrom(200, 304, 422),
  milliseconds: fc.double({ min: 0, max: 1e6, noNaN: true }),
  peer: fc.oneof(fc.constantFrom('', '127.0.0.1'), fc.string()),
  credential: fc.option(plain, { nil: undefined }),
});

test('[D2] when a request is logged, then its line has only what belongs to that request, whichever came before', () => {
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
