import assert from 'node:assert/strict';
import { describe, it, mock } from 'node:test';
import { createOutputReporter } from '../../../web/viewer/output/output-reporter.ts';

const REPORT = { sequence: 1, part: 0, width: 1920, height: 1080, problem: null } as const;

describe('[D60] what an output reports', () => {
  const begin = (responses: (number | null)[]) => {
    mock.timers.enable({ apis: ['setTimeout'] });
    const sent: number[] = [];
    const post = (async (_url: string, { body }: { body: string }) => {
      sent.push(JSON.parse(body).sequence);
      const status = responses.shift() ?? 204;
      if (status === 0) throw new TypeError('no server responds');
      return { status };
    }) as unknown as typeof fetch;
    const reporter = createOutputReporter('/o/x/report', post);
    const pass = async (ms: number) => {
      mock.timers.tick(ms);
      for (let turn = 0; turn < 10; turn++) await Promise.resolve();
    };
    return { sent, pass, say: (sequence: number) => reporter.report({ ...REPORT, sequence }), stop: reporter.stop };
  };

  it('when more is painted than can be said, then at most two reports a second are sent, and the newest is', async (t) => {
    t.after(() => mock.timers.reset());
    const { sent, pass, say } = begin([]);
    for (let sequence = 1; sequence <= 100; sequence++) {
      say(sequence);
      await pass(20);
    }
    await pass(600);
    await pass(600);
    assert.ok(sent.length >= 4 && sent.length <= 5, sent.join());
    assert.equal(sent.at(-1), 100);
  });

  it('when the same is painted again, then it is not said twice on a day, but again after it, which renews the cookie', async (t) => {
    t.after(() => mock.timers.reset());
    const { sent, pass, say } = begin([]);
    for (let time = 0; time < 5; time++) {
      say(7);
      await pass(1_000);
    }
    assert.deepEqual(sent, [7]);
    await pass(24 * 60 * 60 * 1_000);
    assert.deepEqual(sent, [7, 7]);
  });

  it('when the server is busy or away, then the newest is said again later; where it refuses, it is not', async (t) => {
    t.after(() => mock.timers.reset());
    const { sent, pass, say } = begin([429, 0, 204, 403]);
    say(1);
    await pass(0);
    say(2);
    await pass(3_000);
    await pass(3_000);
    assert.deepEqual(sent, [1, 2, 2]);
    say(3);
    await pass(600);
    await pass(10_000);
    assert.deepEqual(sent, [1, 2, 2, 3]);
  });

  it('when the output has ended, then nothing is said any more', async (t) => {
    t.after(() => mock.timers.reset());
    const { sent, pass, say, stop } = begin([]);
    stop();
    say(1);
    await pass(10_000);
    assert.deepEqual(sent, []);
  });
});
