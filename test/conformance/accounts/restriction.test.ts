import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { executeCommand } from '../../../src/cli/execute.ts';
import { newCredentialSecret } from '../../../src/domain/account/credentials/credential-secret.ts';
import { newId } from '../../../src/domain/identifiers.ts';
import { type Api, api, assertProblem } from '../../support/requests/api.ts';
import {
  createFixture,
  DOCUMENTED_OPERATIONS,
  FIXTURE_SLUG,
  type Fixture,
  fillPath,
  importFixtureEdition,
  operationTitle,
  toExampleRequest,
} from '../../support/requests/documented-operations.ts';
import { createLiveController } from '../../support/requests/live-controller.ts';
import { beginPoll, readSnapshot, requireEvent, waitUntilParked } from '../../support/requests/poll.ts';
import { openStream } from '../../support/requests/stream.ts';
import { PAGE_ENGINES, type TestLectern, type TestOwner } from '../../support/server/lectern.ts';
import { useInProcessServer, useNodes } from '../../support/server/suite-server.ts';

const KINDS = ['organization', 'account'] as const;
/** Well before the deadline of a poll that waits 25 seconds. */
const WITHIN_MS = 20_000;

const set = ({ installation }: TestLectern, verb: 'restrict' | 'unrestrict', { id }: TestOwner) =>
  executeCommand(installation, `account ${verb}`, { id });

for (const engine of PAGE_ENGINES) {
  describe(`[D42] processing restriction on ${engine}`, () => {
    const { lectern } = useInProcessServer({ engine, settings: { LECTERN_LIVES_PER_OWNER: '1000' } });
    let fixtures: Record<TestOwner['kind'], Fixture>;

    before(async () => {
      await importFixtureEdition(lectern);
      fixtures = {
        organization: await createFixture(lectern, 'organization'),
        account: await createFixture(lectern, 'account'),
      };
    });

    const restricted = async (client: Api, work: () => Promise<void>) => {
      await set(lectern, 'restrict', client.owner);
      await work().finally(() => set(lectern, 'unrestrict', client.owner));
    };

    for (const operation of DOCUMENTED_OPERATIONS) {
      it(`[D4] for ${operationTitle(operation)}: when restricted, then it is 403 in its place, after ownership and before the body`, async () => {
        for (const kind of operation.kinds) {
          const { client, example, etag } = fixtures[kind];
          const { path, options } = toExampleRequest(operation, example, etag);
          await restricted(client, async () => {
            const send = (more: object, to = path) => client.request(operation.method, to, { ...options, ...more });
            assertProblem(await send({}), 403, 'processing_restricted');
            assertProblem(await send({ bytes: '{"' }), 403, 'processing_restricted');
            assertProblem(await send({ ifMatch: 'W/"x"' }), 403, 'processing_restricted');
            assertProblem(await send({ headers: { 'idempotency-key': 'a b' } }), 403, 'processing_restricted');
            assertProblem(await send({ token: newCredentialSecret('service') }), 401, 'invalid_token');
            if (operation.kinds.length === 1) {
              const other = fixtures[kind === 'account' ? 'organization' : 'account'].client.owner.token;
              assertProblem(await send({ token: other }), 403, 'forbidden');
            }
            if (operation.path.includes('{live_id}')) {
              assertProblem(
                await send({}, fillPath(operation.path, { ...example, live_id: newId() })),
                404,
                'not_found',
              );
            }
            if (/\{(account|organization)_id}/.test(operation.path)) {
              assertProblem(
                await send({}, fillPath(operation.path, { ...example, owner_id: newId() })),
                404,
                'not_found',
              );
            }
          });
        }
      });
    }

    for (const kind of KINDS) {
      it(`when an ${kind} was restricted, then nothing of it is lost, and all of it is back at once`, async () => {
        const { client } = fixtures[kind];
        const controller = await createLiveController(lectern, client.owner, { translations: [FIXTURE_SLUG] });
        await controller.push({ book_id: 43 });
        const everything = await controller.everything();
        await restricted(client, async () => {
          assertProblem(await controller.get(), 403, 'processing_restricted');
          assertProblem(await controller.send('DELETE', ''), 403, 'processing_restricted');
        });
        assert.deepEqual(await controller.everything(), everything);
        await controller.push({ book_id: 43 });
      });

      it(`[Events 7], [Events 9] when an ${kind} is restricted, then its waiting polls end with 403 at once, and no others`, async () => {
        const { client } = fixtures[kind];
        const { client: other } = fixtures[kind === 'account' ? 'organization' : 'account'];
        const [controller, untouched] = [
          await createLiveController(lectern, client.owner),
          await createLiveController(lectern, other.owner),
        ];
        const { cursor } = await readSnapshot(lectern, controller);
        const waiting = [1, 2, 3].map(() => beginPoll(lectern, controller, { after: cursor }));
        const staying = beginPoll(lectern, untouched, { after: (await readSnapshot(lectern, untouched)).cursor });
        await waitUntilParked(...waiting, staying);
        const begun = performance.now();
        await restricted(client, async () => {
          for (const { response } of waiting) assertProblem(await response, 403, 'processing_restricted');
          assert.ok(performance.now() - begun < WITHIN_MS);
          assertProblem(await beginPoll(lectern, controller, { after: cursor }).response, 403, 'processing_restricted');
        });
        await untouched.play({ paused: true });
        requireEvent(await staying.response, untouched, 'live.changed');
        await controller.play({ paused: true });
        requireEvent(await beginPoll(lectern, controller, { after: cursor }).response, controller, 'live.changed');
      });
    }

    it('[D44] when processing is restricted, then the audience gets only a neutral notice, and afterwards finds everything as it was', async () => {
      const { client } = fixtures.organization;
      const controller = await createLiveController(lectern, client.owner, { translations: [FIXTURE_SLUG] });
      await controller.push({ book_id: 43 });
      const viewer = await openStream(lectern.url, controller.id);
      const { items } = await viewer.takeState();
      const page = `${lectern.url}/l/${controller.id}`;
      await restricted(client, async () => {
        await viewer.ended;
        const notice = await fetch(page);
        assert.equal(notice.status, 403);
        assert.doesNotMatch(await notice.text(), /restrict|process/i);
        await assert.rejects(openStream(lectern.url, controller.id));
      });
      assert.equal((await fetch(page)).status, 200);
      const again = await openStream(lectern.url, controller.id);
      assert.deepEqual((await again.takeState()).items, items);
      again.close();
    });

    it('when the command is used, then it names the owner concerned and leaves a record; an unknown id is refused', async () => {
      const { client } = fixtures.organization;
      const { owner } = client;
      const result = await set(lectern, 'restrict', owner);
      assert.deepEqual(result, { organization_id: owner.id, restricted: true });
      assert.deepEqual(await set(lectern, 'restrict', owner), result, 'twice is once');
      assert.deepEqual(await set(lectern, 'unrestrict', owner), { organization_id: owner.id, restricted: false });
      const found = await lectern.installation.storage.audit.list(
        { kind: 'organization', id: owner.id },
        { limit: 3, before: null, since: null },
      );
      assert.deepEqual(
        found.map(({ operation, channel, credentialId }) => [operation, channel, credentialId]),
        ['account unrestrict', 'account restrict', 'account restrict'].map((name) => [name, 'command-line', null]),
      );
      await assert.rejects(executeCommand(lectern.installation, 'account restrict', { id: newId() }), {
        code: 'not_found',
      });
    });
  });
}

describe('[D42] processing restriction on three nodes', () => {
  const cluster = useNodes(3);
  before(async () => {
    await importFixtureEdition(cluster.nodes[0]!);
  });

  it('when one node restricts, then every other refuses from then on, ends its polls, and takes part again afterwards', async () => {
    const [here] = cluster.nodes as [TestLectern];
    const { client } = await createFixture(here, 'organization');
    const { owner } = client;
    const controller = await createLiveController(here, owner);
    const { cursor } = await readSnapshot(here, controller);
    for (let round = 0; round < 3; round++) {
      const waiting = cluster.nodes.map((node) => beginPoll(node, controller, { after: cursor }));
      const viewers = await Promise.all(cluster.nodes.map((node) => openStream(node.url, controller.id)));
      await waitUntilParked(...waiting);
      await set(here, 'restrict', owner);
      for (const node of cluster.nodes) {
        assertProblem(await api(node, owner).get(controller.path), 403, 'processing_restricted');
        assertProblem(await api(node, owner).get('/v1/books'), 403, 'processing_restricted');
      }
      for (const { response } of waiting) assertProblem(await response, 403, 'processing_restricted');
      for (const { ended } of viewers) await ended;
      await set(here, 'unrestrict', owner);
      for (const node of cluster.nodes) assert.equal((await api(node, owner).get(controller.path)).status, 200);
    }
  });
});
