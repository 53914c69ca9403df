import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { SLIDE_MAX_VERSES, SNAPSHOT_MAX_VERSES } from '../../../src/contract/limits.ts';
import { saveEdition } from '../../../src/editions/save-edition.ts';
import { type Api, api, assertProblem, type JsonDocument } from '../../support/requests/api.ts';
import {
  addImage,
  createDeck,
  createSnapshot,
  deckPath,
  organizationRestPath,
  publish,
} from '../../support/requests/presentation.ts';
import { createTestAccount, createTestOrganization, PAGE_ENGINES, smallEdition } from '../../support/server/lectern.ts';
import { useInProcessServer } from '../../support/server/suite-server.ts';

const times = (count: number, text: (verse: number) => string) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [index + 1, text(index + 1)]));
const LONG = SLIDE_MAX_VERSES + 1;
const EDITIONS = [
  // The first of a library is the first by its slug.
  smallEdition('alpha', {
    43: { 3: times(20, (verse) => `Alpha ${verse}`), 4: times(2, (verse) => `Alpha 4:${verse}`) },
    19: { 119: times(LONG, (verse) => `Long ${verse}`) },
  }),
  smallEdition('beta', { 43: { 3: times(20, (verse) => `Beta ${verse}`) } }, { language: 'de', name: 'Beta' }),
  smallEdition('gamma', { 43: { 3: times(20, (verse) => `Gamma ${verse}`) } }),
];
const scripture = (reference: object) => ({ layout: 'scripture', reference: { book_id: 43, ...reference } });
const textsOf = ({ passages }: JsonDocument): string[][] =>
  passages.map(({ verses }: JsonDocument) => verses.map(({ text }: JsonDocument) => text));

for (const engine of PAGE_ENGINES) {
  describe(`[D26] snapshots on ${engine}`, () => {
    const { lectern } = useInProcessServer({ engine, settings: { LECTERN_SNAPSHOTS_PER_ORGANIZATION: '6' } });
    let client: Api;
    before(async () => {
      for (const edition of EDITIONS) await saveEdition(lectern.installation.editions, edition);
    });

    /** A new organization with these editions. */
    const organization = async (...slugs: string[]): Promise<Api> => {
      const owner = await createTestOrganization(lectern);
      for (const slug of slugs) {
        await lectern.installation.administration.enableEdition(slug, { organization: owner.id });
      }
      client = api(lectern, owner);
      return client;
    };
    const snapshotPath = (one: Api, { id }: { id: string }) => `${organizationRestPath(one)}/snapshots/${id}`;

    it('when snapshots are listed, then they come page by page, latest first, with cursors of their own', async () => {
      await organization();
      const { body: deck, etag } = await createDeck(client, [{ layout: 'blank' }], 'First');
      const { body: other } = await createDeck(client, [{ layout: 'blank' }], 'Other');
      const path = `${deckPath(client, deck)}/snapshots`;
      assert.deepEqual((await client.get(path)).body, { data: [], next_cursor: null });
      const published = [(await publish(client, deck)).body, (await publish(client, deck)).body];
      await client.put(deckPath(client, deck), { title: 'Second', slides: [{ layout: 'blank' }] }, { ifMatch: etag! });
      published.push((await publish(client, deck)).body);
      await publish(client, other);
      const found: JsonDocument[] = [];
      for (let after: string | null = ''; after !== null; ) {
        const { body } = await client.get(`${path}?limit=1${after && `&after=${after}`}`);
        assert.equal(body.data.length, 1);
        found.push(...body.data);
        after = body.next_cursor;
      }
      assert.deepEqual(
        found.map(({ published_at, ...rest }) => rest),
        [
          { id: published[2].id, deck: deck.id, revision: 3, deck_revision: 2, title: 'Second' },
          { id: published[1].id, deck: deck.id, revision: 2, deck_revision: 1, title: 'First' },
          { id: published[0].id, deck: deck.id, revision: 1, deck_revision: 1, title: 'First' },
        ],
      );
      const times = found.map(({ published_at }) => published_at);
      assert.deepEqual(times, times.toSorted().reverse(), '[D7]');
      const { next_cursor } = (await client.get(`${path}?limit=1`)).body;
      const elsewhere = `${deckPath(client, other)}/snapshots?after=${next_cursor}`;
      assertProblem(await client.get(elsewhere), 422, 'invalid_cursor');
      assertProblem(await client.get(`${path}?limit=0`), 422, 'invalid_fields');
      const stranger = api(lectern, await createTestOrganization(lectern));
      assertProblem(await stranger.get(`${deckPath(stranger, deck)}/snapshots`), 404, 'not_found');
    });

    it('when a deck is published, then a snapshot with the next revision is made, and it is read as it was made', async () => {
      await organization('alpha', 'beta');
      const image = await addImage(client);
      const { body: deck } = await createDeck(client, [
        { layout: 'title', title: 'Welcome' },
        scripture({ translation: 'beta', chapter: 3, verse: 16, end_verse: 18 }),
        { layout: 'image', image: image.id },
      ]);
      const { status, body, etag, headers } = await publish(client, deck);
      assert.equal(status, 201, JSON.stringify(body));
      const { id, passages, ...rest } = body;
      assert.match(id, /^[A-Za-z0-9_-]{16,}$/, '[D7]');
      const { slides, title, organization_id } = deck;
      assert.deepEqual(rest, {
        organization_id,
        deck: deck.id,
        revision: 1,
        title,
        slides,
        kind: 'slides',
        footer: null,
        language_tag: null,
        songbook: null,
      });
      assert.equal(passages.length, 1);
      const [{ slide_id, reference, verses }] = passages;
      assert.deepEqual([slide_id, reference], [slides[1].id, 'Johannes 3,16-18']);
      assert.deepEqual(
        verses.map(({ verse, text, translation, attribution }: JsonDocument) => [
          verse,
          text,
          translation,
          attribution,
        ]),
        [16, 17, 18].map((verse) => [verse, `Beta ${verse}`, 'beta', 'beta, public domain']),
      );
      const path = snapshotPath(client, body);
      assert.equal(headers.get('location'), lectern.config.publicUrl + path);
      const read = await client.get(path);
      assert.deepEqual([read.status, read.body, read.etag], [200, body, etag]);
      assert.equal((await client.get(path, { headers: { 'if-none-match': etag! } })).status, 304);
      assert.equal((await publish(client, deck)).body.revision, 2);
      assert.equal((await client.get(deckPath(client, deck))).body.revision, 1, 'the document is as it was');
    });

    it('when a reference (verse, verses, chapter, book) is published, then it reads the edition that it names, or else the first of the library', async () => {
      await organization('beta', 'alpha');
      const snapshot = await createSnapshot(client, [
        scripture({ chapter: 3, verse: 16 }),
        scripture({ chapter: 3, verse: 2, end_verse: 3, translation: 'BETA' }),
        scripture({ chapter: 4 }),
        scripture({ chapter: 3, verse: 19, end_verse: 99 }),
        scripture({}),
      ]);
      const texts = textsOf(snapshot);
      const [verse, verses, chapter, cut, book] = texts;
      assert.deepEqual(
        [verse, verses, chapter, cut],
        [['Alpha 16'], ['Beta 2', 'Beta 3'], ['Alpha 4:1', 'Alpha 4:2'], ['Alpha 19', 'Alpha 20']],
      );
      assert.equal(book!.length, 22);
      assert.deepEqual(
        snapshot.passages.map(({ reference }: JsonDocument) => reference),
        ['John 3:16', 'Johannes 3,2-3', 'John 4', 'John 3:19-20', 'John'],
      );
    });

    it('when a reference is published, then it names the verses that are shown, not those that were asked for', async () => {
      await organization('alpha', 'beta');
      const { passages } = await createSnapshot(client, [
        scripture({ chapter: 3, verse: 20, end_verse: 99 }),
        scripture({ chapter: 3, verse: 0, end_verse: 2 }),
        scripture({ chapter: 3, verse: 19, end_verse: 99, translation: 'beta' }),
        scripture({ chapter: 3, verse: 1, end_verse: 99 }),
        scripture({ chapter: 3 }),
      ]);
      assert.deepEqual(
        passages.map(({ reference, verses }: JsonDocument) => [reference, verses.length]),
        [
          ['John 3:20', 1],
          ['John 3:1-2', 2],
          ['Johannes 3,19-20', 2],
          ['John 3:1-20', 20],
          ['John 3', 20],
        ],
      );
    });

    it('when its deck changes or ends, or the edition or the library changes, then the snapshot stays the same', async () => {
      await organization('gamma');
      const image = await addImage(client);
      const created = await createDeck(client, [
        scripture({ chapter: 3, verse: 16 }),
        { layout: 'image', image: image.id },
      ]);
      const { body: snapshot } = await publish(client, created.body);
      const path = deckPath(client, created.body);
      const changed = await client.put(path, { title: 'Other', slides: [] }, { ifMatch: created.etag! });
      assert.equal((await client.delete(path, { ifMatch: changed.etag! })).status, 204);
      await saveEdition(lectern.installation.editions, smallEdition('gamma', { 43: { 3: { 16: 'Gamma anew' } } }));
      assert.equal((await client.delete(`${organizationRestPath(client)}/translations/gamma`)).status, 204);
      assert.equal((await client.delete(`${organizationRestPath(client)}/images/${image.id}`)).status, 204);
      assert.deepEqual((await client.get(snapshotPath(client, snapshot))).body, snapshot);
      await lectern.restart();
      const read = await api(lectern, client.owner).get(snapshotPath(client, snapshot));
      assert.deepEqual(read.body, snapshot);
    });

    it('when a reference cannot be resolved, then publishing is refused, the response says on which slide, and nothing is published', async () => {
      await organization('alpha');
      const first = { layout: 'text', text: 'First' };
      const cases: [object, number, string][] = [
        [scripture({ chapter: 99 }), 422, 'invalid_reference'],
        [scripture({ book_id: 999 }), 422, 'invalid_reference'],
        [scripture({ book_id: -1 }), 422, 'invalid_reference'],
        [scripture({ chapter: 3, verse: 21 }), 422, 'invalid_reference'],
        [scripture({ translation: 'unknown' }), 422, 'invalid_reference'],
        [scripture({ book_id: 19 }), 422, 'invalid_reference'],
        [scripture({ translation: 'beta', chapter: 3 }), 403, 'edition_not_enabled'],
      ];
      const { body: deck, etag } = await createDeck(client, []);
      let ifMatch = etag!;
      for (const [slide, status, code] of cases) {
        const put = await client.put(deckPath(client, deck), { title: 'Deck', slides: [first, slide] }, { ifMatch });
        assert.equal(put.status, 200, 'whether there is such scripture is not asked before publishing');
        ifMatch = put.etag!;
        const response = await publish(client, deck);
        assertProblem(response, status, code);
        assert.match(response.body.detail, /^Slide 2: ./);
      }
      const many = Math.ceil(SNAPSHOT_MAX_VERSES / 20) + 1;
      const slides = Array.from({ length: many }, () => scripture({ chapter: 3 }));
      const full = await client.put(deckPath(client, deck), { title: 'Deck', slides }, { ifMatch });
      assertProblem(await publish(client, deck), 422, 'invalid_reference');
      const fitting = { title: 'Deck', slides: full.body.slides.slice(1) };
      assert.equal((await client.put(deckPath(client, deck), fitting, { ifMatch: full.etag! })).status, 200);
      assert.equal((await publish(client, deck)).body.revision, 1);
    });

    it('when a deck has no slides, then publishing is 422; when a library has no editions, then it is 403 for scripture alone', async () => {
      await organization();
      assertProblem(await publish(client, (await createDeck(client, [])).body), 422, 'invalid_fields');
      assert.equal((await createSnapshot(client, [{ layout: 'blank' }])).revision, 1);
      const { body: deck } = await createDeck(client, [scripture({ chapter: 3 })]);
      assertProblem(await publish(client, deck), 403, 'edition_not_enabled');
    });

    it('when the body is not an empty object, then it is refused; when decks or snapshots are unknown or foreign, then they are 404', async () => {
      await organization('alpha');
      const { body: deck } = await createDeck(client, [{ layout: 'blank' }]);
      const path = `${deckPath(client, deck)}/snapshots`;
      assertProblem(await client.post(path, { title: 'x' }), 422, 'invalid_fields');
      const { body: snapshot } = await publish(client, deck);
      const mine = client;
      const other = await organization();
      for (const id of [deck.id, 'unknown', 'x'.repeat(200)]) {
        assertProblem(await publish(other, { id }), 404, 'not_found');
      }
      for (const id of [snapshot.id, 'unknown', 'x'.repeat(200)]) {
        assertProblem(await other.get(snapshotPath(other, { id })), 404, 'not_found');
      }
      assertProblem(await other.get(snapshotPath(mine, snapshot)), 404, 'not_found');
      const account = api(lectern, await createTestAccount(lectern));
      assertProblem(await account.get(snapshotPath(mine, snapshot)), 403, 'forbidden');
    });

    it('when decks are published in parallel, then the revisions are consecutive, and no more are made than are allowed', async () => {
      await organization();
      const { body: deck } = await createDeck(client, [{ layout: 'blank' }]);
      const responses = await Promise.all(Array.from({ length: 9 }, () => publish(client, deck)));
      const done = responses.filter(({ status }) => status === 201);
      assert.deepEqual(done.map(({ body }) => body.revision).sort(), [1, 2, 3, 4, 5, 6]);
      for (const response of responses.filter(({ status }) => status !== 201)) {
        assertProblem(response, 409, 'quota_exceeded');
      }
    });

    it('[D9] when the same Idempotency-Key is sent again, then the deck is published once', async () => {
      await organization();
      const { body: deck } = await createDeck(client, [{ layout: 'blank' }]);
      const once = () =>
        client.post(`${deckPath(client, deck)}/snapshots`, {}, { headers: { 'idempotency-key': 'once' } });
      const responses = await Promise.all([once(), once(), once()]);
      for (const { status, body, etag } of responses) {
        assert.deepEqual([status, body, etag], [201, responses[0]!.body, responses[0]!.etag]);
      }
      assert.equal((await publish(client, deck)).body.revision, 2);
    });
  });
}
