import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LecternError } from '../../../src/contract/lectern-error.ts';
import type { Lives } from '../../../src/domain/live/lives.ts';
import { Representations } from '../../../src/domain/live/reading/representations.ts';
import { FollowedLives, type Follower } from '../../../src/domain/live/state/followed-lives.ts';
import type { Editions } from '../../../src/domain/scripture/editions.ts';
import { liveView } from '../../../src/events/event-views.ts';
import { LiveEvents, type LiveVersionEvents } from '../../../src/events/live-events.ts';
import { Poll, Polls } from '../../../src/events/polls.ts';
import { WatchSlots } from '../../../src/events/watch-slots.ts';
import type { ChangeFeed, LiveState, Owner } from '../../../src/storage/storage.ts';
import { emptyState, liveRecord } from '../../support/requests/live-state.ts';

const OWNER: Owner = { kind: 'organization', id: 'organization' };
const FEED: ChangeFeed = { connected: true, subscribe: () => {}, start: async () => {} };
const WAIT_SECONDS = 25;

const at = (sequence: number): LiveState => emptyState(liveRecord(OWNER, { id: 'live', name: 'Chapel', sequence }));

/** The parts of Lives that polls use: a followed Live and a database with configurable responses. */
function createRoom(options: { require?: () => Promise<LiveState>; feed?: ChangeFeed | null } = {}) {
  let state = at(1);
  let removed = false;
  const followed = new FollowedLives();
  const lives = {
    follow: (id: string, follower: Follower) =>
      followed.follow(id, follower, async (keep) => {
        if (!removed) keep(state);
      }),
    require: options.require ?? (async () => state),
  } as unknown as Lives;
  const events = new LiveEvents(
    liveView(new Representations({} as Editions)),
    { sign: (purpose, value) => `${purpose} ${JSON.stringify(value)}`, verify: () => undefined },
    'epoch',
  );
  const polls = new Polls(lives, new WatchSlots(null, 50), options.feed ?? null, { record: () => {} });
  const change = () => {
    const before = state;
    state = at(before.record.sequence + 1);
    followed.notify({ before, after: state, queue: [] });
  };
  const remove = () => {
    removed = true;
    followed.notify({ before: state, after: null, queue: [] });
  };
  return { polls, events, change, remove };
}

class TestPoll extends Poll {
  readonly owner = OWNER;
  readonly credentialId = 'credential';
  readonly events: LiveEvents;
  readonly clientVersion;
  readonly waitSeconds: number;
  looks = 0;
  readonly ended = Promise.withResolvers<LiveVersionEvents | null>();
  look: () => void | Promise<void> = () => {};
  send: (version: LiveVersionEvents | null) => void = (version) => this.ended.resolve(version);

  constructor(events: LiveEvents, waitSeconds = WAIT_SECONDS) {
    super();
    this.events = events;
    this.clientVersion = events.version(at(1)).position;
    this.waitSeconds = waitSeconds;
  }

  /** The cached authority. */
  revoked = false;

  async recheck(): Promise<void> {
    if (this.revoked) throw new LecternError('invalid_token');
  }

  async verify(): Promise<void> {
    this.looks++;
    await this.look();
  }

  onClosed(): void {}

  async respond(version: LiveVersionEvents | null): Promise<void> {
    this.send(version);
  }

  fail(error: unknown): void {
    this.ended.reject(error);
  }
}

test('[Events 4], [Events 7] when much changes during the check of authority, then it is checked once more, and the latest state is sent', async () => {
  const { polls, events, change } = createRoom();
  const poll = new TestPoll(events);
  const looked = Promise.withResolvers<void>();
  poll.look = () => looked.promise;
  polls.wait(poll);
  await new Promise(setImmediate);
  for (let count = 0; count < 40; count++) change();
  looked.resolve();
  assert.equal((await poll.ended.promise)!.state.record.sequence, 41);
  assert.equal(poll.looks, 2);
  assert.equal(polls.waiting, 0);
});

test('[Events 7] when something changes during that second check, then it is left for the next poll', async () => {
  const { polls, events, change } = createRoom();
  const poll = new TestPoll(events);
  const looks = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  poll.look = () => looks[poll.looks - 1]!.promise;
  polls.wait(poll);
  await new Promise(setImmediate);
  change();
  change();
  looks[0]!.resolve();
  await new Promise(setImmediate);
  change();
  looks[1]!.resolve();
  assert.equal((await poll.ended.promise)!.state.record.sequence, 3);
  assert.equal(poll.looks, 2);
});

test('[Events 7] when authority is revoked during its check, then the poll does not get what changes after that', async () => {
  const { polls, events, change } = createRoom();
  const poll = new TestPoll(events);
  const asked = Promise.withResolvers<void>();
  // The first response was read before the revocation and arrives late.
  poll.look = () => (poll.looks === 1 ? asked.promise : Promise.reject(new LecternError('invalid_token')));
  polls.wait(poll);
  await new Promise(setImmediate);
  change();
  change();
  asked.resolve();
  await assert.rejects(poll.ended.promise, (error) => error instanceof LecternError && error.code === 'invalid_token');
  assert.equal(polls.waiting, 0);
});

test('[Events 9] when a database does not respond, then no poll is kept: 503 soon after its deadline', async () => {
  const { polls, events } = createRoom({ feed: FEED, require: () => new Promise(() => {}) });
  const poll = new TestPoll(events, 0.01);
  polls.wait(poll);
  await assert.rejects(poll.ended.promise, (error) => error instanceof LecternError && error.code === 'unavailable');
  assert.equal(polls.waiting, 0);
});

test('when a check of authority does not end, then no poll is kept either', async () => {
  const { polls, events, change } = createRoom();
  const poll = new TestPoll(events);
  poll.look = () => new Promise(() => {});
  polls.wait(poll);
  await new Promise(setImmediate);
  change();
  await assert.rejects(poll.ended.promise, (error) => error instanceof LecternError && error.code === 'unavailable');
});

test('when a response cannot be made, then the poll fails', async () => {
  const { polls, events, change } = createRoom();
  const poll = new TestPoll(events);
  poll.send = () => {
    throw new Error('no response');
  };
  polls.wait(poll);
  await new Promise(setImmediate);
  change();
  await assert.rejects(poll.ended.promise, /no response/);
});

test('when a refusal comes during the check of authority, then it wins', async () => {
  const { polls, events, change } = createRoom();
  const poll = new TestPoll(events);
  const looked = Promise.withResolvers<void>();
  poll.look = () => looked.promise;
  polls.wait(poll);
  await new Promise(setImmediate);
  change();
  looked.reject(new LecternError('invalid_token'));
  await assert.rejects(poll.ended.promise, (error) => error instanceof LecternError && error.code === 'invalid_token');
});

test('[Events 9] when the authority of polls ends, then they end as soon as that is known, and no others do', async () => {
  const { polls, events } = createRoom();
  const [revoked, other] = [new TestPoll(events), new TestPoll(events)];
  for (const poll of [revoked, other]) polls.wait(poll);
  await new Promise(setImmediate);
  revoked.revoked = true;
  polls.recheck();
  await assert.rejects(
    revoked.ended.promise,
    (error) => error instanceof LecternError && error.code === 'invalid_token',
  );
  assert.equal(polls.waiting, 1);
  polls.close();
});

for (const [when, isRemovedFirst] of [
  ['have just learned', false],
  ['found', true],
] as const) {
  test(`[Events 9] when a poll joins others that ${when} that the Live is deleted, then it gets the same response`, async () => {
    const room = createRoom();
    const first = new TestPoll(room.events);
    const looking = Promise.withResolvers<void>();
    first.look = () => looking.promise;
    if (isRemovedFirst) room.remove();
    room.polls.wait(first);
    await new Promise(setImmediate);
    if (!isRemovedFirst) room.remove();
    const second = new TestPoll(room.events);
    room.polls.wait(second);
    looking.resolve();
    for (const { ended } of [first, second]) await assert.rejects(ended.promise, { code: 'not_found' });
  });
}
