import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type Api, api, assertProblem, type JsonDocument } from '../../support/requests/api.ts';
import {
  assertPointer,
  createDeck,
  deckPath,
  organizationRestPath,
  publish,
} from '../../support/requests/presentation.ts';
import { createTestOrganization, PAGE_ENGINES } from '../../support/server/lectern.ts';
import { useInProcessServer } from '../../support/server/suite-server.ts';

const SLIDES = [
  { id: 'v1', layout: 'text', text: 'One' },
  { id: 'c', layout: 'text', text: 'Two' },
];
const OPERATE = ['live.create', 'live.get', 'live.update', 'presentation.publish'];

for (const engine of PAGE_ENGINES) {
  describe(`[D27] presenting a deck on ${engine}`, () => {
    const { lectern } = useInProcessServer({ engine, settings: { LECTERN_SNAPSHOTS_PER_ORGANIZATION: '2' } });

    const fresh = async (): Promise<{ client: Api; live: string }> => {
      const client = api(lectern, await createTestOrganization(lectern));
      const { body } = await client.post(`${organizationRestPath(client)}/lives`, { name: 'Main' });
      return { client, live: `/v1/lives/${body.id}` };
    };
    const present = async (client: Api, live: string, body: object) => {
      const { etag } = await client.get(live);
      return client.put(`${live}/presentation`, body, { ifMatch: etag! });
    };
    const snapshotsOf = async ({ id }: JsonDocument): Promise<string | undefined> =>
      (await lectern.installation.storage.decks.findLatestSnapshot(id))?.id;

    it('when a deck was never published, then it is published and its first slide is shown', async () => {
      const { client, live } = await fresh();
      const { body: deck } = await createDeck(client, SLIDES);
      const { status, body } = await present(client, live, { deck_id: deck.id });
      assert.equal(status, 200, JSON.stringify(body));
      const { id, index, slide_id, revision } = body.snapshot;
      assert.deepEqual([body.type, index, slide_id, revision], ['presentation', 0, 'v1', 1]);
      assert.equal(id, await snapshotsOf(deck));
    });

    it('when a deck has not changed, then its latest snapshot is shown; when it has, then it is published again', async () => {
      const { client, live } = await fresh();
      const { body: deck, etag } = await createDeck(client, SLIDES);
      const { body: published } = await publish(client, deck);
      const { body: same } = await present(client, live, { deck_id: deck.id, slide_id: 'c', blank: true });
      assert.deepEqual([same.snapshot.id, same.snapshot.slide_id, same.snapshot.blank], [published.id, 'c', true]);
      await client.put(deckPath(client, deck), { title: 'New', slides: SLIDES }, { ifMatch: etag! });
      const { body: changed } = await present(client, live, { deck_id: deck.id, index: 1 });
      assert.deepEqual([changed.snapshot.revision, changed.snapshot.index], [2, 1]);
      assert.equal(changed.snapshot.id, await snapshotsOf(deck));
    });

    it('when both ids or none are sent, or the deck is unknown, of another organization or empty, then it is 422', async () => {
      const { client, live } = await fresh();
      const { body: deck } = await createDeck(client, SLIDES);
      const other = await createDeck((await fresh()).client, SLIDES);
      assertPointer(await present(client, live, {}), 'invalid_fields', '/snapshot_id');
      const both = { deck_id: deck.id, snapshot_id: 'x' };
      assertPointer(await present(client, live, both), 'invalid_fields', '/deck_id');
      for (const deck_id of ['none', '~', other.body.id]) {
        assertPointer(await present(client, live, { deck_id }), 'invalid_fields', '/deck_id');
      }
      const empty = await present(client, live, { deck_id: (await createDeck(client, [])).body.id });
      assertPointer(empty, 'invalid_fields', '/deck_id');
      assert.match(empty.body.detail, /^The deck has no slides\./);
      const slide = { deck_id: deck.id, slide_id: 'none' };
      assertPointer(await present(client, live, slide), 'invalid_fields', '/slide_id');
      assertPointer(await present(client, live, { deck_id: deck.id, index: 99 }), 'invalid_fields', '/index');
      assert.equal(await snapshotsOf(deck), undefined, 'nothing is published');
    });

    it('when If-Match is stale, then nothing is published', async () => {
      const { client, live } = await fresh();
      const { body: deck } = await createDeck(client, SLIDES);
      const path = `${live}/presentation`;
      assertProblem(await client.put(path, { deck_id: deck.id }), 428, 'validator_required');
      assertProblem(await client.put(path, { deck_id: deck.id }, { ifMatch: '"old"' }), 412, 'stale_validator');
      assert.equal(await snapshotsOf(deck), undefined);
    });

    it('when it has changed and the token cannot edit decks, then it is 403; an unchanged one is shown', async () => {
      const { client, live } = await fresh();
      const { body: deck, etag } = await createDeck(client, SLIDES);
      const subject = { organization: client.owner.id };
      const { token } = await lectern.installation.administration.createToken({ subject, scopes: OPERATE });
      const operator = api(lectern, { ...client.owner, token });
      assert.equal((await present(operator, live, { deck_id: deck.id })).status, 200, 'a first publication is allowed');
      await client.put(deckPath(client, deck), { title: 'New', slides: SLIDES }, { ifMatch: etag! });
      assertProblem(await present(operator, live, { deck_id: deck.id }), 403, 'insufficient_scope');
      assert.equal((await present(client, live, { deck_id: deck.id })).status, 200);
      assert.equal((await present(operator, live, { deck_id: deck.id })).status, 200);
    });

    it('when it cannot be published, then the response says why, and the Live stays as it was', async () => {
      const { client, live } = await fresh();
      const { body: empty } = await createDeck(client, []);
      assertProblem(await present(client, live, { deck_id: empty.id }), 422, 'invalid_fields');
      for (const title of ['A', 'B']) await publish(client, (await createDeck(client, SLIDES, title)).body);
      const { body: deck } = await createDeck(client, SLIDES);
      assertProblem(await present(client, live, { deck_id: deck.id }), 409, 'quota_exceeded');
      assert.equal((await client.get(live)).body.mode, 'reader');
    });
  });
}
