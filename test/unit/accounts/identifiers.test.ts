import assert from 'node:assert/strict';
import { mock, test } from 'node:test';
import { newUuid } from '../../../src/domain/identifiers.ts';

const V7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

test('[D7], [D43] when a UUID is made, then it is of version 7, contains its time, and sorts after all earlier ones', () => {
  const begun = Date.now();
  const ids = Array.from({ length: 20_000 }, () => newUuid());
  for (const id of ids) assert.match(id, V7);
  assert.deepEqual(ids, [...new Set(ids)].sort());
  const ms = Number.parseInt(ids[0]!.replace('-', '').slice(0, 12), 16);
  assert.ok(ms >= begun && ms <= Date.now() + 20);
});

test('[D43] when a clock goes back, then later ids still do not sort before earlier ones', (t) => {
  t.after(() => mock.timers.reset());
  const before = newUuid();
  mock.timers.enable({ apis: ['Date'], now: Date.now() - 3_600_000 });
  const ids = [before, newUuid(), newUuid()];
  mock.timers.tick(1);
  ids.push(newUuid());
  assert.deepEqual(ids, ids.toSorted());
});
