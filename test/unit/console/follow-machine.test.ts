import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import {
  advanceFollow,
  type FollowInput,
  type FollowModel,
  HEARTBEAT_MS,
  HEARTBEAT_TIMEOUT_MS,
  LOST_HEARTBEAT_MS,
  SLEPT_MS,
  startFollowing,
} from '../../../web/console/live/follow-machine.ts';

/** A follower against a scripted server. Heartbeats carry the server's state at their arrival. */
class ScriptedFollower {
  model: FollowModel;
  at = 1_000;
  watches = 0;
  /** Ids of the heartbeats in flight. */
  readonly heartbeats: number[] = [];
  /** Responses on their way: the server's state when each heartbeat arrived. */
  readonly #replies: { readonly id: number; readonly state: number }[] = [];
  /** The server's state, and the newest that the follower was given. */
  state = 0;
  known = -1;

  constructor() {
    const { model, effects } = startFollowing(this.at);
    this.model = model;
    this.#carryOut(effects);
  }

  #carryOut(effects: ReturnType<typeof startFollowing>['effects']): void {
    for (const effect of effects) {
      if (effect.type === 'watch') this.watches += 1;
      else this.heartbeats.push(effect.id);
    }
  }

  dispatch(input: FollowInput): this {
    const { model, effects } = advanceFollow(this.model, input, this.at);
    this.model = model;
    this.#carryOut(effects);
    return this;
  }

  /** The oldest heartbeat in flight, or the newest, arrives at the server. */
  arrive(): this {
    const id = this.heartbeats.shift();
    if (id !== undefined) this.#replies.push({ id, state: this.state });
    return this;
  }

  /** A response arrives at the follower: the oldest one, or the newest before the others. */
  respond({ newest = false } = {}): this {
    const reply = newest ? this.#replies.pop() : this.#replies.shift();
    if (!reply) return this;
    this.known = Math.max(this.known, reply.state);
    return this.dispatch({ type: 'responded', id: reply.id });
  }

  fail(gone = false): this {
    const id = this.heartbeats.shift() ?? this.#replies.shift()?.id;
    return id === undefined ? this : this.dispatch({ type: 'failed', id, gone });
  }

  /** The watch delivers a state. */
  watched(state = this.state): this {
    this.known = Math.max(this.known, state);
    return this.dispatch({ type: 'watched' });
  }

  pass(ms: number): this {
    this.at += ms;
    return this;
  }

  due(): this {
    return this.pass(Math.max(0, (this.model.dueAt ?? this.at) - this.at)).dispatch({ type: 'due' });
  }

  get kind(): string {
    return this.model.connection.state;
  }
}

const current = () => new ScriptedFollower().arrive().respond();
const lost = () => current().due().fail();

describe('the machine that follows a Live, in the console', () => {
  it('when it starts, then it watches and checks, and is current with the response to its heartbeat', () => {
    const follower = new ScriptedFollower();
    assert.deepEqual([follower.kind, follower.watches, follower.heartbeats], ['checking', 1, [0]]);
    assert.equal(follower.watched().kind, 'checking');
    assert.equal(follower.arrive().respond().kind, 'current');
    assert.deepEqual([follower.model.dueAt, follower.watches], [follower.at + HEARTBEAT_MS, 1]);
    follower.due().dispatch({ type: 'due' });
    assert.deepEqual(follower.heartbeats, [1], 'one after the other');
  });

  it('when a heartbeat fails, then the connection is lost since then, it asks each second, and a response starts a new watch', () => {
    const follower = lost();
    const since = follower.at;
    for (let attempts = 0; attempts < 3; attempts++) {
      assert.deepEqual(follower.model.connection, { state: 'lost', since });
      assert.equal(follower.model.dueAt, follower.at + LOST_HEARTBEAT_MS);
      follower.due().fail();
    }
    follower.due().arrive().respond();
    assert.deepEqual([follower.kind, follower.watches], ['current', 2]);
  });

  it('when the watch delivers a state while the connection is lost, then a heartbeat finds out at once', () => {
    const follower = lost().watched().watched();
    assert.deepEqual([follower.kind, follower.heartbeats], ['lost', [2]]);
    assert.equal(follower.arrive().respond().kind, 'current');
  });

  it('when the machine has slept, then nothing counts as current before a new heartbeat has a response', () => {
    for (const wakes of ['due', 'seen', 'check'] as const) {
      const follower = current()
        .pass(SLEPT_MS + 1)
        .dispatch({ type: wakes });
      assert.deepEqual([follower.kind, follower.watched().kind], ['checking', 'checking'], wakes);
      assert.deepEqual([follower.arrive().respond().kind, follower.watches], ['current', 2]);
    }
    const during = current()
      .due()
      .arrive()
      .pass(SLEPT_MS + 1)
      .respond();
    assert.deepEqual([during.kind, during.heartbeats.length], ['checking', 1], 'a response from before it slept');
    assert.equal(
      lost()
        .pass(SLEPT_MS + 1)
        .watched().kind,
      'lost',
    );
  });

  it('when the page is seen again after a while, then it checks; after a moment it does not', () => {
    const at = (ms: number) => current().pass(ms).dispatch({ type: 'seen' }).kind;
    assert.deepEqual([at(HEARTBEAT_TIMEOUT_MS), at(HEARTBEAT_TIMEOUT_MS + 1)], ['current', 'checking']);
  });

  it('when the connection may have changed during a heartbeat, then a new one is sent, and the old response does not count', () => {
    const follower = current().due().arrive().dispatch({ type: 'check' });
    assert.equal(follower.respond().kind, 'checking');
    assert.equal(follower.arrive().respond().kind, 'current');
    const failing = current().due().dispatch({ type: 'check' }).fail();
    assert.equal(failing.kind, 'checking');
    const reversed = current().due().arrive().dispatch({ type: 'check' }).arrive().respond({ newest: true });
    assert.deepEqual([reversed.kind, reversed.respond().kind], ['current', 'current']);
    const twice = current().dispatch({ type: 'responded', id: 0 });
    assert.equal(twice.model.dueAt, twice.at + HEARTBEAT_MS);
  });

  it('when the watch ends, then the next response to a heartbeat starts a new one', () => {
    const follower = current().dispatch({ type: 'watch-failed', gone: false });
    assert.deepEqual([follower.kind, follower.watches], ['current', 1]);
    assert.equal(follower.due().arrive().respond().watches, 2);
    assert.equal(follower.due().arrive().respond().watches, 2);
  });

  it('when the person has signed in again, then it asks at once if the connection was lost', () => {
    assert.deepEqual(
      [lost().dispatch({ type: 'resumed' }).heartbeats, current().dispatch({ type: 'resumed' }).heartbeats],
      [[2], []],
    );
  });

  it('when the Live is gone, then it ends, whatever comes later', () => {
    for (const ended of [current().due().fail(true), current().dispatch({ type: 'watch-failed', gone: true })]) {
      const { model } = ended;
      assert.deepEqual([model.ended, model.dueAt], [true, null]);
      for (const type of ['due', 'check', 'seen', 'resumed', 'watched'] as const) ended.dispatch({ type });
      ended.dispatch({ type: 'responded', id: model.nextId - 1 });
      assert.equal(ended.model, model);
    }
  });

  it('when responses, sleep and losses come in any order, then current is never older than the last check, and it goes on', () => {
    const INPUTS = [
      'due',
      'arrive',
      'respond',
      'newest',
      'fail',
      'watched',
      'old',
      'change',
      'check',
      'sleep',
      'dead',
    ] as const;
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...INPUTS), { maxLength: 60, size: 'max' }), (inputs) => {
        const follower = new ScriptedFollower();
        let checked = 0;
        for (const input of inputs) {
          const before = follower.state;
          if (input === 'due' || input === 'arrive' || input === 'fail' || input === 'watched') follower[input]();
          else if (input === 'respond' || input === 'newest') follower.respond({ newest: input === 'newest' });
          // A state from before the latest change, as a response that slept on its way has it.
          else if (input === 'old') follower.watched(before - 1);
          else if (input === 'change') follower.state += 1;
          else if (input === 'dead') follower.dispatch({ type: 'watch-failed', gone: false });
          else if (input === 'check') follower.dispatch({ type: 'check' });
          else follower.pass(SLEPT_MS + 1).dispatch({ type: 'seen' });
          if (input === 'check' || input === 'sleep') checked = before;
          const { model, kind, known } = follower;
          if (kind === 'current') assert.ok(known >= checked, 'not older than the last check');
          assert.ok((model.heartbeat === null) !== (model.dueAt === null), 'a heartbeat is in flight or due');
        }
        while (follower.heartbeats.length > 0) follower.arrive();
        for (let round = 0; round < 2; round++) follower.due().arrive().respond({ newest: true });
        assert.deepEqual([follower.kind, follower.model.isWatchStale], ['current', false], 'it goes on');
      }),
      { numRuns: 2_000 },
    );
  });
});
