import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type Api, api, type JsonDocument } from '../../support/requests/api.ts';
import type { OperatorClient } from '../../support/requests/operator-client.ts';
import { createPlan, planPath } from '../../support/requests/plans.ts';
import { deckPath, organizationRestPath, publish } from '../../support/requests/presentation.ts';
import { joinAudience } from '../../support/requests/viewer.ts';
import { PAGE_ENGINES, smallEdition } from '../../support/server/lectern.ts';
import { type OwnedLive, useInProcessServer } from '../../support/server/suite-server.ts';

const verses = Object.fromEntries(Array.from({ length: 30 }, (_, index) => [index + 1, `Verse ${index + 1}`]));
const EDITIONS = [smallEdition('one', { 43: { 3: verses } }), smallEdition('two', { 43: { 3: verses } })];
const SLIDES = ['a', 'b', 'c'].map((id) => ({ id, layout: 'text', text: `Slide ${id}` }));
const createDeck = (client: Api, more: object) =>
  client.post(`${organizationRestPath(client)}/decks`, { title: 'Deck', slides: SLIDES, ...more });
const HOUR_MS = 60 * 60 * 1000;

for (const engine of PAGE_ENGINES) {
  describe(`[D73] phones on ${engine}`, () => {
    let now = Date.now();
    const later = (seconds: number) => {
      now += seconds * 1000;
    };
    const world = useInProcessServer({
      engine,
      editions: EDITIONS,
      clock: () => now,
      settings: { LECTERN_LIVES_PER_OWNER: '1000' },
    });
    const clientOf = ({ owner }: OwnedLive): Api => api(world.lectern, owner);
    const get = async ({ liveId }: OperatorClient, path: string, headers = {}) => {
      const response = await fetch(`${world.url}/l/${liveId}/${path}`, { headers });
      return { status: response.status, headers: response.headers, body: (await response.json()) as JsonDocument };
    };
    const earlier = async (operator: OperatorClient): Promise<string[]> => {
      const { status, headers, body } = await get(operator, 'earlier');
      assert.deepEqual([status, headers.get('cache-control'), body.next], [200, 'no-store', null]);
      return body.data.map(({ reference, title }: JsonDocument) => reference ?? title);
    };
    const order = async (operator: OperatorClient): Promise<[string | null, ...string[]]> => {
      const { status, headers, body } = await get(operator, 'order');
      assert.deepEqual([status, headers.get('cache-control')], [200, 'no-store']);
      return [body.name, ...body.data.map(({ title, on_air }: JsonDocument) => (on_air ? `> ${title}` : title))];
    };
    /** Shows a passage for a time; then something else is shown. */
    const show = async (operator: OperatorClient, verse: number, seconds = 10) => {
      await operator.push(`John 3:${verse}`);
      later(seconds);
    };
    const present = async (operator: OwnedLive, more: object = {}) => {
      const client = clientOf(operator);
      const deck = await createDeck(client, more);
      const snapshot = (await publish(client, deck.body)).body.id;
      const slide = (index: number) => operator.write('PUT', '/presentation', { snapshot_id: snapshot, index });
      return { client, deck, slide };
    };

    it('when the parts are read and changed, then only what is named changes, with the rules of If-Match and the sequence', async () => {
      const operator = await world.openLive();
      const { body, etag } = await operator.call('GET', '/phones');
      assert.deepEqual(body, { earlier: true, order: false });
      assert.equal((await operator.call('PATCH', '/phones', { body: { order: true } })).status, 428);
      assert.equal((await operator.call('PATCH', '/phones', { body: { order: 1 }, ifMatch: etag! })).status, 422);
      assert.equal((await operator.call('PATCH', '/phones', { body: { other: true }, ifMatch: etag! })).status, 422);
      const { sequence } = await operator.read();
      assert.deepEqual(await operator.write('PATCH', '/phones', { order: true }), { earlier: true, order: true });
      assert.equal((await operator.read()).sequence, sequence + 1);
      assert.equal((await operator.call('PATCH', '/phones', { body: {}, ifMatch: etag! })).status, 412);
      assert.deepEqual(await operator.write('PATCH', '/phones', {}), { earlier: true, order: true });
      assert.equal((await operator.read()).sequence, sequence + 1, '{} changes nothing');
      assert.equal((await operator.attempt('POST', '/undo', {})).body.code, 'nothing_to_undo');
    });

    it('when things stood on air for 10 seconds in all, then they are listed, newest first, once they have left', async () => {
      const operator = await world.openLive();
      await show(operator, 1);
      assert.deepEqual(await earlier(operator), [], 'on air');
      await show(operator, 2, 9);
      await show(operator, 3, 6);
      await operator.write('PATCH', '/playback', { paused: true });
      later(60);
      assert.deepEqual(await earlier(operator), ['John 3:1'], 'hidden time does not count');
      await operator.write('PATCH', '/playback', { paused: false });
      later(4);
      await operator.push('John 3:4', { translations: ['one', 'two'] });
      assert.deepEqual(await earlier(operator), ['John 3:3', 'John 3:1']);
      later(10);
      await show(operator, 5);
      const { body } = await get(operator, 'earlier');
      const [first] = body.data;
      assert.deepEqual(Object.keys(first).sort(), [
        'at',
        'id',
        'items',
        'kind',
        'passages',
        'reference',
        'slides',
        'title',
      ]);
      assert.deepEqual([first.kind, first.reference, first.title, first.slides], ['passage', 'John 3:4', null, []]);
      assert.deepEqual(
        first.passages.map(({ book_id, chapter, verse }: JsonDocument) => [book_id, chapter, verse]),
        [[43, 3, 4]],
      );
      assert.deepEqual(
        first.items.map(({ edition, text }: JsonDocument) => [body.editions[edition].name, text]),
        [
          ['Edition one', 'Verse 4'],
          ['Edition two', 'Verse 4'],
        ],
      );
      const before = await get(operator, `earlier?before=${first.id}`);
      assert.deepEqual(
        before.body.data.map(({ reference }: JsonDocument) => reference),
        ['John 3:3', 'John 3:1'],
      );
      assert.deepEqual((await get(operator, 'earlier?before=999999')).body, body);
      assert.equal((await get(operator, 'earlier?before=x')).status, 422);
      assert.equal((await get(operator, 'earlier?before=1&before=2')).status, 422);
    });

    it('when something is undone, then it is not listed, nor after a redo and another undo', async () => {
      const operator = await world.openLive();
      await show(operator, 1);
      await show(operator, 2);
      await operator.write('POST', '/undo', {});
      later(10);
      assert.deepEqual(await earlier(operator), []);
      await operator.write('POST', '/redo', {});
      assert.deepEqual(await earlier(operator), ['John 3:1']);
      later(10);
      await operator.write('POST', '/undo', {});
      await show(operator, 3);
      assert.deepEqual(await earlier(operator), ['John 3:1']);
      await show(operator, 4);
      await operator.write('POST', '/undo', {});
      await operator.write('POST', '/undo', {});
      assert.deepEqual(await earlier(operator), []);
    });

    it('when more was shown than can be undone, then an undo forgets only what it takes back', async () => {
      const operator = await world.openLive();
      for (let verse = 1; verse <= 25; verse++) await show(operator, verse);
      const listed = async () => (await earlier(operator)).map((reference) => Number(reference.split(':')[1]));
      const down = (from: number) => Array.from({ length: from }, (_, index) => from - index);
      assert.deepEqual(await listed(), down(24));
      await operator.write('POST', '/undo', {});
      await operator.write('POST', '/undo', {});
      assert.deepEqual(await listed(), down(22));
      for (let verse = 26; verse <= 30; verse++) await show(operator, verse);
      assert.deepEqual(await listed(), [29, 28, 27, 26, ...down(23)]);
    });

    it('when the Live is stopped, started, cleared or gets another secret, then nothing from before is listed', async () => {
      const operator = await world.openLive();
      for (const change of [
        async () => {
          await operator.write('PATCH', '/playback', { status: 'stopped' });
          assert.deepEqual(await earlier(operator), []);
          await operator.write('PATCH', '/playback', { status: 'running' });
        },
        () => operator.write('DELETE', '/stack'),
        () => operator.write('POST', '/audience-secret', {}),
        () => operator.write('DELETE', '/audience-secret'),
      ]) {
        await show(operator, 1);
        await show(operator, 2);
        await change();
        const protectedNow = (await operator.call('GET', '/audience-secret')).body.protected;
        if (protectedNow) assert.equal((await get(operator, 'earlier')).status, 403);
        else assert.deepEqual(await earlier(operator), []);
        await show(operator, 3);
        await show(operator, 4);
        if (!protectedNow) assert.ok((await earlier(operator)).includes('John 3:3'));
      }
      await operator.write('PATCH', '/phones', { earlier: false });
      assert.deepEqual(await earlier(operator), []);
    });

    it('when 12 hours have passed, then a thing is not listed any more', async () => {
      const operator = await world.openLive();
      await show(operator, 1);
      await show(operator, 2);
      assert.deepEqual(await earlier(operator), ['John 3:1']);
      later((12 * HOUR_MS) / 1000);
      assert.deepEqual(await earlier(operator), []);
    });

    it('when decks were shown, then a song has its title, a shared deck the slides that were shown and not undone, another deck nothing', async () => {
      const operator = await world.openLive();
      const secret = await present(operator);
      const song = await present(operator, { title: 'Song', kind: 'song' });
      const shared = await present(operator, { title: 'News', shared: true });
      for (const { slide } of [secret, song, shared]) {
        await slide(0);
        later(10);
        await slide(2);
        later(1);
      }
      await shared.slide(1);
      await operator.write('POST', '/undo', {});
      await operator.write('DELETE', '/presentation');
      const { body } = await get(operator, 'earlier');
      const slides = ({ slides: all }: JsonDocument) => all.map(({ text }: JsonDocument) => text);
      assert.deepEqual(
        body.data.map((entry: JsonDocument) => [entry.kind, entry.title, slides(entry)]),
        [
          ['deck', 'News', ['Slide a', 'Slide c']],
          ['song', 'Song', []],
        ],
      );
      const { client, deck } = shared;
      const read = await client.get(deckPath(client, deck.body));
      assert.equal(read.body.shared, true);
      const kept = await client.put(
        deckPath(client, deck.body),
        { title: 'News', slides: SLIDES },
        { ifMatch: read.etag! },
      );
      assert.equal(kept.body.shared, true, '[D48] absent in PUT, it stays');
      await client.put(
        deckPath(client, deck.body),
        { title: 'News', slides: SLIDES, shared: false },
        { ifMatch: kept.etag! },
      );
      assert.deepEqual(await earlier(operator), ['Song']);
    });

    it('when the order is offered, then it has the listed titles, marks what is on air, and viewers hear of each change', async () => {
      const operator = await world.openLive();
      const client = clientOf(operator);
      const deck = await createDeck(client, {});
      const entries = [
        { id: 'opening', kind: 'heading', title: 'Opening' },
        { id: 'gospel', kind: 'passage', title: 'Gospel', passage: 'John 3:16', note: 'secret' },
        { id: 'quiet', kind: 'passage', title: 'Quiet', passage: 'John 3:17', listed: false },
        { id: 'news', kind: 'deck', title: 'Notices', deck_id: deck.body.id },
      ];
      const { body: plan, etag } = await createPlan(client, entries);
      await operator.write('PUT', '/plan', { plan_id: plan.id });
      const viewer = await joinAudience(world.url, operator.liveId);
      let tag = viewer.state.phones?.order;
      const changes = async () => {
        await viewer.comesTo(true, ({ phones }) => phones?.order !== tag);
        tag = viewer.state.phones?.order;
      };
      assert.equal(tag, null);
      assert.deepEqual(await order(operator), [null]);
      await operator.write('PATCH', '/phones', { order: true });
      await changes();
      assert.deepEqual(await order(operator), [plan.name, 'Opening', 'Gospel', '·']);
      await operator.write('POST', '/plan/go', { entry_id: 'gospel' });
      await changes();
      assert.deepEqual(await order(operator), [plan.name, 'Opening', '> Gospel', '·']);
      await operator.write('PATCH', '/playback', { paused: true });
      await changes();
      assert.deepEqual(await order(operator), [plan.name, 'Opening', 'Gospel', '·']);
      await operator.write('POST', '/plan/go', { entry_id: 'quiet' });
      assert.deepEqual(await order(operator), [plan.name, 'Opening', 'Gospel', '·']);
      const edited = entries.map((entry) => (entry.id === 'opening' ? { ...entry, title: 'Welcome' } : entry));
      await client.put(planPath(client, plan), { name: plan.name, entries: edited }, { ifMatch: etag! });
      await changes();
      assert.deepEqual(await order(operator), [plan.name, 'Welcome', 'Gospel', '·']);
      await client.put(
        deckPath(client, deck.body),
        { title: 'Deck', slides: SLIDES, shared: true },
        { ifMatch: deck.etag! },
      );
      await changes();
      assert.deepEqual(await order(operator), [plan.name, 'Welcome', 'Gospel', 'Notices']);
      await operator.write('PATCH', '/playback', { status: 'stopped' });
      await changes();
      assert.deepEqual(await order(operator), [null]);
      viewer.close();
    });

    it('when the Live does not exist, is protected or restricted, then both are refused, and no response may be kept', async () => {
      const operator = await world.openLive();
      const refused = async (status: number, code: string, liveId = operator.liveId) => {
        for (const path of ['earlier', 'order']) {
          const response = await get({ ...operator, liveId }, path);
          assert.deepEqual([response.status, response.body.code], [status, code]);
          assert.equal(response.headers.get('cache-control'), 'no-store');
        }
      };
      await refused(404, 'not_found', 'AAAAAAAAAAAAAAAAAAAA');
      const { secret } = await operator.write('POST', '/audience-secret', {});
      await refused(403, 'forbidden');
      const admitted = await fetch(`${world.url}/l/${operator.liveId}/secret`, {
        method: 'POST',
        body: new URLSearchParams({ secret }),
        redirect: 'manual',
      });
      const cookie = admitted.headers.get('set-cookie')!.split(';')[0]!;
      assert.equal((await get(operator, 'earlier', { cookie })).status, 200);
    });
  });
}
