import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { NightlyBackups } from '../../../src/domain/backups/nightly-backups.ts';

const LATEST = { lastAt: '2026-01-31T03:00:00.000Z', isOverdue: false };

/** Creates nightly backups whose next result the test sets. */
function create() {
  let now = Date.parse('2026-01-31T03:00:00Z');
  let outcome: () => Promise<void> = async () => undefined;
  const calls: unknown[] = [];
  const backups = { makeNightly: () => outcome(), readAge: async () => LATEST };
  const nightly = new NightlyBackups(backups, () => now, {
    failed: (error, isNew) => calls.push([(error as Error).message, isNew]),
    checked: ({ lastAt }) => calls.push(lastAt),
  });
  return {
    nightly,
    calls,
    pass: (ms: number) => {
      now += ms;
    },
    will: (next: () => Promise<void>) => {
      outcome = next;
    },
  };
}

const fail = (code: string) => async () => {
  throw Object.assign(new Error(code), { code });
};

describe('[D69] the checks for nightly backups', () => {
  it('when retries fail for the same reason, then only the first is new; another reason and another night are', async () => {
    const { nightly, calls, pass, will } = create();
    const failures: [string, number][] = [
      ['disk_full', 0],
      ['disk_full', 3_600_000],
      ['not_allowed', 3_600_000],
      ['not_allowed', 24 * 3_600_000],
    ];
    for (const [code, ms] of failures) {
      pass(ms);
      will(fail(code));
      await nightly.check();
    }
    assert.deepEqual(calls.filter(Array.isArray), [
      ['disk_full', true],
      ['disk_full', false],
      ['not_allowed', true],
      ['not_allowed', true],
    ]);
    assert.equal(calls.length, 8, 'the age is read after each');
  });

  it('when a check takes longer than the interval, then no second one runs, and close waits for it', async (t: TestContext) => {
    t.mock.timers.enable({ apis: ['setInterval'] });
    const { nightly, calls, will } = create();
    const running = Promise.withResolvers<void>();
    let began = 0;
    will(() => {
      began += 1;
      return running.promise;
    });
    nightly.start();
    t.mock.timers.tick(30_000);
    assert.equal(began, 0, 'the first check comes later');
    t.mock.timers.tick(10 * 60_000);
    assert.equal(began, 1);
    let closed = false;
    const closing = nightly.close().then(() => {
      closed = true;
    });
    await new Promise(setImmediate);
    assert.equal(closed, false);
    running.resolve();
    await closing;
    t.mock.timers.tick(10 * 60_000);
    assert.equal(began, 1);
    assert.deepEqual(calls, [LATEST.lastAt, LATEST.lastAt]);
  });
});
