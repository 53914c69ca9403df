import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  DECK_MAX_SLIDES,
  SLIDE_TEXT_MAX_CHARACTERS,
  SLIDE_TITLE_MAX_CHARACTERS,
} from '../../../src/contract/limits.ts';
import { type Api, api, assertProblem, type JsonDocument } from '../../support/requests/api.ts';
import {
  addImage,
  assertPointer,
  createDeck,
  deckPath,
  organizationRestPath,
  publish,
} from '../../support/requests/presentation.ts';
import { createTestAccount, createTestOrganization, PAGE_ENGINES } from '../../support/server/lectern.ts';
import { useInProcessServer } from '../../support/server/suite-server.ts';

const QUOTA = 5;
const EMPTY = { title: null, text: null, reference: null, image: null };
const SLIDES = [
  { id: 'welcome', layout: 'title', title: 'Welcome', text: 'Good morning,\neverybody\t!' },
  { layout: 'scripture', reference: { book_id: 43, translation: 'one', chapter: 3, verse: 16, end_verse: 18 } },
  { layout: 'scripture', reference: { book_id: 43 }, title: null },
  { layout: 'blank' },
];

for (const engine of PAGE_ENGINES) {
  describe(`[D26] decks on ${engine}`, () => {
    const { lectern } = useInProcessServer({ engine, settings: { LECTERN_DECKS_PER_ORGANIZATION: String(QUOTA) } });
    let client: Api;

    const organization = async (scopes?: string[]): Promise<Api> =>
      api(lectern, await createTestOrganization(lectern, scopes));
    const decksOf = (one: Api) => `${organizationRestPath(one)}/decks`;
    const fresh = async () => {
      client = await organization();
      return client;
    };

    it('when a deck is made, then every slide has an id, and it reads as it was made, with ETag and Location', async () => {
      await fresh();
      const { body, etag, headers } = await createDeck(client, SLIDES, '  Easter  ');
      assert.deepEqual(Object.keys(body).sort(), [
        'footer',
        'id',
        'kind',
        'language_tag',
        'order',
        'organization_id',
        'revision',
        'shared',
        'slides',
        'songbook',
        'title',
      ]);
      const { id, organization_id, revision, title, slides } = body;
      assert.deepEqual([organization_id, revision, title], [client.owner.id, 1, 'Easter']);
      assert.match(id, /^[A-Za-z0-9_-]{16,}$/, '[D7]');
      const ids = slides.map((slide: JsonDocument) => slide.id);
      assert.equal(new Set(ids).size, SLIDES.length);
      assert.deepEqual(
        slides,
        SLIDES.map((slide, index) => ({ ...EMPTY, ...slide, id: index === 0 ? 'welcome' : ids[index] })),
        'a slide always has all six fields',
      );
      assert.equal(headers.get('location'), `${lectern.config.publicUrl}${deckPath(client, body)}`);
      const read = await client.get(deckPath(client, body));
      assert.deepEqual([read.status, read.body, read.etag], [200, body, etag]);
      assert.match(etag!, /^"[^"]+"$/);
      const known = await client.get(deckPath(client, body), { headers: { 'if-none-match': etag! } });
      assert.deepEqual([known.status, known.body], [304, null]);
      const empty = await client.post(decksOf(client), { title: 'Later' });
      assert.deepEqual([empty.status, empty.body.slides], [201, []]);
    });

    it('when PUT replaces the document, then ids that are sent stay, the revision and the ETag move on, and an old ETag is stale', async () => {
      await fresh();
      const created = await createDeck(client, SLIDES);
      const [first, second] = created.body.slides;
      const path = deckPath(client, created.body);
      const slides = [{ ...second, title: 'Read it together' }, first, { layout: 'text', text: 'New' }];
      const replaced = await client.put(path, { title: 'Second', slides }, { ifMatch: created.etag! });
      assert.equal(replaced.status, 200, JSON.stringify(replaced.body));
      assert.deepEqual([replaced.body.id, replaced.body.revision, replaced.body.title], [created.body.id, 2, 'Second']);
      assert.deepEqual(replaced.body.slides.slice(0, 2), slides.slice(0, 2));
      assert.ok(!['welcome', second.id].includes(replaced.body.slides[2].id));
      assert.notEqual(replaced.etag, created.etag);
      assert.deepEqual((await client.get(path)).body, replaced.body);

      const again = { title: 'Third', slides: [] };
      assertProblem(await client.put(path, again, { ifMatch: created.etag! }), 412, 'stale_validator');
      assertProblem(await client.put(path, again), 428, 'validator_required');
      for (const ifMatch of ['*', `W/${replaced.etag}`, `${replaced.etag}, "other"`]) {
        assertProblem(await client.put(path, again, { ifMatch }), 422, 'invalid_validator');
      }
      assert.deepEqual((await client.get(path)).body, replaced.body, 'a failed check changes nothing');
      assert.equal((await client.put(path, again, { ifMatch: replaced.etag! })).body.revision, 3);
    });

    it('[D5] when an ETag is of another deck or another installation, then it does not match', async () => {
      await fresh();
      const one = await createDeck(client, []);
      const other = await createDeck(client, []);
      assert.notEqual(one.etag, other.etag);
      const document = { title: 'Other', slides: [] };
      const crossed = await client.put(deckPath(client, one.body), document, { ifMatch: other.etag! });
      assertProblem(crossed, 412, 'stale_validator');
    });

    it('when two writes have one ETag, then one is done', async () => {
      await fresh();
      const created = await createDeck(client, []);
      const path = deckPath(client, created.body);
      const responses = await Promise.all(
        ['A', 'B', 'C', 'D'].map((title) => client.put(path, { title, slides: [] }, { ifMatch: created.etag! })),
      );
      assert.deepEqual(responses.map(({ status }) => status).sort(), [200, 412, 412, 412]);
      assert.equal((await client.get(path)).body.title, responses.find(({ status }) => status === 200)!.body.title);
    });

    it('when DELETE has the present ETag, then the deck is gone', async () => {
      await fresh();
      const created = await createDeck(client, SLIDES);
      const path = deckPath(client, created.body);
      assertProblem(await client.delete(path), 428, 'validator_required');
      assertProblem(await client.delete(path, { ifMatch: '"old"' }), 412, 'stale_validator');
      const deleted = await client.delete(path, { ifMatch: created.etag! });
      assert.deepEqual([deleted.status, deleted.body], [204, null]);
      assertProblem(await client.get(path), 404, 'not_found');
      assertProblem(await client.delete(path, { ifMatch: created.etag! }), 404, 'not_found');
      assert.deepEqual((await client.get(decksOf(client))).body, { data: [], next_cursor: null });
    });

    it('when decks are listed, then summaries come page by page, oldest first, with cursors of their own', async () => {
      await fresh();
      const titles = ['One', 'Two', 'Three'];
      for (const title of titles) await createDeck(client, SLIDES, title);
      const found: JsonDocument[] = [];
      for (let after: string | null = ''; after !== null; ) {
        const { body } = await client.get(`${decksOf(client)}?limit=1${after && `&after=${after}`}`);
        assert.equal(body.data.length, 1);
        found.push(...body.data);
        after = body.next_cursor;
      }
      assert.deepEqual(
        found.map(({ title, revision, organization_id }) => [title, revision, organization_id]),
        titles.map((title) => [title, 1, client.owner.id]),
      );
      assert.deepEqual(Object.keys(found[0]!).sort(), [
        'authors',
        'first_line',
        'id',
        'kind',
        'last_used',
        'organization_id',
        'published',
        'revision',
        'slide_count',
        'songbook',
        'title',
        'updated_at',
      ]);
      const { next_cursor } = (await client.get(`${decksOf(client)}?limit=1`)).body;
      const other = await organization();
      for (const [reader, cursor] of [[client, `${next_cursor}x`] as const, [other, next_cursor] as const]) {
        assertProblem(await reader.get(`${decksOf(reader)}?after=${cursor}`), 422, 'invalid_cursor');
      }
      for (const limit of ['0', '101', 'x']) {
        assertProblem(await client.get(`${decksOf(client)}?limit=${limit}`), 422, 'invalid_fields');
      }
    });

    it('when a deck is changed and published, then its summary has the time, the slides and the published revision', async () => {
      await fresh();
      const summary = async () => (await client.get(decksOf(client))).body.data[0];
      const created = await createDeck(client, SLIDES);
      const first = await summary();
      assert.deepEqual([first.slide_count, first.published], [SLIDES.length, null]);
      assert.match(first.updated_at, /^\d{4}-\d\d-\d\dT[\d:.]+Z$/, '[D7]');
      // Without scripture, because this organization has no edition.
      const slides = [{ layout: 'blank' }];
      const changed = await client.put(
        deckPath(client, created.body),
        { title: 'Sunday', slides },
        { ifMatch: created.etag! },
      );
      const before = await summary();
      assert.deepEqual([before.slide_count, before.revision, before.published], [1, 2, null]);
      assert.ok(before.updated_at > first.updated_at);
      const { body: snapshot } = await publish(client, created.body);
      const after = await summary();
      const { published_at, ...published } = after.published;
      assert.deepEqual(published, { snapshot_id: snapshot.id, deck_revision: 2 });
      assert.ok(published_at >= after.updated_at);
      assert.deepEqual([after.updated_at, after.revision], [before.updated_at, 2], 'publishing does not change a deck');
      await client.put(deckPath(client, created.body), { title: 'Later', slides: [] }, { ifMatch: changed.etag! });
      const last = await summary();
      assert.deepEqual([last.revision, last.slide_count, last.published], [3, 0, after.published]);
    });

    it('when a document cannot be a deck, then it is 422, and the error points at the slide', async () => {
      await fresh();
      const path = decksOf(client);
      const slide = (more: object) => ({ title: 'Deck', slides: [{ layout: 'blank' }, { layout: 'text', ...more }] });
      const at = (field: string) => `/slides/1${field}`;
      const reference = (more: object) => slide({ layout: 'scripture', reference: { book_id: 43, ...more } });
      const cases: [object, string][] = [
        [{ slides: [] }, '/title'],
        [{ title: ' ', slides: [] }, '/title'],
        [{ title: '\u2800\u3164', slides: [] }, '/title'],
        [{ title: 'x'.repeat(121), slides: [] }, '/title'],
        [{ title: 'Deck', slides: null }, '/slides'],
        [{ title: 'Deck', slides: [], more: 1 }, '/more'],
        [{ title: 'Deck', slides: Array(DECK_MAX_SLIDES + 1).fill({ layout: 'blank' }) }, '/slides'],
        [slide({ layout: 'poster' }), at('/layout')],
        [slide({ layout: undefined }), at('/layout')],
        [slide({ note: 'x' }), at('/note')],
        [slide({ title: 'x'.repeat(SLIDE_TITLE_MAX_CHARACTERS + 1) }), at('/title')],
        [slide({ text: 'x'.repeat(SLIDE_TEXT_MAX_CHARACTERS + 1) }), at('/text')],
        [slide({ text: 'a\0b' }), at('/text')],
        [slide({ title: 'a\u001bb' }), at('/title')],
        [slide({ text: 'a\ud800b' }), at('/text')],
        [slide({ id: 'a b' }), at('/id')],
        [slide({ id: '' }), at('/id')],
        [
          {
            title: 'Deck',
            slides: [
              { id: 'a', layout: 'text' },
              { id: 'a', layout: 'text' },
            ],
          },
          at('/id'),
        ],
        [reference({ book_id: '43' }), at('/reference/book_id')],
        [reference({ verse: 1 }), at('/reference/chapter')],
        [reference({ chapter: 3, end_verse: 2 }), at('/reference/verse')],
        [reference({ chapter: 3, verse: 5, end_verse: 4 }), at('/reference/end_verse')],
        [reference({ chapter: 0 }), at('/reference/chapter')],
        [reference({ chapter: 1, verse: -1 }), at('/reference/verse')],
        [slide({ layout: 'image', image: 'f'.repeat(64) }), at('/image')],
        [slide({ layout: 'image', image: 'none' }), at('/image')],
      ];
      const { body: deck, etag } = await createDeck(client, SLIDES);
      for (const [body, pointer] of cases) {
        for (const response of [
          await client.post(path, body),
          await client.put(deckPath(client, deck), body, { ifMatch: etag! }),
        ]) {
          assertProblem(response, 422, 'invalid_fields');
          const pointers = response.body.errors.map((error: JsonDocument) => error.pointer);
          assert.ok(pointers.includes(pointer), `${JSON.stringify(body)}: ${pointers}`);
        }
      }
      assert.deepEqual((await client.get(deckPath(client, deck))).body, deck);
      assert.equal((await client.get(path)).body.data.length, 1);
    });

    it('[D26] when a field is not shown by the layout of its slide, then it is 422, and the error points at it', async () => {
      await fresh();
      const image = await addImage(client);
      const fields = { title: 'Title', text: 'Text', reference: { book_id: 43, chapter: 3 }, image: image.id };
      const shown: Record<string, string[]> = {
        title: ['title', 'text'],
        text: ['title', 'text'],
        scripture: ['title', 'reference'],
        image: ['title', 'image'],
        blank: [],
      };
      const allowed: object[] = [];
      for (const [layout, names] of Object.entries(shown)) {
        for (const [field, value] of Object.entries(fields)) {
          const slide = { layout, [field]: value };
          if (names.includes(field)) {
            allowed.push(slide);
            continue;
          }
          const response = await client.post(decksOf(client), { title: 'Deck', slides: [{ layout: 'blank' }, slide] });
          assertPointer(response, 'invalid_fields', `/slides/1/${field}`);
          assert.match(
            response.body.errors[0].message,
            new RegExp(`is not shown by the layout ${layout}, only by \\w+`),
          );
        }
      }
      assert.equal((await createDeck(client, allowed)).body.slides.length, 8);
      // What an editor has emptied is not content.
      const empty = { layout: 'blank', title: '', text: '', reference: null, image: null };
      assert.equal((await createDeck(client, [empty])).body.slides[0].text, '');
    });

    it('when a slide names an image, then the image must be of its own organization', async () => {
      await fresh();
      const image = await addImage(client);
      const other = await organization();
      const slides = [{ layout: 'image', image: image.id }];
      assert.equal((await createDeck(client, slides)).body.slides[0].image, image.id);
      assertPointer(await other.post(decksOf(other), { title: 'Deck', slides }), 'invalid_fields', '/slides/0/image');
    });

    it('when decks are made, even at once, then only as many as are allowed exist', async () => {
      await fresh();
      const responses = await Promise.all(
        Array.from({ length: QUOTA + 3 }, () => client.post(decksOf(client), { title: 'Deck' })),
      );
      assert.equal(responses.filter(({ status }) => status === 201).length, QUOTA);
      for (const response of responses.filter(({ status }) => status !== 201)) {
        assertProblem(response, 409, 'quota_exceeded');
      }
      assert.equal((await client.get(decksOf(client))).body.data.length, QUOTA);
    });

    it('[D9] when the Idempotency-Key and the body are the same, then one deck is made; another body is a conflict', async () => {
      await fresh();
      const make = (title: string) =>
        client.post(decksOf(client), { title }, { headers: { 'idempotency-key': 'sunday-1' } });
      const [one, other] = await Promise.all([make('Once'), make('Once')]);
      assert.deepEqual([one!.status, one!.body, one!.etag], [201, other!.body, other!.etag]);
      assert.equal(one!.headers.get('location'), other!.headers.get('location'));
      assertProblem(await make('Twice'), 409, 'idempotency_conflict');
      assert.equal((await client.get(decksOf(client))).body.data.length, 1);
    });

    it('when a credential is used for decks, then it is a service token of their organization, with the scope that the operation names [D36]', async () => {
      await fresh();
      const { body: deck, etag } = await createDeck(client, SLIDES);
      const path = deckPath(client, deck);
      const account = api(lectern, await createTestAccount(lectern));
      assertProblem(await account.get(path), 403, 'forbidden');
      const other = await organization();
      assertProblem(await other.get(path), 404, 'not_found');
      assertProblem(await other.get(deckPath(other, deck)), 404, 'not_found');
      assertProblem(
        await other.put(deckPath(other, deck), { title: 'x', slides: [] }, { ifMatch: etag! }),
        404,
        'not_found',
      );
      const { administration } = lectern.installation;
      const scopes = {
        'presentation.list': () => client.get(decksOf(client)),
        'presentation.get': () => client.get(path),
        'presentation.update': () => client.put(path, { title: 'Mine', slides: [] }, { ifMatch: etag! }),
        'presentation.publish': () => client.post(`${path}/snapshots`, {}),
      };
      for (const [scope, call] of Object.entries(scopes)) {
        const others = Object.keys(scopes).filter((name) => name !== scope);
        const subject = { organization: client.owner.id };
        const { token } = await administration.createToken({ subject, scopes: others });
        const withToken = api(lectern, { ...client.owner, token });
        const before = client;
        client = withToken;
        assertProblem(await call(), 403, 'insufficient_scope');
        client = before;
      }
    });

    it('when the server restarts, then decks are kept', async () => {
      await fresh();
      const { body, etag } = await createDeck(client, SLIDES);
      await lectern.restart();
      const read = await api(lectern, client.owner).get(deckPath(client, body));
      assert.deepEqual([read.body, read.etag], [body, etag]);
    });
  });
}
