import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { type Api, api, assertProblem, type JsonDocument } from '../../support/requests/api.ts';
import { createLiveController, type LiveController } from '../../support/requests/live-controller.ts';
import {
  assertPointer,
  createDeck,
  createSnapshot,
  deckPath,
  organizationRestPath,
} from '../../support/requests/presentation.ts';
import { joinAudience } from '../../support/requests/viewer.ts';
import { createTestOrganization, PAGE_ENGINES } from '../../support/server/lectern.ts';
import { useInProcessServer } from '../../support/server/suite-server.ts';

/** 10:00:00 of a day; the clock stands until a test moves it. */
const START = Date.parse('2030-04-21T10:00:00.000Z');
const SLIDES = [
  { id: 'hello', layout: 'title', title: 'Hello' },
  { id: 'five', layout: 'countdown', title: 'We begin soon', seconds: 300 },
  { id: 'noon', layout: 'countdown', until: '2030-04-21T12:00:00+00:00' },
];

for (const engine of PAGE_ENGINES) {
  describe(`[D76] countdowns on ${engine}`, () => {
    let seconds = 0;
    const { lectern } = useInProcessServer({ engine, clock: () => START + seconds * 1_000 });
    let client: Api;
    let snapshot: JsonDocument;
    let live: LiveController;
    before(async () => {
      client = api(lectern, await createTestOrganization(lectern));
      snapshot = await createSnapshot(client, SLIDES);
    });

    const open = async () => {
      seconds = 0;
      live = await createLiveController(lectern, client.owner);
    };
    const send = async (...request: Parameters<LiveController['send']>) => {
      const response = await live.send(...request);
      assert.equal(response.status, 200, JSON.stringify(response.body));
      return response.body;
    };
    const present = (slide_id: string) => send('PUT', '/presentation', { snapshot_id: snapshot.id, slide_id });
    const step = (by: number) => send('POST', '/step', { by });
    /** The end of the slide's countdown, in seconds from the start; null if it does not count. */
    const end = async () => {
      const { slide } = (await live.get('/now')).body;
      return slide.countdown_to && (Date.parse(slide.countdown_to) - START) / 1_000;
    };
    const move = (by_seconds: unknown) => live.send('POST', '/countdown', { by_seconds }, { 'if-match': null });

    it('when a countdown has neither an end nor a duration, or both, or another layout has one, then it is refused', async () => {
      const post = (slide: object) =>
        client.post(`${organizationRestPath(client)}/decks`, { title: 'Sunday', slides: [slide] });
      for (const fields of [{}, { until: null, seconds: null }, { until: '2030-04-21T10:05:00Z', seconds: 5 }])
        assertPointer(await post({ layout: 'countdown', ...fields }), 'invalid_fields', '/slides/0/until');
      for (const wrong of [0, 86_401, 1.5, '5'])
        assertProblem(await post({ layout: 'countdown', seconds: wrong }), 422, 'invalid_fields');
      for (const until of ['10:30', '2030-04-21', '-000001-01-01T00:00:00Z'])
        assertProblem(await post({ layout: 'countdown', until }), 422, 'invalid_fields');
      for (const [field, value] of Object.entries({ seconds: 5, until: '2030-04-21T10:05:00Z' }))
        assertPointer(await post({ layout: 'text', [field]: value }), 'invalid_fields', `/slides/0/${field}`);
    });

    it('[D26] when a deck is replaced, then a countdown that omits both keeps what it had, and other slides have neither', async () => {
      const created = await createDeck(client, SLIDES);
      const [hello, five, noon] = created.body.slides;
      assert.ok(!('seconds' in hello || 'until' in hello));
      assert.deepEqual([five.seconds, five.until, noon.seconds], [300, null, null]);
      assert.equal(noon.until, '2030-04-21T12:00:00.000Z');
      assert.deepEqual(snapshot.slides, created.body.slides);
      const replaced = await client.put(
        deckPath(client, created.body),
        {
          title: 'Monday',
          slides: [
            { id: 'five', layout: 'countdown', title: 'Soon' },
            { id: 'noon', layout: 'countdown', seconds: 60 },
          ],
        },
        { ifMatch: created.etag! },
      );
      assert.equal(replaced.status, 200, JSON.stringify(replaced.body));
      const times = replaced.body.slides.map(({ until, seconds: lasts }: JsonDocument) => [until, lasts]);
      assert.deepEqual(times, [
        [null, 300],
        [null, 60],
      ]);
    });

    it('when it is put on air, then it begins, and stepping, hiding and an interruption do not begin it again, but presenting does', async () => {
      await open();
      await present('hello');
      assert.equal(await end(), null);
      seconds = 10;
      await step(1);
      assert.equal(await end(), 310);
      seconds = 20;
      await step(-1);
      await step(1);
      await live.play({ paused: true });
      await live.play({ paused: false });
      assert.equal(await end(), 310);
      await step(1);
      assert.equal(await end(), 7_200);
      await step(-1);
      assert.equal(await end(), 310);
      await present('five');
      assert.equal(await end(), 320);
      seconds = 30;
      await send('POST', '/recall', { entry_id: (await live.get('/history')).body.data[0].id });
      assert.equal(await end(), 330);
    });

    it('when the Live is hidden, then it begins only when it is shown', async () => {
      await open();
      await present('hello');
      await live.play({ paused: true });
      await step(1);
      assert.equal(await end(), null);
      seconds = 40;
      await live.play({ paused: false });
      assert.equal(await end(), 340);
    });

    it('[D44] when it is on air, then viewers get its end, and nothing else until it is moved', async () => {
      await open();
      await present('five');
      const viewer = await joinAudience(lectern.url, live.id);
      try {
        const { slide } = viewer.state;
        assert.deepEqual(
          [slide!.layout, slide!.title, slide!.until, slide!.seconds],
          ['countdown', 'We begin soon', '2030-04-21T10:05:00.000Z', undefined],
        );
        assert.equal((await move(60)).status, 200);
        await viewer.comesTo('2030-04-21T10:06:00.000Z', ({ slide: after }) => after!.until);
      } finally {
        viewer.close();
      }
    });

    it('[D55] when it is moved, then Now is returned, +1, not below now, and what is over begins again from now', async () => {
      await open();
      await present('five');
      const { sequence } = (await live.get('/now')).body;
      const moved = await move(60);
      assert.deepEqual([moved.status, moved.body.sequence, moved.body.etag], [200, sequence + 1, moved.etag]);
      assert.deepEqual(moved.body, (await live.get('/now')).body);
      assert.equal(await end(), 360);
      seconds = 100;
      await move(-3_600);
      assert.equal(await end(), 100);
      seconds = 200;
      await move(-60);
      assert.equal(await end(), 100);
      await move(60);
      assert.equal(await end(), 260);
      await send('POST', '/undo', {});
      assert.equal(await end(), 100);
      for (const wrong of [-3_601, 3_601, 0.5, '60', null]) assertProblem(await move(wrong), 422, 'invalid_fields');
    });

    it('[D62] when only the stage counts, then that moves and the sequence stays; when nothing counts, then it is refused', async () => {
      await open();
      await live.refused(409, 'nothing_counting', () => move(60));
      await send('PUT', '/stage', { message: 'Soon', countdown_to: '2030-04-21T10:01:00Z' }, { 'if-match': null });
      const before = await live.everything();
      const { body } = await move(60);
      assert.deepEqual([body.stage.message, body.stage.countdown_to], ['Soon', '2030-04-21T10:02:00.000Z']);
      assert.deepEqual(await live.everything(), before);
      await present('five');
      const both = (await move(-30)).body;
      assert.equal(both.stage.countdown_to, '2030-04-21T10:01:30.000Z');
      assert.equal(both.slide.countdown_to, '2030-04-21T10:04:30.000Z');
    });
  });
}
