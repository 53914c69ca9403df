import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type Api, type ApiResponse, api, assertProblem } from '../../support/requests/api.ts';
import { createTestAccount, createTestOrganization, ENGINES, type TestOwner } from '../../support/server/lectern.ts';
import { runSql } from '../../support/server/sql.ts';
import { useInProcessServer, useNodes } from '../../support/server/suite-server.ts';

const QUOTA = 5;

const create = (client: Api, key: string, body: unknown = { name: 'Chapel' }, token?: string) =>
  client.post(client.owner.livesPath, body, { headers: { 'idempotency-key': key }, ...(token && { token }) });
const countLives = async (client: Api): Promise<number> => (await client.get(client.owner.livesPath)).body.data.length;
const comparable = ({ status, headers, body, etag }: ApiResponse) => ({
  status,
  body,
  etag,
  location: headers.get('location'),
});

for (const engine of ENGINES) {
  describe(`[D9] Idempotency-Key on ${engine}`, () => {
    const { lectern } = useInProcessServer({ engine, settings: { LECTERN_LIVES_PER_OWNER: String(QUOTA) } });

    const owners: Record<string, () => Promise<TestOwner>> = {
      organization: () => createTestOrganization(lectern),
      account: () => createTestAccount(lectern),
    };
    const auditOf = ({ kind, id }: TestOwner) =>
      lectern.installation.storage.audit.list({ kind, id }, { limit: 100, before: null, since: null });

    for (const [kind, createOwner] of Object.entries(owners)) {
      it(`when the key and body are the same, then the first response of an ${kind}'s creation comes again, and nothing is created again`, async () => {
        const client = api(lectern, await createOwner());
        const first = await create(client, 'one');
        assert.equal(first.status, 201);
        const changed = await client.patch(`/v1/lives/${first.body.id}`, { name: 'Other' }, { ifMatch: first.etag! });
        assert.equal(changed.status, 200);
        for (let round = 0; round < 3; round++)
          assert.deepEqual(comparable(await create(client, 'one')), comparable(first));
        assert.equal(await countLives(client), 1);
        assert.equal((await auditOf(client.owner)).length, 2, 'a repetition is no write');
        assert.notEqual((await create(client, 'two')).body.id, first.body.id);
        assert.notEqual((await client.post(client.owner.livesPath, { name: 'Chapel' })).body.id, first.body.id);
      });

      it(`when another body has a key of an ${kind}'s creation, then it is 409, and a body that is not JSON stays 400`, async () => {
        const client = api(lectern, await createOwner());
        const first = await create(client, 'one');
        assertProblem(await create(client, 'one', { name: 'Choir' }), 409, 'idempotency_conflict');
        assertProblem(await create(client, 'one', {}), 409, 'idempotency_conflict');
        assertProblem(await create(client, 'one', { name: 7 }), 422, 'invalid_fields');
        assert.deepEqual(comparable(await create(client, 'one')), comparable(first));
        assert.equal(await countLives(client), 1);
      });

      it(`when parallel creations of an ${kind} have one key, then one is carried out, and all get its response`, async () => {
        const client = api(lectern, await createOwner());
        const responses = await Promise.all(Array.from({ length: 20 }, () => create(client, 'one')));
        for (const response of responses) assert.deepEqual(comparable(response), comparable(responses[0]!));
        assert.equal(responses[0]!.status, 201);
        assert.equal(await countLives(client), 1);
      });

      it(`when parallel bodies of an ${kind} have one key, then one is carried out, and the others are 409`, async () => {
        const client = api(lectern, await createOwner());
        const responses = await Promise.all(
          Array.from({ length: 20 }, (_, index) => create(client, 'one', { name: `Chapel ${index}` })),
        );
        assert.equal(responses.filter(({ status }) => status === 201).length, 1);
        for (const response of responses)
          if (response.status !== 201) assertProblem(response, 409, 'idempotency_conflict');
        assert.equal(await countLives(client), 1);
      });

      it(`when a creation of an ${kind} fails, then it keeps no idempotency record; when one is repeated, then it passes no quota`, async () => {
        const client = api(lectern, await createOwner());
        const made = [];
        for (let index = 0; index < QUOTA; index++) made.push(await create(client, `key-${index}`));
        assertProblem(await create(client, 'late'), 409, 'quota_exceeded');
        // The quota is used up: repeated requests still get the first response, even concurrent ones.
        for (const response of await Promise.all([0, 0, 0].map(() => create(client, 'key-0')))) {
          assert.deepEqual(comparable(response), comparable(made[0]!));
        }
        const [{ body, etag }] = made as [ApiResponse];
        assert.equal((await client.delete(`/v1/lives/${body.id}`, { ifMatch: etag! })).status, 204);
        assert.equal((await create(client, 'late')).status, 201);
        assert.deepEqual(
          comparable(await create(client, 'key-0')),
          comparable(made[0]!),
          'the first response, whatever came of it',
        );
      });
    }

    it('[D26] when a deck and a snapshot are created with a key, then each is created once, however many ask at the same time', async () => {
      const client = api(lectern, await createTestOrganization(lectern));
      const decks = `/v1/organizations/${client.owner.id}/decks`;
      const slide = { layout: 'text', title: 'Welcome', text: null, reference: null, image: null };
      const tenTimes = async (path: string, body: object, key: string) => {
        const headers = { 'idempotency-key': key };
        const responses = await Promise.all(Array.from({ length: 10 }, () => client.post(path, body, { headers })));
        for (const response of responses) assert.deepEqual(comparable(response), comparable(responses[0]!));
        assert.equal(responses[0]!.status, 201, JSON.stringify(responses[0]!.body));
        return responses[0]!.body;
      };
      const deck = await tenTimes(decks, { title: 'Sunday', slides: [slide] }, 'one');
      assert.equal((await client.get(decks)).body.data.length, 1);
      const other = await client.post(decks, { title: 'Monday' }, { headers: { 'idempotency-key': 'one' } });
      assertProblem(other, 409, 'idempotency_conflict');

      const turned = { slides: [Object.fromEntries(Object.entries(slide).reverse())], title: 'Sunday' };
      assert.equal((await tenTimes(decks, turned, 'one')).id, deck.id, 'the fields of JSON have no order');

      const snapshots = `${decks}/${deck.id}/snapshots`;
      assert.equal((await tenTimes(snapshots, {}, 'two')).revision, 1);
      const elsewhere = await client.post(snapshots, {}, { headers: { 'idempotency-key': 'one' } });
      assertProblem(elsewhere, 409, 'idempotency_conflict');
      assert.equal((await client.post(snapshots, {})).body.revision, 2);
      assert.deepEqual(
        (await auditOf(client.owner)).map(({ operation }) => operation),
        ['publishDeck', 'publishDeck', 'createDeck'],
      );
    });

    it('when a key was used by one credential, then it counts for that credential only', async () => {
      const client = api(lectern, await createTestOrganization(lectern));
      const subject = { organization: client.owner.id };
      const { token } = await lectern.installation.administration.createToken({ subject });
      const [first, other] = [await create(client, 'one'), await create(client, 'one', undefined, token)];
      assert.notEqual(other.body.id, first.body.id);
      assertProblem(await create(client, 'one', { name: 'Choir' }, token), 409, 'idempotency_conflict');
    });

    it('when 24 hours have passed, then a key is new, and its idempotency record is swept', async () => {
      const client = api(lectern, await createTestOrganization(lectern));
      const first = await create(client, 'old');
      const { storage } = lectern.installation;
      const credentialId = (await auditOf(client.owner))[0]!.credentialId!;
      const kept = (await storage.idempotencyRecords.find(credentialId, 'old'))!;
      assert.ok(!JSON.stringify(kept).includes(client.owner.token));
      /** Makes all stored responses this old. */
      const age = (ms: number) =>
        runSql(lectern, `UPDATE receipts SET at = '${new Date(Date.now() - ms).toISOString()}'`);
      await age(24 * 3_600_000 - 60_000);
      assert.deepEqual(comparable(await create(client, 'old')), comparable(first));
      await age(24 * 3_600_000 + 1_000);
      const again = await create(client, 'old');
      assert.deepEqual([again.status, again.body.id === first.body.id], [201, false]);
      assert.deepEqual(comparable(await create(client, 'old')), comparable(again));
      await age(25 * 3_600_000);
      assert.ok((await storage.idempotencyRecords.deleteExpired(1_000)) >= 1);
      assert.equal(await storage.idempotencyRecords.deleteExpired(1_000), 0);
    });

    it('when a key is honoured, then it must have 1 to 255 visible characters; elsewhere it is ignored', async () => {
      const client = api(lectern, await createTestOrganization(lectern));
      for (const key of ['', 'a b', 'ä', 'x'.repeat(256)]) {
        const headers = { 'idempotency-key': key };
        assertProblem(await client.post(client.owner.livesPath, {}, { headers }), 422, 'invalid_fields');
      }
      const twice = { 'idempotency-key': ['one', 'two'] };
      assertProblem(await client.post(client.owner.livesPath, {}, { headers: twice }), 422, 'invalid_fields');
      assert.equal(await countLives(client), 0);
      const { body, etag } = await create(client, 'x'.repeat(255));
      const path = `/v1/lives/${body.id}`;
      const ignored = { headers: { 'idempotency-key': 'a b' } };
      assert.equal((await client.get(path, ignored)).status, 200);
      const renamed = await client.patch(path, { name: 'A' }, { ...ignored, ifMatch: etag! });
      assert.equal(renamed.status, 200);
      const again = await client.patch(path, { name: 'A' }, { ...ignored, ifMatch: etag! });
      assertProblem(again, 412, 'stale_validator');
    });
  });
}

describe('[D9] Idempotency-Key on three nodes', () => {
  const cluster = useNodes(3);

  it('when parallel creations on all nodes have one key, then one is carried out, and all get its response', async () => {
    const owner = await createTestOrganization(cluster.nodes[0]!);
    const clients = cluster.nodes.map((node) => api(node, owner));
    for (let round = 0; round < 5; round++) {
      const responses = await Promise.all(
        Array.from({ length: 30 }, (_, index) => create(clients[index % 3]!, `round-${round}`)),
      );
      // Each node knows itself by another port.
      const seen = responses.map(({ status, body, etag }) => ({ status, body, etag }));
      for (const each of seen) assert.deepEqual(each, seen[0]);
      assert.equal(seen[0]!.status, 201);
      assert.equal(new Set(responses.map(({ headers }) => headers.get('location'))).size, 1, 'the same bytes');
      assert.equal(await countLives(clients[round % 3]!), round + 1);
    }
  });
});
