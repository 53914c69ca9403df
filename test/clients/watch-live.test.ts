import assert from 'node:assert/strict';
import { before, describe, type TestContext, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  createLecternClient,
  LecternProblem,
  type WatchedNow,
  type WatchLiveOptions,
  watchLive,
} from '../../clients/typescript/src/index.ts';
import { WATCHES_PER_LIVE_MAX } from '../../src/contract/limits.ts';
import { createLiveController, type LiveController } from '../support/requests/live-controller.ts';
import {
  createTestOrganization,
  startTestLectern,
  type TestLectern,
  type TestOwner,
} from '../support/server/lectern.ts';
import { useInProcessServer } from '../support/server/suite-server.ts';
import { failuresOf, type ObservedWatch, observeWatch } from './observed-watch.ts';

const VERSES = { book_id: 19, chapter: 117 };

describe('watchLive() with a real server', { concurrency: true }, () => {
  const { lectern } = useInProcessServer({ editions: 'starter' });
  let owner: TestOwner;
  before(async () => {
    owner = await createTestOrganization(lectern);
  });

  const open = () => createLiveController(lectern, owner, { translations: ['kjv'] });
  const watch = (t: TestContext, controller: LiveController, options: Partial<WatchLiveOptions> = {}) =>
    observeWatch(t, { baseUrl: lectern.url, token: controller.owner.token, liveId: controller.id, ...options });
  const has = (sequence: number) => (observed: ObservedWatch) => observed.states.at(-1)?.sequence === sequence;
  const issueToken = (scopes?: string[]) =>
    lectern.installation.administration.createToken({ subject: { organization: owner.id }, scopes });
  const problemOf = async (observed: ObservedWatch) => {
    const error = await observed.ended;
    assert.ok(error instanceof LecternProblem, String(error));
    return [error.status, error.code];
  };

  test('[D55] when it watches what is shown now, then each step comes, with the validator of the next', async () => {
    const controller = await open();
    await controller.push(VERSES);
    const connection = { baseUrl: lectern.url, token: controller.owner.token };
    const client = createLecternClient(connection);
    const watching = watchLive({ ...connection, liveId: controller.id, view: 'now' });
    const take = async () => (await watching.next()).value as WatchedNow;
    const first = await take();
    assert.deepEqual([first.type, first.now.focus?.reference], ['live.now', 'Psalm 117:1']);
    const params = { path: { live_id: controller.id }, header: { 'if-match': first.now.etag } };
    const { data } = await client.POST('/v1/lives/{live_id}/step', { params, body: { by: 1 } });
    const second = await take();
    assert.deepEqual([second.type, second.now], ['live.now_changed', data]);
    assert.equal(second.sequence, first.sequence + 1);
    await watching.return();
  });

  test('[D23] when it begins, then it has the whole state, and then each change that it takes in time', async (t) => {
    const controller = await open();
    const observed = watch(t, controller);
    await observed.until(has(1));
    const [first] = observed.states;
    assert.deepEqual(
      [first?.type, first?.snapshot.queue, first?.snapshot.display.showing],
      ['live.snapshot', [], false],
    );
    for (let sequence = 2; sequence <= 6; sequence++) {
      await controller.push(VERSES);
      await observed.until(has(sequence));
    }
    assert.deepEqual(
      observed.states.map(({ type, sequence }) => [type, sequence]),
      [['live.snapshot', 1], ...[2, 3, 4, 5, 6].map((sequence) => ['live.changed', sequence])],
    );
    const { live, display, queue } = observed.states.at(-1)!.snapshot;
    const read = await Promise.all([controller.get(), controller.get('/display'), controller.items()]);
    assert.deepEqual([live, display, queue], [read[0].body, read[1].body, read[2]]);
    await observed.stop();
    assert.equal(observed.mostAtOnce, 1);
  });

  test('[Events 4] when changes come faster than they are taken, then it has the newest', async (t) => {
    const controller = await open();
    const observed = watch(t, controller);
    await observed.until(has(1));
    for (let index = 0; index < 20; index++) await controller.push(VERSES);
    await observed.until(has(21));
    const sequences = observed.states.map(({ sequence }) => sequence);
    assert.deepEqual(
      sequences,
      [...new Set(sequences)].sort((a, b) => a - b),
    );
    await observed.stop();
  });

  test('[Events 2] when heartbeats come, then they keep it going, and are no states', async (t) => {
    const controller = await open();
    const observed = watch(t, controller, { waitSeconds: 1 });
    await observed.until(({ statuses }) => statuses.length === 4);
    assert.deepEqual([observed.states.length, failuresOf(observed)], [1, []]);
    await observed.stop();
  });

  test('[Events 9] when a token is revoked in the middle of a wait, then it ends with 401', async (t) => {
    const controller = await open();
    const { id, token } = await issueToken();
    const observed = watch(t, controller, { token });
    await observed.until(has(1));
    await lectern.installation.administration.revokeToken(id);
    assert.deepEqual(await problemOf(observed), [401, 'invalid_token']);
  });

  test('[Events 9] when a token lacks live.get, then it ends with 403', async (t) => {
    const { token } = await issueToken(['live.list']);
    assert.deepEqual(await problemOf(watch(t, await open(), { token })), [403, 'insufficient_scope']);
  });

  test('[D12] when a Live is deleted in the middle of a wait, then it ends with 404', async (t) => {
    const controller = await open();
    const observed = watch(t, controller);
    await observed.until(has(1));
    assert.equal((await controller.send('DELETE', '')).status, 204);
    assert.deepEqual(await problemOf(observed), [404, 'not_found']);
  });
});

test('[D25] when the watch limit is reached, then it waits until another watch leaves', async (t) => {
  await using lectern = await startTestLectern();
  const controller = await createLiveController(lectern, await createTestOrganization(lectern));
  const watch = (waitSeconds: number) =>
    observeWatch(t, { baseUrl: lectern.url, token: controller.owner.token, liveId: controller.id, waitSeconds });
  const seated = Array.from({ length: WATCHES_PER_LIVE_MAX }, () => watch(25));
  while (!(await readMetrics(lectern)).includes(`\nlectern_event_polls_waiting ${WATCHES_PER_LIVE_MAX}\n`))
    await sleep(10);

  const late = watch(1);
  await late.until(() => failuresOf(late).length > 0);
  assert.deepEqual([failuresOf(late)[0], late.states.length], ['409 watch_limit_reached', 1]);
  await seated[0]!.stop();
  const retried = late.statuses.length;
  await late.until(({ statuses }) => statuses.slice(retried).some(({ state }) => state === 'following'));
  await Promise.all([late, ...seated.slice(1)].map((observed) => observed.stop()));
});

test('[D10] when the response is 429, then it stays away as long as the server asks', async (t) => {
  await using lectern = await startTestLectern('sqlite', { LECTERN_BUDGET_PRINCIPAL: '3' });
  const controller = await createLiveController(lectern, await createTestOrganization(lectern));
  let asked = 0;
  const observed = observeWatch(t, {
    baseUrl: lectern.url,
    token: controller.owner.token,
    liveId: controller.id,
    waitSeconds: 0,
    fetch: (request) => {
      asked++;
      return fetch(request);
    },
  });
  const longWait = () => {
    const last = observed.statuses.at(-1);
    if (last?.state !== 'retrying') return null;
    const { retryAfterSeconds } = last.error as LecternProblem;
    // Budgets are reset each minute. One that is reset within seconds shows nothing.
    return retryAfterSeconds! >= 5 ? { ...last, retryAfterSeconds: retryAfterSeconds! } : null;
  };
  await observed.until(() => longWait() !== null);
  const { retryInMs, retryAfterSeconds } = longWait()!;
  assert.equal(failuresOf(observed).at(-1), '429 rate_limited');
  assert.ok(retryInMs >= retryAfterSeconds * 1000, `${retryInMs} ms, ${retryAfterSeconds} s`);
  const before = asked;
  await sleep(3_000);
  assert.equal(asked, before, 'it asked while it was to stay away');
  await observed.stop();
});

const readMetrics = async (lectern: TestLectern): Promise<string> => (await fetch(`${lectern.url}/metrics`)).text();
