import assert from 'node:assert/strict';
import { afterEach, before, describe, it } from 'node:test';
import type { ViewerState } from '../../../src/contract/viewer.ts';
import { newId } from '../../../src/domain/identifiers.ts';
import { type Api, type ApiResponse, api, assertProblem, type JsonDocument } from '../../support/requests/api.ts';
import { createLiveController, type LiveController } from '../../support/requests/live-controller.ts';
import { beginPoll, readSnapshot, requireEvent, waitUntilParked } from '../../support/requests/poll.ts';
import { addImage, assertPointer, createSnapshot, publish } from '../../support/requests/presentation.ts';
import { type AudienceViewer, joinAudience } from '../../support/requests/viewer.ts';
import { createTestAccount, createTestOrganization, PAGE_ENGINES, smallEdition } from '../../support/server/lectern.ts';
import { createOwners, useInProcessServer } from '../../support/server/suite-server.ts';

const SLUG = 'fixture';
const VERSES = { 16: 'For God so loved the world', 17: 'not to condemn', 18: 'is not condemned' };
const SLIDES = [
  { layout: 'title', title: 'Welcome', text: 'A text that only the audience sees' },
  { layout: 'scripture', reference: { book_id: 43, chapter: 3, verse: 16, end_verse: 17 } },
  { layout: 'blank' },
];
const PUSH = { reference: { book_id: 43, chapter: 3, translation: SLUG } };
const NOTHING = { title: null, text: null, passage: null, image: null };

for (const engine of PAGE_ENGINES) {
  describe(`[D27] presentation mode on ${engine}`, () => {
    const { lectern } = useInProcessServer({ engine, settings: { LECTERN_LIVES_PER_OWNER: '1000' } });
    let client: Api;
    let controller: LiveController;
    let snapshot: JsonDocument;
    let viewers: AudienceViewer[] = [];

    before(async () => {
      const [owner] = await createOwners(lectern, smallEdition(SLUG, { 43: { 3: VERSES } }));
      client = api(lectern, owner);
      snapshot = await createSnapshot(client, SLIDES);
    });
    afterEach(() => {
      for (const viewer of viewers) viewer.close();
      viewers = [];
    });

    const open = async () => {
      controller = await createLiveController(lectern, client.owner, { translations: [SLUG] });
      return controller;
    };
    const present = async (more: object = {}): Promise<JsonDocument> => {
      const response = await controller.send('PUT', '/presentation', { snapshot_id: snapshot.id, ...more });
      assert.equal(response.status, 200, JSON.stringify(response.body));
      return response.body;
    };
    const summary = (index: number, blank = false) => ({
      id: snapshot.id,
      deck: snapshot.deck,
      revision: snapshot.revision,
      index,
      blank,
      slide_id: snapshot.slides[index].id,
    });
    const join = async (): Promise<AudienceViewer> => {
      const viewer = await joinAudience(lectern.url, controller.id);
      viewers.push(viewer);
      return viewer;
    };

    it('when PUT shows a slide, then the display has its summary and no verses, and the Live is in presentation mode, +1', async () => {
      await open();
      await controller.push(PUSH.reference);
      await controller.play({ paused: true });
      const { sequence } = (await controller.get('/display')).body;
      const display = await present();
      assert.deepEqual(display, {
        live_id: controller.id,
        organization_id: client.owner.id,
        status: 'running',
        paused: false,
        showing: true,
        sequence: sequence + 1,
        type: 'presentation',
        verses: [],
        snapshot: summary(0),
      });
      const read = await controller.get('/display');
      assert.deepEqual([read.body, read.etag], [display, controller.etag]);
      assert.equal((await controller.get()).body.mode, 'presentation');
    });

    it('[D50] when slides are shown, hidden and ended, then each is undone in turn, with its mode, and done again', async () => {
      await open();
      await controller.push(PUSH.reference);
      const display = async () => {
        const { sequence: _, ...shown } = (await controller.get('/display')).body;
        return { ...shown, mode: (await controller.get()).body.mode };
      };
      const items = await controller.items();
      const steps: (() => Promise<unknown>)[] = [
        () => present(),
        () => present({ index: 1 }),
        () => controller.play({ paused: true }),
        () => controller.send('DELETE', '/presentation'),
        () => present({ index: 2, blank: true }),
        () => controller.send('DELETE', '/stack'),
      ];
      const seen = [await display()];
      for (const step of steps) {
        await step();
        seen.push(await display());
      }
      const viewer = await join();
      const go = async (retraces: 'undo' | 'redo', at: number) => {
        const { sequence } = (await controller.get()).body;
        const { status, body } = await controller.send('POST', `/${retraces}`, {});
        assert.deepEqual([status, body.sequence], [200, sequence + 1], JSON.stringify(body));
        const now = await display();
        assert.deepEqual(now, seen[at], `${retraces} to ${at}`);
        assert.equal(body.next_cursor, null);
        const listed = now.mode === 'presentation' || now.type === 'empty' ? [] : items;
        assert.deepEqual(body.data, listed, 'the queue, and nothing while the Live presents');
        const fresh = await join();
        const drawn = ({ type, showing, slide }: AudienceViewer['state']) => ({ type, showing, slide });
        await viewer.comesTo(drawn(fresh.state), drawn);
      };
      for (let at = steps.length - 1; at >= 0; at--) await go('undo', at);
      for (let at = 1; at <= steps.length; at++) await go('redo', at);
      assertProblem(await controller.send('POST', '/redo', {}), 409, 'nothing_to_redo');
    });

    it('when slide_id and index are given, then slide_id wins; the first slide is the default; blank is reported', async () => {
      await open();
      const cases: [object, number, boolean?][] = [
        [{}, 0],
        [{ index: 1 }, 1],
        [{ slide_id: snapshot.slides[2].id }, 2],
        [{ slide_id: snapshot.slides[1].id, index: 2 }, 1],
        [{ slide_id: snapshot.slides[1].id, index: 99 }, 1],
        [{ index: 2, blank: true }, 2, true],
        [{ index: 2, blank: false }, 2],
      ];
      for (const [choice, index, blank] of cases) {
        assert.deepEqual((await present(choice)).snapshot, summary(index, blank), JSON.stringify(choice));
      }
    });

    it('when snapshots or slides are unknown, or of another organization, then the response is 422, and nothing changes', async () => {
      await open();
      const other = api(lectern, await createTestOrganization(lectern));
      const foreign = await createSnapshot(other, [{ layout: 'blank' }]);
      const id = snapshot.id;
      const cases: [object, string][] = [
        [{ snapshot_id: 'unknown' }, '/snapshot_id'],
        [{ snapshot_id: foreign.id }, '/snapshot_id'],
        [{ snapshot_id: '' }, '/snapshot_id'],
        [{ snapshot_id: id, slide_id: 'unknown' }, '/slide_id'],
        [{ snapshot_id: id, slide_id: 'unknown', index: 0 }, '/slide_id'],
        [{ snapshot_id: id, index: 3 }, '/index'],
        [{ snapshot_id: id, index: -1 }, '/index'],
        [{ snapshot_id: id, index: '1' }, '/index'],
        [{ snapshot_id: id, blank: null }, '/blank'],
        [{ snapshot_id: id, more: 1 }, '/more'],
        [{}, '/snapshot_id'],
      ];
      for (const [body, pointer] of cases) {
        await controller.refused(422, 'invalid_fields', async () => {
          const response = await controller.send('PUT', '/presentation', body);
          assertPointer(response, 'invalid_fields', pointer);
          return response;
        });
      }
    });

    it('when a slide is shown, then If-Match is required, and is judged after a stopped Live’s 409', async () => {
      await open();
      const body = { snapshot_id: snapshot.id };
      for (const [method, content] of [['PUT', body] as const, ['DELETE', undefined] as const]) {
        const send = (ifMatch: string | null) => () =>
          controller.send(method, '/presentation', content, { 'if-match': ifMatch });
        await controller.refused(428, 'validator_required', send(null));
        await controller.refused(422, 'invalid_validator', send('*'));
        await controller.refused(412, 'stale_validator', send('"old"'));
      }
      await present();
      await controller.play({ status: 'stopped' });
      for (const ifMatch of [controller.etag, '"old"', null]) {
        const refused = await controller.send('PUT', '/presentation', body, { 'if-match': ifMatch });
        assertProblem(refused, 409, 'live_stopped');
      }
      const left = await controller.send('DELETE', '/presentation');
      assert.deepEqual([left.status, left.body.status, left.body.type], [200, 'stopped', 'empty']);
    });

    it('when the queue is read or written, then the response is 409, whatever the If-Match, and the queue stays as it was', async () => {
      await open();
      await controller.push(PUSH.reference);
      const items = await controller.items();
      const [first] = items;
      await present();
      const { sequence } = (await controller.get('/display')).body;
      const attempts: (readonly [string, string, unknown?])[] = [
        ['GET', '/queue-items'],
        ['GET', `/queue-items/${first!.id}`],
        ['GET', '/focus'],
        ['DELETE', `/queue-items/${first!.id}`],
        ['PATCH', `/queue-items/${first!.id}`, { position: 1 }],
        ['PUT', '/queue-items/order', { item_ids: items.map(({ id }) => id) }],
        ['POST', '/stack', PUSH],
        ['POST', '/passages', { passage: 'John 3:16', translations: [SLUG] }],
        ['PATCH', '/focus', { item_id: first!.id }],
      ];
      for (const [method, sub, body] of attempts) {
        const ifMatches = method === 'GET' ? [undefined] : [controller.etag, '"old"', undefined];
        for (const ifMatch of ifMatches) {
          assertProblem(
            await client.request(method, controller.path + sub, { body, ifMatch }),
            409,
            'presentation_mode',
          );
        }
      }
      assert.equal((await controller.get('/display')).body.sequence, sequence);
      const left = await controller.send('DELETE', '/presentation');
      assert.deepEqual(
        [left.body.type, left.body.showing, left.body.snapshot, left.body.sequence],
        ['scripture', false, null, sequence + 1],
        'reader mode, hidden',
      );
      assert.equal((await controller.get()).body.mode, 'reader');
      assert.deepEqual(await controller.items(), items, 'with the reader’s queue as it was');
    });

    it('when DELETE is sent in reader mode, then it hides what is shown, and adds 1', async () => {
      await open();
      await controller.push(PUSH.reference);
      const { sequence } = (await controller.get('/display')).body;
      const { status, body } = await controller.send('DELETE', '/presentation');
      assert.deepEqual([status, body.showing, body.type, body.sequence], [200, false, 'scripture', sequence + 1]);
    });

    it('[States] when the stack is cleared, then presentation mode ends', async () => {
      await open();
      await controller.push(PUSH.reference);
      await present();
      const cleared = await controller.send('DELETE', '/stack');
      assert.deepEqual([cleared.status, cleared.body.affected], [200, 3]);
      const { type, showing, snapshot: shown } = (await controller.get('/display')).body;
      assert.deepEqual([type, showing, shown], ['empty', false, null]);
      assert.equal((await controller.get()).body.mode, 'reader');
      assert.deepEqual(await controller.items(), []);
    });

    it('[D15] when paused, then the slide is hidden; resuming shows it again; stopping hides it, starting does not show it', async () => {
      await open();
      await present({ index: 1 });
      const states = [];
      for (const change of [
        { paused: true },
        { paused: false },
        { status: 'stopped' },
        { status: 'running' },
        { paused: false },
      ]) {
        const { showing, paused } = await controller.play(change);
        states.push([showing, paused]);
        assert.deepEqual((await controller.get('/display')).body.snapshot, summary(1));
      }
      assert.deepEqual(states, [
        [false, true],
        [true, false],
        [false, false],
        [false, false],
        [true, false],
      ]);
    });

    it('[D44] when a pushed verse is now hidden by a slide, then a viewer that comes back does not get it', async () => {
      await open();
      await controller.push({ ...PUSH.reference, verse: 16 });
      const viewer = await join();
      viewer.close();
      await controller.push({ ...PUSH.reference, verse: 17 });
      await present({ index: 0 });
      const back = await joinAudience(lectern.url, controller.id, { from: viewer });
      viewers.push(back);
      await back.comesTo([], ({ items }) => items);
      assert.ok(!JSON.stringify(back.stream.events).includes(VERSES[17]));
    });

    it('[D23] when an event is sent, then it has the summary and no queue, and never what slides hold', async () => {
      await open();
      await controller.push(PUSH.reference);
      const { cursor } = await readSnapshot(lectern, controller);
      const waiting = beginPoll(lectern, controller, { after: cursor });
      await waitUntilParked(waiting);
      const image = await addImage(client, 7);
      const rich = await createSnapshot(client, [SLIDES[0]!, { layout: 'image', image: image.id }, SLIDES[1]!]);
      await present({ snapshot_id: rich.id });
      const changed = requireEvent(await waiting.response, controller, 'live.changed');
      assert.equal(changed.data.queue, null);
      assert.equal(changed.data.live.mode, 'presentation');
      assert.deepEqual(changed.data.display, (await controller.get('/display')).body);
      assert.deepEqual(Object.keys(changed.data.display.snapshot).sort(), Object.keys(summary(0)).sort());
      for (const hidden of [image.id, 'media', SLIDES[0]!.title!, 'only the audience', VERSES[16]]) {
        assert.ok(!JSON.stringify(changed).includes(hidden), hidden);
      }
      const next = beginPoll(lectern, controller, { after: changed.cursor });
      await waitUntilParked(next);
      assert.equal((await controller.send('DELETE', '/presentation')).status, 200);
      const back = requireEvent(await next.response, controller, 'live.changed');
      assert.deepEqual([back.data.queue.length, back.data.display.snapshot], [3, null]);
    });

    it('[D26] when a deck predates its layouts refusing a field, then it is presented, and no viewer gets what is not shown', async () => {
      await open();
      const image = await addImage(client, 9);
      const all = {
        title: 'A title',
        text: 'A text',
        image: image.id,
        reference: { book_id: 43, chapter: 3, verse: 16, end_verse: 17 },
      };
      const layouts = ['title', 'text', 'scripture', 'image', 'blank'] as const;
      const slides = [
        ...layouts.map((layout) => ({ ...all, id: layout, layout })),
        { ...all, id: 'unread', layout: 'scripture' as const, reference: null },
      ];
      const deck = {
        id: newId(),
        organizationId: client.owner.id,
        title: 'Old',
        revision: 1,
        kind: 'slides' as const,
        order: null,
        footer: null,
        shared: false,
        languageTag: null,
        songbook: null,
        createdAt: '2026-01-01',
        updatedAt: '2026-01-01',
        slides,
      };
      assert.equal(await lectern.installation.storage.decks.create(deck, 100), 'created');
      const published = await publish(client, deck);
      assert.deepEqual([published.status, published.body.slides], [201, slides]);
      const first = await join();
      for (const [id, expected] of Object.entries({
        title: { layout: 'title', title: 'A title', text: 'A text' },
        text: { layout: 'text', title: 'A title', text: 'A text' },
        scripture: { layout: 'scripture', title: 'A title', passage: 'John 3:16-17' },
        image: { layout: 'image', title: 'A title', image: `/media/${image.id}` },
        blank: { layout: 'blank' },
        // Its text was all that it had to show.
        unread: { layout: 'text', title: 'A title', text: 'A text' },
      })) {
        await present({ snapshot_id: published.body.id, slide_id: id });
        const { state } = await join();
        await first.comesTo(state.version, ({ version }: ViewerState) => version);
        for (const { slide } of [state, first.state]) {
          const brief = { ...slide, passage: slide!.passage?.reference ?? null, image: slide!.image?.url ?? null };
          assert.deepEqual(brief, { ...NOTHING, ...expected, id });
        }
      }
      const { data } = await readSnapshot(lectern, controller);
      assert.deepEqual(data.display.snapshot.slide_id, 'unread');
    });

    it('[D44] when a slide is shown, then the audience sees all that it holds, with its scripture credited', async () => {
      await open();
      const image = await addImage(client, 8);
      const shown = await createSnapshot(client, [...SLIDES, { layout: 'image', title: 'Hills', image: image.id }]);
      const viewer = await join();
      const show = async (choice: object) => {
        await present({ snapshot_id: shown.id, ...choice });
        const version = (await join()).state.version;
        await viewer.comesTo(version, ({ version: known }: ViewerState) => known);
        assert.deepEqual(viewer.state, (await join()).state, 'who was here and who comes see the same');
        return viewer.state;
      };
      const id = (index: number) => shown.slides[index].id;

      const title = await show({});
      assert.deepEqual([title.type, title.showing, title.items], ['presentation', true, []]);
      assert.deepEqual(title.slide, { ...NOTHING, ...SLIDES[0], id: id(0) });
      const { slide: scripture } = await show({ index: 1 });
      const { passage, ...others } = scripture!;
      assert.deepEqual(others, { id: id(1), layout: 'scripture', title: null, text: null, image: null });
      assert.equal(passage!.reference, 'John 3:16-17');
      assert.deepEqual(
        passage!.verses.map(({ verse, text }) => [verse, text]),
        [16, 17].map((verse) => [verse, VERSES[verse as 16 | 17]]),
      );
      for (const { edition } of passage!.verses) {
        assert.equal(passage!.editions[edition]!.attribution, `${SLUG}, public domain`);
      }
      const { slide: picture } = await show({ index: 3 });
      const { width, height } = image;
      assert.deepEqual(picture, {
        ...NOTHING,
        id: id(3),
        layout: 'image',
        title: 'Hills',
        image: { url: `/media/${image.id}`, width, height },
      });
      const { slide: blanked } = await show({ index: 3, blank: true });
      assert.deepEqual(blanked, { ...NOTHING, id: id(3), layout: 'blank' });

      await present({ snapshot_id: shown.id });
      await controller.play({ paused: true });
      await viewer.comesTo(null, ({ slide }) => slide);
      assert.deepEqual((await join()).state.slide, null, 'a hidden slide is sent to no viewer');
      await controller.play({ paused: false });
      await viewer.comesTo('Welcome', ({ slide }) => slide?.title);
      await controller.send('DELETE', '/presentation');
      await viewer.comesTo([null, 'empty'], ({ slide, type }) => [slide, type]);
    });

    it('[D44] when a viewer came while a slide was shown, then afterwards it sees the queue, as everyone does', async () => {
      await open();
      await controller.push(PUSH.reference);
      const early = await join();
      await present({});
      const late = await join();
      assert.deepEqual(late.state.items, []);
      await controller.send('DELETE', '/presentation');
      await controller.play({ paused: false });
      const { state } = await join();
      assert.equal(state.items.length, 3);
      for (const viewer of [early, late]) {
        await viewer.comesTo(state.version, ({ version }) => version);
        assert.deepEqual(viewer.state, state);
      }
    });

    it('when a viewer comes to a Live after a restart, then it sees its slide', async () => {
      await open();
      await present({ index: 1 });
      await lectern.restart();
      client = api(lectern, client.owner);
      controller = controller.on(lectern);
      assert.deepEqual((await controller.get('/display')).body.snapshot, summary(1));
      assert.equal((await join()).state.slide?.passage?.verses.length, 2);
    });

    it('when a credential is no service token, then it cannot present: personal credentials are 403, a personal Live is 404', async () => {
      await open();
      const account = await createTestAccount(lectern);
      const personal = await createLiveController(lectern, account);
      const body = { snapshot_id: snapshot.id };
      const attempt = (by: Api, path: string, method: string): Promise<ApiResponse> =>
        by.request(method, `${path}/presentation`, {
          ...(method === 'PUT' && { body }),
          ifMatch: controller.etag,
        });
      for (const method of ['PUT', 'DELETE']) {
        for (const { path } of [personal, controller]) {
          assertProblem(await attempt(api(lectern, account), path, method), 403, 'forbidden');
        }
        assertProblem(await attempt(client, personal.path, method), 404, 'not_found');
      }
    });

    it('when many operators present at once, then each change adds 1, and the last one is shown', async () => {
      await open();
      const viewer = await join();
      const { sequence } = (await controller.get('/display')).body;
      const rounds = 12;
      let done = 0;
      await Promise.all(
        Array.from({ length: 3 }, async (_, by) => {
          while (done < rounds) {
            const ifMatch = (await client.get(`${controller.path}/display`)).etag!;
            const body = { snapshot_id: snapshot.id, index: by };
            const { status } = await client.put(`${controller.path}/presentation`, body, { ifMatch });
            assert.ok(status === 200 || status === 412);
            if (status === 200) done++;
          }
        }),
      );
      const display = (await controller.get('/display')).body;
      assert.equal(display.sequence, sequence + done);
      const { state } = await join();
      assert.equal(state.slide!.id, display.snapshot.slide_id);
      await viewer.comesTo(state, (seen) => seen);
    });
  });
}
