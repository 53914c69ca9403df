import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { assertProblem, type JsonDocument } from '../../support/requests/api.ts';
import { createFixture, FIXTURE_SLUG, importFixtureEdition } from '../../support/requests/documented-operations.ts';
import { createGrant } from '../../support/requests/grants.ts';
import { controlLive, createLiveController, type LiveController } from '../../support/requests/live-controller.ts';
import { connectTerminal } from '../../support/requests/organization-terminal.ts';
import { beginPoll, readSnapshot, waitUntilParked } from '../../support/requests/poll.ts';
import { createTestUser } from '../../support/requests/tokens.ts';
import {
  createTestAccount,
  createTestOrganization,
  PAGE_ENGINES,
  type TestLectern,
  type TestOwner,
} from '../../support/server/lectern.ts';
import { runSql } from '../../support/server/sql.ts';
import { useInProcessServer, useNodes } from '../../support/server/suite-server.ts';

const read = async (controller: LiveController): Promise<JsonDocument[]> => {
  const { status, body, etag } = await controller.get('/operators');
  assert.deepEqual([status, Object.keys(body), etag], [200, ['data'], null]);
  return body.data;
};
const named = async (controller: LiveController) => (await read(controller)).map(({ name, kind }) => [name, kind]);

/** Returns the Live with another token of its owner. */
const as = (lectern: TestLectern, controller: LiveController, token: string) =>
  controlLive(lectern, { ...controller.owner, token }, controller.id, controller.etag);

const createServiceToken = async ({ installation }: TestLectern, { id }: TestOwner, name: string): Promise<string> =>
  (await installation.administration.createToken({ subject: { organization: id }, name })).token;

for (const engine of PAGE_ENGINES) {
  describe(`[D64] who operates a Live, on ${engine}`, () => {
    const { lectern } = useInProcessServer({ engine });
    let owner: TestOwner;
    before(async () => {
      await importFixtureEdition(lectern);
      owner = (await createFixture(lectern, 'organization')).client.owner;
    });

    const open = async (of = owner): Promise<LiveController> => {
      const { id, etag } = await createLiveController(lectern, of);
      return controlLive(lectern, of, id, etag);
    };

    it('when no client has written or watched, then no operator is named, and reading makes none', async () => {
      const controller = await open();
      for (const sub of ['', '/display', '/queue-items', '/stage']) await controller.get(sub);
      await readSnapshot(lectern, controller);
      assert.deepEqual(await read(controller), []);
      assert.deepEqual(await read(controller), []);
    });

    it('when a token has written, then it is named by its name and since then; a refused write names no operator', async () => {
      const controller = await open();
      const tablet = as(lectern, controller, await createServiceToken(lectern, owner, 'Tablet'));
      const phone = as(lectern, controller, await createServiceToken(lectern, owner, 'Phone'));
      const begun = Date.now();
      assertProblem(
        await phone.send('PATCH', '/playback', { paused: true }, { 'if-match': '"stale"' }),
        412,
        'stale_validator',
      );
      await tablet.play({ paused: true });
      const [first, ...others] = await read(controller);
      assert.deepEqual([first.name, first.kind, others], ['Tablet', 'service', []]);
      assert.ok(Math.abs(Date.parse(first.since) - begun) < 30_000);
      await sleep(5);
      await tablet.play({ paused: false });
      assert.equal((await phone.send('PUT', '/stage', { message: 'Hello', countdown_to: null })).status, 200);
      assert.deepEqual(await named(controller), [
        ['Tablet', 'service'],
        ['Phone', 'service'],
      ]);
      assert.equal((await read(controller))[0].since, first.since, 'the longest present first, since it came');
    });

    it('when a member has several credentials and watches, then the member is named once, by name', async () => {
      const controller = await open();
      const person = await createTestUser(lectern);
      await lectern.installation.administration.setMember({
        organization: owner.id,
        email: person.email,
        role: 'operator',
      });
      const terminals = [await connectTerminal(lectern, person, owner), await connectTerminal(lectern, person, owner)];
      const { cursor } = await readSnapshot(lectern, controller);
      const waiting = terminals.flatMap(({ owner: { token } }) =>
        [1, 2].map(() => beginPoll(lectern, controller, { after: cursor, token })),
      );
      await waitUntilParked(...waiting);
      assert.deepEqual(await named(controller), [['User', 'service']]);
      for (const poll of waiting) poll.abandon();
    });

    it('when a watch ends, then who had it is named for another 60 seconds, and no longer', async () => {
      const controller = await open();
      const { cursor } = await readSnapshot(lectern, controller);
      const watch = as(lectern, controller, await createServiceToken(lectern, owner, 'Watch'));
      const waiting = beginPoll(lectern, watch, { after: cursor });
      await waitUntilParked(waiting);
      assert.deepEqual(await named(controller), [['Watch', 'service']]);
      const expiresAt = async () =>
        Number(
          (await runSql(lectern, `SELECT expires_at FROM operators WHERE live_id = '${controller.id}'`))[0]!.expires_at,
        );
      const begun = await expiresAt();
      await sleep(2_100);
      waiting.abandon();
      for (let waited = 0; (await expiresAt()) < begun + 2; waited += 100) {
        assert.ok(waited < 10_000, 'the end of the watch was not noted');
        await sleep(100);
        await read(controller);
      }
      assert.ok((await expiresAt()) - Date.now() / 1000 <= 60);
      await runSql(lectern, `UPDATE operators SET expires_at = expires_at - 60 WHERE live_id = '${controller.id}'`);
      assert.deepEqual(await read(controller), []);
      await sleep(5);
      const back = Date.now();
      await watch.play({ paused: true });
      const [again] = await read(controller);
      assert.ok(Date.parse(again.since) >= back, 'an operator who comes back is there since then');
    });

    it('when a personal token and an app operate the Live of an account, then each is named: the token, and the app', async () => {
      const account = await createTestAccount(lectern);
      const controller = await open(account);
      const grant = await createGrant(lectern, account);
      await controller.play({ paused: true });
      const app = as(lectern, controller, grant.access);
      await app.play({ paused: false });
      assert.deepEqual(await named(app), [
        ['Command line', 'personal'],
        ['App', 'delegated'],
      ]);
    });

    it('[D4] when the Live is another owner’s, then its operators are 404', async () => {
      const controller = await open();
      const other = controlLive(lectern, await createTestOrganization(lectern), controller.id, controller.etag);
      assertProblem(await other.get('/operators'), 404, 'not_found');
    });

    it('[Limits] when more than 100 operate a Live, then the 100 that have been there longest are named', async () => {
      const controller = await open();
      const { storage } = lectern.installation;
      const tokens = Array.from({ length: 103 }, (_, index) => ({
        id: `${controller.id}-${index}`,
        since: new Date(Date.now() - (200 - index) * 1000).toISOString(),
      }));
      for (const { id } of tokens) {
        await storage.credentials.create({
          id,
          kind: 'service',
          hash: id,
          name: id,
          scopes: [],
          organizationId: owner.id,
          userId: null,
          createdAt: new Date().toISOString(),
          expiresAt: null,
          revokedAt: null,
        });
      }
      const sightings = tokens.map(({ id, since }) => ({
        liveId: controller.id,
        credentialId: id,
        since,
        secondsAgo: 0,
      }));
      await storage.operators.report(sightings.toReversed());
      assert.deepEqual(
        (await read(controller)).map(({ name }) => name),
        tokens.slice(0, 100).map(({ id }) => id),
      );
    });

    it('when the Live is deleted, then nothing is kept of who operated it', async () => {
      const controller = await open();
      await controller.play({ paused: true });
      await read(controller);
      const rows = () => runSql(lectern, `SELECT * FROM operators WHERE live_id = '${controller.id}'`);
      assert.equal((await rows()).length, 1);
      assert.equal((await controller.send('DELETE', '')).status, 204);
      assert.deepEqual(await rows(), []);
      const sighting = { liveId: controller.id, credentialId: 'late', since: new Date().toISOString(), secondsAgo: 0 };
      await lectern.installation.storage.operators.report([sighting]);
      assert.deepEqual(await rows(), [], 'a late report');
    });
  });
}

describe('[D64] who operates a Live, on three nodes over one PostgreSQL', () => {
  const cluster = useNodes(3);
  before(async () => {
    await importFixtureEdition(cluster.nodes[0]!);
  });

  it('when an operator watches on one node and writes on another, then each node names both within seconds', async () => {
    const { owner } = (await createFixture(cluster.nodes[0]!, 'organization')).client;
    const controller = await createLiveController(cluster.nodes[0]!, owner, { translations: [FIXTURE_SLUG] });
    await runSql(cluster.nodes[0]!, 'DELETE FROM operators');
    const [reader, watcher, writer] = cluster.nodes.map((lectern) =>
      controlLive(lectern, owner, controller.id, controller.etag),
    );
    const [watch, write] = await Promise.all(
      ['Watch', 'Write'].map((name) => createServiceToken(cluster.nodes[0]!, owner, name)),
    );
    const { cursor } = await readSnapshot(cluster.nodes[1]!, watcher!);
    const waiting = beginPoll(cluster.nodes[1]!, watcher!, { after: cursor, token: watch! });
    await waitUntilParked(waiting);
    const typing = as(cluster.nodes[2]!, writer!, write!);
    assert.equal((await typing.send('PUT', '/stage', { message: 'Hello', countdown_to: null })).status, 200);
    for (let waited = 0; ; waited += 200) {
      const names = (await read(reader!))
        .map(({ name }) => name)
        .filter((name) => name === 'Watch' || name === 'Write');
      if (names.length === 2) break;
      assert.ok(waited < 15_000, `only ${names}`);
      await sleep(200);
    }
    waiting.abandon();
  });
});
