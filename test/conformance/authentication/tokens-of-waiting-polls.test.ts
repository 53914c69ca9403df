import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Api, type ApiResponse, assertProblem } from '../../support/requests/api.ts';
import { FIXTURE_SLUG, importFixtureEdition } from '../../support/requests/documented-operations.ts';
import { createLiveController } from '../../support/requests/live-controller.ts';
import { beginPoll, poll, readSnapshot, requireEvent, waitUntilParked } from '../../support/requests/poll.ts';
import { createTestToken, createTestUser } from '../../support/requests/tokens.ts';
import { PAGE_ENGINES, type TestLectern } from '../../support/server/lectern.ts';
import { useInProcessServer, useNodes } from '../../support/server/suite-server.ts';

const TOKENS = '/v1/me/tokens';
/** Well before the deadline of a poll that waits 25 seconds, and well after the 5 seconds of idle checks. */
const BEFORE_DEADLINE_MS = 20_000;
/** Long enough for polls to be waiting when it ends, also where the machine is slow. */
const OVERLAP_SECONDS = 3;

/** Rotates so that the old secret ends after OVERLAP_SECONDS: the new one, and between which moments that is. */
async function rotate(user: Api, id: string) {
  const earliest = Date.now() + OVERLAP_SECONDS * 1000;
  const { status, body } = await user.post(`${TOKENS}/${id}/rotate`, { overlap_seconds: OVERLAP_SECONDS });
  assert.equal(status, 200);
  return { token: body.token as string, earliest, latest: Date.now() + OVERLAP_SECONDS * 1000 };
}

const requireEnded = (response: ApiResponse) => {
  assertProblem(response, 401, 'invalid_token');
  assert.equal(response.headers.get('www-authenticate'), 'Bearer error="invalid_token"');
};

for (const engine of PAGE_ENGINES) {
  // Side by side: most of the time passes between two idle checks.
  describe(`polls that wait on personal tokens on ${engine}`, { concurrency: true }, () => {
    const { lectern } = useInProcessServer({ engine, settings: { LECTERN_LIVES_PER_OWNER: '1000' } });
    before(async () => {
      await importFixtureEdition(lectern);
    });

    const open = async () => {
      const user = await createTestUser(lectern);
      await lectern.installation.editions.enable({ kind: 'account', id: user.owner.id }, FIXTURE_SLUG);
      const controller = await createLiveController(lectern, user.owner, { translations: [FIXTURE_SLUG] });
      return { user, controller, ...(await readSnapshot(lectern, controller)) };
    };

    it('[D35], [Events 7] when the overlap ends, then polls with the replaced secret end with 401, and those with the new one wait on', async () => {
      const { user, controller, cursor } = await open();
      const { id, token: old } = await createTestToken(user, { scopes: ['live.get'] });
      const before = beginPoll(lectern, controller, { after: cursor, token: old });
      await waitUntilParked(before);
      const begun = performance.now();
      const { token, earliest } = await rotate(user, id);
      const inOverlap = beginPoll(lectern, controller, { after: cursor, token: old });
      const renewed = beginPoll(lectern, controller, { after: cursor, token });
      for (const { response } of [before, inOverlap]) requireEnded(await response);
      assert.ok(Date.now() >= earliest);
      assert.ok(performance.now() - begun < OVERLAP_SECONDS * 1000 + BEFORE_DEADLINE_MS);
      await waitUntilParked(renewed);
      await controller.play({ paused: true });
      requireEvent(await renewed.response, controller, 'live.changed');
    });

    it('[Events 7] when a change comes inside the overlap, then the old secret gets it; after the overlap it gets no more', async () => {
      const { user, controller, cursor } = await open();
      const { id, token: old } = await createTestToken(user);
      const early = beginPoll(lectern, controller, { after: cursor, token: old });
      await waitUntilParked(early);
      assert.equal((await user.post(`${TOKENS}/${id}/rotate`, { overlap_seconds: 60 })).status, 200);
      await controller.play({ paused: true });
      const { cursor: next } = requireEvent(await early.response, controller, 'live.changed');
      const late = beginPoll(lectern, controller, { after: next, token: old });
      await waitUntilParked(late);
      const { token: second } = (await user.post(`${TOKENS}/${id}/rotate`, { overlap_seconds: 0 })).body;
      await controller.play({ paused: false });
      requireEnded(await late.response);
      requireEvent(await poll(lectern, controller, { after: next, token: second }), controller, 'live.changed');
    });

    it('[Events 7] when a change comes right after the end of the overlap, then the old secret does not get it', async () => {
      const { user, controller, cursor } = await open();
      const { id, token: old } = await createTestToken(user);
      const { latest } = await rotate(user, id);
      const waiting = beginPoll(lectern, controller, { after: cursor, token: old });
      await sleep(latest - Date.now() + 5);
      await controller.play({ paused: true });
      requireEnded(await waiting.response);
    });

    it('[Events 9] when a token is deleted over REST, then its polls end with 401, and no other', async () => {
      const { user, controller, cursor } = await open();
      const [ended, kept] = [await createTestToken(user), await createTestToken(user)];
      const ending = [1, 2].map(() => beginPoll(lectern, controller, { after: cursor, token: ended.token }));
      const staying = beginPoll(lectern, controller, { after: cursor, token: kept.token });
      await waitUntilParked(...ending, staying);
      const begun = performance.now();
      assert.equal((await user.delete(`${TOKENS}/${ended.id}`, { token: ended.token })).status, 204);
      for (const { response } of ending) requireEnded(await response);
      assert.ok(performance.now() - begun < BEFORE_DEADLINE_MS);
      await controller.play({ paused: true });
      requireEvent(await staying.response, controller, 'live.changed');
    });

    it('[Authentication] when a user is disabled, then their polls end with 401, and a change is not reported to them', async () => {
      const { user, controller, cursor } = await open();
      const { token } = await createTestToken(user, { scopes: ['live.get'] });
      const ending = [user.owner.token, token].map((each) =>
        beginPoll(lectern, controller, { after: cursor, token: each }),
      );
      await waitUntilParked(...ending);
      const begun = performance.now();
      await lectern.installation.administration.setUserDisabled(user.email, true);
      for (const { response } of ending) requireEnded(await response);
      assert.ok(performance.now() - begun < BEFORE_DEADLINE_MS);
      await lectern.installation.administration.setUserDisabled(user.email, false);
      const again = beginPoll(lectern, controller, { after: cursor, token });
      await waitUntilParked(again);
      again.abandon();
    });
  });
}

describe('personal tokens on three nodes over one PostgreSQL', { concurrency: true }, () => {
  const NODES = 3;
  const cluster = useNodes(NODES, { LECTERN_LIVES_PER_OWNER: '1000' });

  it('[D37] when one node ends a secret, by rotation or deletion, then it ends on all: requests at once, polls before their deadline', async () => {
    const [first, ...others] = cluster.nodes as [TestLectern, ...TestLectern[]];
    const user = await createTestUser(first);
    const controller = await createLiveController(first, user.owner);
    const { cursor } = await readSnapshot(first, controller);
    const [rotated, deleted] = [await createTestToken(user), await createTestToken(user)];
    const beginOn = (lectern: TestLectern) =>
      [rotated, deleted].map(({ token }) => beginPoll(lectern, controller, { after: cursor, token }));
    const ending = cluster.nodes.flatMap(beginOn);
    await waitUntilParked(...ending);
    const begun = performance.now();
    const { body } = await user.post(`${TOKENS}/${rotated.id}/rotate`, { overlap_seconds: 0 });
    assert.equal((await user.delete(`${TOKENS}/${deleted.id}`)).status, 204);
    for (const lectern of others) {
      for (const { token } of [rotated, deleted]) requireEnded(await poll(lectern, controller, { token }));
      requireEvent(await poll(lectern, controller, { token: body.token }), controller, 'live.snapshot');
    }
    for (const { response } of ending) requireEnded(await response);
    assert.ok(performance.now() - begun < BEFORE_DEADLINE_MS);
  });

  it('[D35] when an overlap ends, then it ends on all nodes', async () => {
    const first = cluster.nodes[0]!;
    const user = await createTestUser(first);
    const controller = await createLiveController(first, user.owner);
    const { cursor } = await readSnapshot(first, controller);
    const { id, token: old } = await createTestToken(user);
    const waiting = cluster.nodes.map((lectern) => beginPoll(lectern, controller, { after: cursor, token: old }));
    await waitUntilParked(...waiting);
    const { token, earliest } = await rotate(user, id);
    for (const lectern of cluster.nodes) {
      requireEvent(await poll(lectern, controller, { token }), controller, 'live.snapshot');
      const response = await poll(lectern, controller, { token: old });
      if (Date.now() < earliest) requireEvent(response, controller, 'live.snapshot');
    }
    for (const { response } of waiting) requireEnded(await response);
    assert.ok(Date.now() >= earliest);
  });
});
