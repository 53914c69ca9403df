import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { LecternError } from '../../../src/contract/lectern-error.ts';
import { TurnQueue } from '../../../src/domain/turns/turn-queue.ts';
import { EXPENSIVE_OPERATIONS, Turns } from '../../../src/domain/turns/turns.ts';

const { waitSeconds: _, ...LIMITS } = EXPENSIVE_OPERATIONS;
const times = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

describe('[D10] the queue of turns', () => {
  it('when one owner enters, then two run, eight wait in order, and the eleventh is refused', () => {
    const queue = new TurnQueue<number>(LIMITS);
    const outcomes = times(11).map((work) => queue.enter('a', work));
    assert.deepEqual(outcomes, [...Array(2).fill('runs'), ...Array(8).fill('waits'), 'refused']);
    const started = times(10).map(() => queue.leave('a'));
    assert.deepEqual(started, [3, 4, 5, 6, 7, 8, 9, 10, null, null]);
    assert.equal(queue.enter('a', 12), 'runs');
  });

  it('when work waits in the background, then it takes no places of the rest and runs after it', () => {
    const queue = new TurnQueue<number>(LIMITS);
    for (const work of times(2)) queue.enter('a', work);
    const background = times(9).map((work) => queue.enter('a', 10 + work, { background: true }));
    assert.deepEqual(background, [...Array(8).fill('waits'), 'refused']);
    assert.deepEqual([queue.enter('a', 3), queue.withdraw('a', 11)], ['waits', true]);
    assert.deepEqual([queue.leave('a'), queue.leave('a')], [3, 12]);
  });

  it('when several owners wait, then the next turn is that of the owner with the least running work', () => {
    const queue = new TurnQueue<string>(LIMITS);
    for (const owner of ['a', 'b', 'c', 'd']) for (const work of [1, 2, 3, 4]) queue.enter(owner, `${owner}${work}`);
    // a1, a2, b1 and b2 run.
    const started = ['a', 'a', 'b', 'b', 'c', 'd', 'c', 'd'].map((owner) => queue.leave(owner));
    assert.deepEqual(started, ['c1', 'd1', 'a3', 'b3', 'c2', 'd2', 'c3', 'd3']);
  });

  it('when waiting work is withdrawn, then it never runs; work that runs cannot be withdrawn', () => {
    const queue = new TurnQueue<number>(LIMITS);
    for (const work of times(5)) queue.enter('a', work);
    assert.deepEqual(
      [4, 1, 4].map((work) => queue.withdraw('a', work)),
      [true, false, false],
    );
    assert.equal(queue.withdraw('b', 4), false);
    assert.deepEqual([queue.leave('a'), queue.leave('a'), queue.leave('a')], [3, 5, null]);
  });

  it('when work enters and leaves in any order, then no limit is exceeded, and nothing waits that could run', () => {
    const action = fc.tuple(fc.constantFrom('enter', 'leave', 'withdraw'), fc.constantFrom('a', 'b', 'c', 'd'));
    fc.assert(
      fc.property(fc.array(action, { maxLength: 200 }), (actions) => {
        const queue = new TurnQueue<{ owner: string }>(LIMITS);
        const running: { owner: string }[] = [];
        const waiting: { owner: string }[] = [];
        const of = (list: { owner: string }[], owner: string) => list.filter((work) => work.owner === owner);
        const remove = (list: { owner: string }[], work: { owner: string }) => list.splice(list.indexOf(work), 1);
        for (const [what, owner] of actions) {
          const work = { owner };
          if (what === 'enter') {
            const outcome = queue.enter(owner, work);
            if (outcome === 'runs') running.push(work);
            else if (outcome === 'waits') waiting.push(work);
            else assert.equal(of(waiting, owner).length, LIMITS.waitingPerOwner);
          } else if (what === 'leave') {
            const [ended] = of(running, owner);
            if (!ended) continue;
            remove(running, ended);
            const next = queue.leave(owner);
            if (next) {
              assert.equal(next, of(waiting, next.owner)[0]);
              remove(waiting, next);
              running.push(next);
            }
          } else {
            const last = of(waiting, owner).at(-1);
            if (last) {
              assert.ok(queue.withdraw(owner, last));
              remove(waiting, last);
            }
          }
          assert.ok(running.length <= LIMITS.running);
          for (const each of ['a', 'b', 'c', 'd']) {
            assert.ok(of(running, each).length <= LIMITS.runningPerOwner);
            const couldRun = running.length < LIMITS.running && of(running, each).length < LIMITS.runningPerOwner;
            assert.ok(!couldRun || of(waiting, each).length === 0);
          }
        }
      }),
    );
  });
});

describe('[D10] turns', () => {
  const owner = { kind: 'account', id: '1' } as const;
  const isRefused = (error: unknown) =>
    error instanceof LecternError && error.code === 'rate_limited' && error.retryAfterSeconds === 2;
  const open = () => new Turns({ running: 1, runningPerOwner: 1, waitingPerOwner: 2, waitSeconds: 2 });

  it('when work has waited for two seconds, then it is refused, and what comes after it still runs', async (t) => {
    t.mock.timers.enable({ apis: ['setTimeout'] });
    const turns = open();
    const end = await turns.take(owner);
    const late = turns.take(owner);
    t.mock.timers.tick(1_999);
    const next = turns.take(owner);
    await assert.rejects(turns.take(owner), isRefused, 'too much waits');
    t.mock.timers.tick(1);
    await assert.rejects(late, isRefused);
    end();
    await next;
  });

  it('when a wait is aborted, then it is refused at once and its place is free; when nothing is free, then nothing is taken', async () => {
    const turns = open();
    const end = turns.tryTake(owner);
    assert.equal(turns.tryTake(owner), null);
    const gone = new AbortController();
    const waiting = turns.take(owner, { signal: gone.signal });
    const others = turns.take(owner);
    await assert.rejects(turns.take(owner), isRefused, 'too much waits');
    gone.abort();
    await assert.rejects(waiting, isRefused);
    await assert.rejects(turns.take(owner, { signal: gone.signal }), isRefused);
    const last = turns.take(owner);
    end!();
    (await others)();
    await last;
  });

  it('when admitted work waits, then it is neither refused nor late', async (t) => {
    t.mock.timers.enable({ apis: ['setTimeout'] });
    const turns = open();
    const end = await turns.take(owner);
    const patient = Array.from({ length: 3 }, () => turns.run(owner, async () => 'done', { patient: true }));
    t.mock.timers.tick(60_000);
    end();
    assert.deepEqual(await Promise.all(patient), ['done', 'done', 'done']);
  });

  it('when work fails, then its turn ends', async () => {
    const turns = open();
    const failing = turns.run(owner, async () => {
      throw new Error('failed');
    });
    await assert.rejects(failing, /failed/);
    assert.equal(await turns.run(owner, async () => 'next'), 'next');
  });
});
