import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import {
  DECK_FOOTER_MAX_CHARACTERS,
  DECK_ORDER_MAX_SLIDES,
  SNAPSHOT_MAX_VERSES,
} from '../../../src/contract/limits.ts';
import { saveEdition } from '../../../src/editions/save-edition.ts';
import { type Api, type ApiResponse, api, assertProblem, type JsonDocument } from '../../support/requests/api.ts';
import {
  addImage,
  assertPointer,
  deckPath,
  organizationRestPath,
  publish,
} from '../../support/requests/presentation.ts';
import { joinAudience } from '../../support/requests/viewer.ts';
import { createTestOrganization, PAGE_ENGINES, smallEdition } from '../../support/server/lectern.ts';
import { useInProcessServer } from '../../support/server/suite-server.ts';

const SLIDES = [
  { id: 'v1', layout: 'text', text: 'Amazing grace! how sweet the sound' },
  { id: 'c', layout: 'text', title: 'Chorus', text: 'My chains are gone' },
  { id: 'v2', layout: 'text', text: 'The Lord has promised good to me' },
];
const FOOTER = { authors: 'John Newton', copyright: 'Public domain', ccli: '22025', source: 'Olney Hymns' };
const SONG = { title: 'Amazing Grace', kind: 'song', slides: SLIDES, order: ['v1', 'c', 'v2', 'c'], footer: FOOTER };
const EXPANDED = ['v1~1', 'c~1', 'v2~1', 'c~2'];
const VERSES = 150;

for (const engine of PAGE_ENGINES) {
  describe(`[D70] songs on ${engine}`, () => {
    const { lectern } = useInProcessServer({ engine });
    let client: Api;
    before(async () => {
      const verses = Object.fromEntries(
        Array.from({ length: VERSES }, (_, index) => [index + 1, `Verse ${index + 1}`]),
      );
      await saveEdition(lectern.installation.editions, smallEdition('alpha', { 43: { 3: verses } }));
    });

    const fresh = async (scopes?: string[]): Promise<Api> => {
      const owner = await createTestOrganization(lectern, scopes);
      await lectern.installation.administration.enableEdition('alpha', { organization: owner.id });
      client = api(lectern, owner);
      return client;
    };
    const decks = () => `${organizationRestPath(client)}/decks`;
    const make = async (song: object = SONG): Promise<ApiResponse> => {
      const made = await client.post(decks(), song);
      assert.equal(made.status, 201, JSON.stringify(made.body));
      return made;
    };
    const songOf = ({ kind, order, footer }: JsonDocument) => ({ kind, order, footer });
    const idsOf = ({ slides }: JsonDocument) => slides.map(({ id }: JsonDocument) => id);

    it('when a song is made, then kind, order and footer are read as they were sent, and lists name the kind', async () => {
      await fresh();
      const { body } = await make();
      assert.deepEqual(songOf(body), { kind: 'song', order: SONG.order, footer: FOOTER });
      assert.deepEqual((await client.get(deckPath(client, body))).body, body);
      const { title, kind } = (await client.get(decks())).body.data[0];
      assert.deepEqual([title, kind], ['Amazing Grace', 'song']);
    });

    it('when a deck is made without them, then it is of slides, without order and footer', async () => {
      await fresh();
      const { body } = await make({ title: 'Plain', slides: SLIDES });
      assert.deepEqual(songOf(body), { kind: 'slides', order: null, footer: null });
    });

    it('when PUT leaves them out, then they stay as they are; when it sends null, then order and footer end', async () => {
      await fresh();
      const made = await make();
      const path = deckPath(client, made.body);
      const kept = await client.put(path, { title: 'Other', slides: SLIDES }, { ifMatch: made.etag! });
      assert.equal(kept.status, 200, JSON.stringify(kept.body));
      assert.deepEqual(songOf(kept.body), songOf(made.body));
      assert.deepEqual((await client.get(path)).body, kept.body);
      const none = { title: 'Other', slides: SLIDES, kind: 'slides', order: null, footer: null };
      const ended = await client.put(path, none, { ifMatch: kept.etag! });
      assert.deepEqual(songOf(ended.body), { kind: 'slides', order: null, footer: null });
      assert.deepEqual((await client.get(path)).body, ended.body);
    });

    it('when the order names a slide that the deck does not have, then it is refused, also if it stays from before', async () => {
      await fresh();
      assertPointer(await client.post(decks(), { ...SONG, order: ['v1', 'v9', 'v8'] }), 'invalid_fields', '/order/1');
      assertPointer(await client.post(decks(), { title: 'None', order: ['v1'] }), 'invalid_fields', '/order/0');
      const made = await make();
      const path = deckPath(client, made.body);
      const shorter = { title: 'Shorter', slides: SLIDES.slice(0, 2) };
      const refused = await client.put(path, shorter, { ifMatch: made.etag! });
      assertPointer(refused, 'invalid_fields', '/order/2');
      assert.match(refused.body.errors[0].message, /v2/);
      assert.deepEqual((await client.get(path)).body, made.body);
      const sent = await client.put(path, { ...shorter, order: ['v1', 'c'] }, { ifMatch: made.etag! });
      assert.equal(sent.status, 200);
    });

    it('when a field has another form, then the response points at it', async () => {
      await fresh();
      const long = 'x'.repeat(DECK_FOOTER_MAX_CHARACTERS);
      for (const [more, pointer] of [
        [{ kind: 'hymn' }, '/kind'],
        [{ order: [] }, '/order'],
        [{ order: Array(DECK_ORDER_MAX_SLIDES + 1).fill('v1') }, '/order'],
        [{ order: ['v1~1'] }, '/order/0'],
        [{ order: [1] }, '/order/0'],
        [{ slides: [{ id: 'v1~1', layout: 'blank' }], order: null }, '/slides/0/id'],
        [{ footer: 'John Newton' }, '/footer'],
        [{ footer: { authors: `${long}x` } }, '/footer/authors'],
        [{ footer: { copyright: `${long}x` } }, '/footer/copyright'],
        [{ footer: { source: `${long}x` } }, '/footer/source'],
        [{ footer: { authors: 'a\u0007' } }, '/footer/authors'],
        [{ footer: { ccli: 'Song 22025' } }, '/footer/ccli'],
        [{ footer: { ccli: '1'.repeat(13) } }, '/footer/ccli'],
        [{ footer: { publisher: 'x' } }, '/footer/publisher'],
      ] as const) {
        assertPointer(await client.post(decks(), { ...SONG, ...more }), 'invalid_fields', pointer);
      }
      const order = Array(DECK_ORDER_MAX_SLIDES).fill('v1');
      const { body } = await make({ ...SONG, order, footer: { authors: long, ccli: '1'.repeat(12) } });
      assert.deepEqual([body.order, body.footer.authors], [order, long]);
    });

    it('when fields of the footer are absent or empty, then they are null, and a footer without any is null', async () => {
      await fresh();
      const { body } = await make({ ...SONG, footer: { authors: '  John\n Newton ', copyright: '', source: null } });
      assert.deepEqual(body.footer, { authors: 'John Newton', copyright: null, ccli: null, source: null });
      assert.equal((await make({ ...SONG, footer: { source: ' ' } })).body.footer, null);
      assert.equal((await make({ ...SONG, footer: {} })).body.footer, null);
    });

    it('when it is published, then each occurrence is a slide with its own id, and kind and footer stay as they were', async () => {
      await fresh();
      const made = await make();
      const { status, body } = await publish(client, made.body);
      assert.equal(status, 201, JSON.stringify(body));
      assert.deepEqual([idsOf(body), body.kind, body.footer], [EXPANDED, 'song', FOOTER]);
      assert.deepEqual(
        body.slides.map(({ title, text }: JsonDocument) => [title, text]),
        [0, 1, 2, 1].map((index) => [SLIDES[index]!.title ?? null, SLIDES[index]!.text]),
      );
      const path = `${organizationRestPath(client)}/snapshots/${body.id}`;
      await client.put(deckPath(client, made.body), { ...SONG, order: ['v1'], footer: null }, { ifMatch: made.etag! });
      assert.deepEqual((await client.get(path)).body, body);
      const again = await publish(client, made.body);
      assert.deepEqual([idsOf(again.body), again.body.footer], [['v1~1'], null]);
    });

    it('when it has no order, then the slides of the snapshot have the ids of the deck', async () => {
      await fresh();
      const { body } = await publish(client, (await make({ ...SONG, order: null })).body);
      assert.deepEqual(idsOf(body), ['v1', 'c', 'v2']);
    });

    it('when scripture occurs twice, then each occurrence has its own verses, and all count for the limit', async () => {
      await fresh();
      const reference = { book_id: 43, chapter: 3, translation: 'alpha' };
      const slides = [
        { id: 'intro', layout: 'blank' },
        { id: 'reading', layout: 'scripture', reference },
        { id: 'unread', layout: 'scripture', reference: { ...reference, chapter: 99 } },
      ];
      const { body } = await publish(client, (await make({ ...SONG, slides, order: ['reading', 'reading'] })).body);
      const verses = body.passages.flatMap((passage: JsonDocument) => passage.verses);
      assert.deepEqual(
        body.passages.map(({ slide_id }: JsonDocument) => slide_id),
        ['reading~1', 'reading~2'],
      );
      assert.equal(verses.length, 2 * VERSES);
      const stored = await lectern.installation.storage.decks.findSnapshot(body.id);
      const ids = stored!.slides.flatMap(({ passage }) => passage!.verses.map(({ id }) => id));
      assert.equal(new Set(ids).size, 2 * VERSES);

      const many = Array(Math.floor(SNAPSHOT_MAX_VERSES / VERSES)).fill('reading');
      assert.equal((await publish(client, (await make({ ...SONG, slides, order: many })).body)).status, 201);
      const more = await publish(client, (await make({ ...SONG, slides, order: [...many, 'reading'] })).body);
      assertProblem(more, 422, 'invalid_reference');
      const unread = await publish(client, (await make({ ...SONG, slides, order: ['intro', 'unread'] })).body);
      assertProblem(unread, 422, 'invalid_reference');
      assert.match(unread.body.detail, /^Slide 3: /, 'the slide of the deck, not the occurrence');
    });

    it('[D57], [D50] when it was interrupted, left or undone, then return, recall and undo show the same occurrence again', async () => {
      await fresh();
      const live = (await client.post(`${organizationRestPath(client)}/lives`, { name: 'Main' })).body;
      const path = `/v1/lives/${live.id}`;
      const { body: made } = await make();
      const send = async (method: 'POST' | 'PUT' | 'DELETE', at: string, body?: object) => {
        const { etag } = await client.get(path);
        const response = await client.request(method, path + at, { body, ifMatch: etag! });
        assert.equal(response.status, 200, JSON.stringify(response.body));
      };
      const slide = async () => (await client.get(`${path}/now`)).body.slide?.slide_id ?? null;
      await send('PUT', '/presentation', { deck_id: made.id, slide_id: 'c~2' });
      await send('POST', '/interrupt', { passage: 'John 3:1', translations: ['alpha'] });
      assert.equal(await slide(), null);
      await send('POST', '/return', {});
      assert.equal(await slide(), 'c~2');
      await send('POST', '/step', { by: -2 });
      assert.equal(await slide(), 'c~1');
      await send('DELETE', '/presentation');
      await send('POST', '/recall', {});
      assert.equal(await slide(), 'c~1');
      await send('POST', '/step', { by: 2 });
      await send('POST', '/undo', {});
      assert.equal(await slide(), 'c~1');
      const [entry] = (await client.get(`${path}/history`)).body.data;
      assert.equal(entry.deck_title, 'Amazing Grace');
    });

    it('[D44], [D55] when it is presented, then viewers and `now` get the footer after the title, but not with blank slides', async () => {
      await fresh();
      const live = (await client.post(`${organizationRestPath(client)}/lives`, { name: 'Main' })).body;
      const path = `/v1/lives/${live.id}`;
      const image = await addImage(client);
      const slides = [...SLIDES, { id: 'i', layout: 'image', image: image.id }, { id: 'b', layout: 'blank' }];
      const present = async (deck: object, choice: object) => {
        const { etag } = await client.get(path);
        const { body: made } = await make(deck);
        const body = { deck_id: made.id, ...choice };
        const { status } = await client.put(`${path}/presentation`, body, { ifMatch: etag! });
        assert.equal(status, 200);
        const viewer = await joinAudience(lectern.url, live.id);
        const { slide } = viewer.state;
        viewer.close();
        return [slide!.attribution, (await client.get(`${path}/now`)).body.slide.attribution];
      };
      const whole = 'Amazing Grace · John Newton · Public domain · CCLI Song #22025 · Olney Hymns';
      const song = { ...SONG, slides, order: ['v1', 'i', 'b', 'v1'] };
      for (const index of [0, 1, 3]) assert.deepEqual(await present(song, { index }), [whole, whole]);
      assert.deepEqual(await present(song, { index: 2 }), [undefined, whole]);
      assert.deepEqual(await present(song, { index: 0, blank: true }), [undefined, whole]);
      assert.deepEqual(await present({ ...song, footer: null }, {}), [undefined, null]);
      const plain = { ...song, kind: 'slides', footer: { copyright: '© 2026' } };
      assert.deepEqual(await present(plain, {}), ['© 2026', '© 2026']);
      const long = 'é'.repeat(DECK_FOOTER_MAX_CHARACTERS);
      const [shown, now] = await present({ ...plain, footer: { authors: long, source: long } }, {});
      assert.equal(shown, `${long} · ${long}`);
      assert.ok(Buffer.byteLength(now!) <= 512 && long.startsWith(now!.replace('…', '')));
    });

    it('[D27], [D56] when it is presented, then ids of occurrences choose slides, and steps pass each occurrence', async () => {
      await fresh();
      const live = (await client.post(`${organizationRestPath(client)}/lives`, { name: 'Main' })).body;
      const path = `/v1/lives/${live.id}`;
      const { body: snapshot } = await publish(client, (await make()).body);
      const present = async (choice: object) => {
        const { etag } = await client.get(path);
        return client.put(`${path}/presentation`, { snapshot_id: snapshot.id, ...choice }, { ifMatch: etag! });
      };
      for (const slide_id of ['c', 'c~3', 'v1~0']) {
        assertPointer(await present({ slide_id }), 'invalid_fields', '/slide_id');
      }
      const shown = await present({ slide_id: 'c~2' });
      assert.deepEqual([shown.body.snapshot.slide_id, shown.body.snapshot.index], ['c~2', 3]);
      const seen = [];
      for (const by of [-3, 1, 1, 1, 1]) {
        const { etag } = await client.get(path);
        const { body: now } = await client.post(`${path}/step`, { by }, { ifMatch: etag! });
        const { slide_id, index, count, next_title } = now.slide;
        seen.push([slide_id, index, count, next_title]);
      }
      const { text: verse2 } = SLIDES[2]!;
      assert.deepEqual(seen, [
        ['v1~1', 0, 4, 'Chorus'],
        ['c~1', 1, 4, verse2],
        ['v2~1', 2, 4, 'Chorus'],
        ['c~2', 3, 4, null],
        ['c~2', 3, 4, null],
      ]);
    });
  });
}
