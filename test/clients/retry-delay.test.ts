import assert from 'node:assert/strict';
import { test } from 'node:test';
import { retryDelayMs } from '../../clients/typescript/src/retry-delay.ts';

const many = (failures: number, retryAfterSeconds: number | null) =>
  Array.from({ length: 500 }, () => retryDelayMs(failures, retryAfterSeconds));

test('when a retry waits, then its time is random, up to twice as long after each failure, and never more than 30 s', () => {
  for (const [failures, most] of [500, 1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000].entries()) {
    const delays = many(failures, null);
    assert.ok(Math.min(...delays) >= 0 && Math.max(...delays) <= most, `after ${failures}`);
    // Full jitter: 500 delays fill the whole range.
    assert.ok(Math.min(...delays) < most * 0.1 && Math.max(...delays) > most * 0.9, `after ${failures}`);
  }
  assert.ok(Math.max(...many(10_000, null)) <= 30_000);
});

test('when the server asked for a time, then no retry comes before it, and those of several clients are spread', () => {
  const delays = many(0, 45);
  assert.ok(Math.min(...delays) >= 45_000 && Math.max(...delays) <= 45_500);
  assert.ok(new Set(delays).size > 400);
});

test('when a server asks for any wait, then it does not overflow a timer', () => {
  for (const seconds of [1e9, 1e300]) assert.ok(Math.max(...many(50, seconds)) <= 3_630_000);
});
