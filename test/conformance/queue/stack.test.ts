import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import type { NormalizedEdition } from '../../../src/editions/normalized-edition.ts';
import { saveEdition } from '../../../src/editions/save-edition.ts';
import { api } from '../../support/requests/api.ts';
import { controlLive, createLiveController, type LiveController } from '../../support/requests/live-controller.ts';
import {
  createTestAccount,
  createTestOrganization,
  PAGE_ENGINES,
  smallEdition,
  startTestLectern,
  type TestOwner,
} from '../../support/server/lectern.ts';
import { useInProcessServer } from '../../support/server/suite-server.ts';

/** Sparse on purpose: "zwei" lacks Genesis 1:2, "tres" has nothing else than it and Exodus, "vier" is not enabled. */
const EDITIONS: Record<string, NormalizedEdition> = {
  one: smallEdition('one', {
    1: { 1: { 1: 'One 1:1', 2: 'One 1:2', 4: 'One 1:4' }, 3: { 1: 'One 3:1' } },
    2: { 1: { 1: 'One Exodus' } },
  }),
  zwei: smallEdition('zwei', { 1: { 1: { 1: 'Zwei 1:1', 4: 'Zwei 1:4' } } }, { language: 'de' }),
  tres: smallEdition('tres', { 1: { 1: { 2: 'Tres 1:2' } }, 2: { 1: { 1: 'Tres Êxodo' } } }, { language: 'pt' }),
  vier: smallEdition('vier', { 1: { 1: { 1: 'Vier' } } }, { language: 'und' }),
};
const ENABLED = ['one', 'zwei', 'tres'];
const SHAPE = ['attribution', 'book', 'book_id', 'chapter', 'rights', 'text', 'translation', 'verse'];

type Reference = { book_id: number; chapter?: number; verse?: number; translation?: string };

/** [D17]: all verses of the first translation, then of the next; what an edition lacks is skipped. */
const textsOf = (reference: Reference, translations: readonly string[]) =>
  translations.flatMap((slug) =>
    EDITIONS[slug]!.books.filter((book) => book.book_id === reference.book_id)
      .flatMap((book) => book.verses)
      .filter(({ chapter }) => reference.chapter === undefined || chapter === reference.chapter)
      .filter(({ verse }) => reference.verse === undefined || verse === reference.verse)
      .map(({ text }) => text),
  );

for (const engine of PAGE_ENGINES) {
  describe(`stack on ${engine}`, () => {
    const { lectern } = useInProcessServer({
      engine,
      settings: { LECTERN_QUEUE_ITEMS: '9', LECTERN_LIVES_PER_OWNER: '1000' },
    });
    let organization: TestOwner;
    let account: TestOwner;

    before(async () => {
      const { editions, administration } = lectern.installation;
      for (const edition of Object.values(EDITIONS)) await saveEdition(editions, edition);
      organization = await createTestOrganization(lectern);
      account = await createTestAccount(lectern);
      for (const slug of ENABLED) {
        await administration.enableEdition(slug, { organization: organization.id });
        await administration.enableEdition(slug, { account: account.id });
      }
    });

    const push = (controller: LiveController, reference: unknown, headers = {}) =>
      controller.send('POST', '/stack', { reference }, headers);
    const texts = async (controller: LiveController) => (await controller.items()).map(({ verse }) => verse.text);

    const PUSHES: [string, Reference, string[]][] = [
      ['a verse', { book_id: 1, chapter: 1, verse: 1, translation: 'one' }, ['one']],
      ['a verse after a gap in the numbers', { book_id: 1, chapter: 1, verse: 4, translation: 'zwei' }, ['zwei']],
      ['a chapter, with its gaps', { book_id: 1, chapter: 1, translation: 'one' }, ['one']],
      ['a chapter after a gap', { book_id: 1, chapter: 3, translation: 'one' }, ['one']],
      ['a book', { book_id: 1, translation: 'one' }, ['one']],
      ['a named translation instead of the configured ones', { book_id: 1, chapter: 1, translation: 'tres' }, ['tres']],
      ['a chapter in all configured ones', { book_id: 1, chapter: 1 }, ['tres', 'one', 'zwei']],
      ['a book in all configured ones', { book_id: 1 }, ['tres', 'one', 'zwei']],
      ['a verse that the first one lacks', { book_id: 1, chapter: 1, verse: 1 }, ['tres', 'one', 'zwei']],
      ['a verse that the last one lacks', { book_id: 1, chapter: 1, verse: 2 }, ['tres', 'one', 'zwei']],
      ['a book that one of them lacks', { book_id: 2 }, ['tres', 'one', 'zwei']],
      ['a chapter that only one has', { book_id: 1, chapter: 3 }, ['tres', 'one', 'zwei']],
    ];
    for (const [title, reference, translations] of PUSHES) {
      it(`[D17], [POST stack] when ${title} is pushed, then it is added in order`, async () => {
        const controller = await createLiveController(lectern, account, { translations: ['tres', 'one', 'zwei'] });
        await controller.push({ book_id: 2, translation: 'one' });
        const { sequence } = (await controller.get()).body;
        const body = await controller.push(reference);
        const expected = textsOf(reference, translations);
        assert.ok(expected.length > 0);
        assert.deepEqual(Object.keys(body).toSorted(), ['affected', 'data', 'live_id', 'sequence']);
        assert.deepEqual([body.live_id, body.sequence, body.affected], [controller.id, sequence + 1, expected.length]);
        assert.deepEqual(
          body.data.map((verse: { position: number; text: string }) => [verse.position, verse.text]),
          expected.map((text, index) => [1 + index, text]),
        );
        assert.deepEqual(await texts(controller), ['One Exodus', ...expected]);
      });
    }

    it('[Resources] when DisplayVerse and LiveStackVerse are read, then text, numbers, rights and attribution are those of their own edition', async () => {
      const controller = await createLiveController(lectern, organization, { translations: ENABLED });
      const { data } = await controller.push({ book_id: 1, chapter: 1 });
      const items = await controller.items();
      const display = (await controller.get('/display')).body;
      assert.equal(data.length, 6);
      for (const [index, { position, ...verse }] of data.entries()) {
        assert.deepEqual(Object.keys(verse).toSorted(), SHAPE);
        const { rights } = EDITIONS[verse.translation]!;
        assert.deepEqual([verse.rights, verse.attribution], [rights, rights.attribution]);
        assert.deepEqual([position, verse.book_id, verse.chapter], [index, 1, 1]);
        assert.match(verse.text, new RegExp(`^${verse.translation} 1:${verse.verse}$`, 'i'));
        assert.deepEqual(items[index]!.verse, verse);
        assert.deepEqual(display.verses[index], verse);
      }
    });

    it('[D28] when a slug is sent, then it is compared without case, and returned as it is', async () => {
      const controller = await createLiveController(lectern, account);
      const { data } = await controller.push({ book_id: 2, translation: 'OnE' });
      assert.equal(data[0].translation, 'one');
    });

    it('[D17] when verses are pushed, then their order is the configured one, also after it was changed', async () => {
      const controller = await createLiveController(lectern, account, { translations: ['one', 'tres'] });
      await controller.push({ book_id: 2 });
      await controller.send('PATCH', '/settings', { translations: ['tres', 'one'] });
      await controller.push({ book_id: 2 });
      assert.deepEqual(await texts(controller), ['One Exodus', 'Tres Êxodo', 'Tres Êxodo', 'One Exodus']);
    });

    it('[D17] when verses are pushed, then the Live shows them: from hidden after stopping, and a paused Live resumes', async () => {
      const controller = await createLiveController(lectern, organization);
      for (const steps of [[], [{ paused: true }], [{ status: 'stopped' }, { status: 'running' }]]) {
        for (const step of steps) await controller.play(step);
        await controller.push({ book_id: 2, translation: 'one' });
        const { status, paused, showing, type } = (await controller.get('/display')).body;
        assert.deepEqual([status, paused, showing, type], ['running', false, true, 'scripture']);
      }
    });

    const REFUSALS: [string, unknown, number, string][] = [
      ['unknown book', { book_id: 999, translation: 'one' }, 422, 'invalid_reference'],
      ['book zero', { book_id: 0, translation: 'one' }, 422, 'invalid_reference'],
      ['book that the edition lacks', { book_id: 3, translation: 'one' }, 422, 'invalid_reference'],
      ['chapter that the edition lacks', { book_id: 1, chapter: 2, translation: 'one' }, 422, 'invalid_reference'],
      [
        'verse that the edition lacks',
        { book_id: 1, chapter: 1, verse: 3, translation: 'one' },
        422,
        'invalid_reference',
      ],
      ['verse that no configured one has', { book_id: 1, chapter: 1, verse: 3 }, 422, 'invalid_reference'],
      ['negative chapter', { book_id: 1, chapter: -1, translation: 'one' }, 422, 'invalid_reference'],
      ['unknown translation', { book_id: 1, translation: 'nope' }, 422, 'invalid_reference'],
      ['translation that is no slug', { book_id: 1, translation: '../one' }, 422, 'invalid_reference'],
      ['translation not enabled', { book_id: 1, translation: 'vier' }, 403, 'edition_not_enabled'],
      ['book as text', { book_id: '1', translation: 'one' }, 422, 'invalid_fields'],
      ['book as fraction', { book_id: 1.5, translation: 'one' }, 422, 'invalid_fields'],
      ['no book', { chapter: 1, translation: 'one' }, 422, 'invalid_fields'],
      ['chapter null', { book_id: 1, chapter: null, translation: 'one' }, 422, 'invalid_fields'],
      ['translation list', { book_id: 1, translation: ['one'] }, 422, 'invalid_fields'],
      ['unknown field', { book_id: 1, translation: 'one', end_verse: 2 }, 422, 'invalid_fields'],
      ['reference as text', 'John 3:16', 422, 'invalid_fields'],
      ['no reference', undefined, 422, 'invalid_fields'],
    ];
    it('[POST stack] when a push is refused, then nothing is added and nothing changes', async () => {
      const controller = await createLiveController(lectern, organization, { translations: ['one', 'zwei'] });
      await controller.push({ book_id: 2, translation: 'one' });
      await controller.play({ paused: true });
      for (const [, reference, status, code] of REFUSALS)
        await controller.refused(status, code, () => push(controller, reference));
      await controller.refused(422, 'invalid_fields', () =>
        controller.send('POST', '/stack', { reference: { book_id: 1 }, replace: true }),
      );
      const verseAlone = await push(controller, { book_id: 1, verse: 1, translation: 'one' });
      assert.equal(verseAlone.status, 422, 'a verse without a chapter is invalid');
    });

    it('[POST stack] when no translation is configured, then a push is 409 translations_not_configured; with a translation it works', async () => {
      const controller = await createLiveController(lectern, account);
      await controller.refused(409, 'translations_not_configured', () => push(controller, { book_id: 1 }));
      // Wrong whatever is configured.
      await controller.refused(422, 'invalid_reference', () => push(controller, { book_id: 1, verse: 1 }));
      await controller.push({ book_id: 2, translation: 'one' });
      await controller.send('PATCH', '/settings', { translations: [] });
      await controller.refused(409, 'translations_not_configured', () => push(controller, { book_id: 1 }));
    });

    it('[POST stack], [D29] when library access is lost, then a push is refused at once, and what is queued stays', async () => {
      const { administration } = lectern.installation;
      const owner = await createTestOrganization(lectern);
      const subject = { organization: owner.id };
      for (const slug of ['one', 'tres']) await administration.enableEdition(slug, subject);
      const controller = await createLiveController(lectern, owner, { translations: ['one', 'tres'] });
      await controller.push({ book_id: 2 });
      await administration.disableEdition('tres', subject);
      for (const reference of [{ book_id: 2 }, { book_id: 2, translation: 'tres' }]) {
        await controller.refused(403, 'edition_not_enabled', () => push(controller, reference));
      }
      await controller.push({ book_id: 2, translation: 'one' });
      await administration.enableEdition('tres', subject);
      await controller.push({ book_id: 2 });
      assert.deepEqual(await texts(controller), ['One Exodus', 'Tres Êxodo', 'One Exodus', 'One Exodus', 'Tres Êxodo']);
    });

    it('[D17] when a push is refused with queue_full, then nothing is added; what just fits is added', async () => {
      const controller = await createLiveController(lectern, account, { translations: ['one', 'zwei'] });
      await controller.push({ book_id: 1, chapter: 1 });
      await controller.refused(409, 'queue_full', () => push(controller, { book_id: 1, chapter: 1 }));
      assert.equal((await controller.items()).length, 5);
      await controller.push({ book_id: 1, translation: 'one' });
      await controller.refused(409, 'queue_full', () => push(controller, { book_id: 2, translation: 'one' }));
      const [first] = await controller.items();
      assert.equal((await controller.send('DELETE', `/queue-items/${first!.id}`)).status, 204);
      await controller.push({ book_id: 2, translation: 'one' });
      assert.equal((await controller.items()).length, 9);
    });

    it('[POST stack] when the Live is stopped, then a push is 409 live_stopped', async () => {
      const controller = await createLiveController(lectern, organization, { translations: ['one'] });
      await controller.push({ book_id: 2 });
      await controller.play({ status: 'stopped' });
      await controller.refused(409, 'live_stopped', () => push(controller, { book_id: 2 }));
      await controller.play({ status: 'running' });
      await controller.push({ book_id: 2 });
    });

    it('[Authentication] when a token pushes, then it needs both scopes; when it clears, then live.update alone is enough', async () => {
      const controller = await createLiveController(lectern, organization, { translations: ['one'] });
      const { administration } = lectern.installation;
      const holder = async (scopes: string[]) => {
        const { token } = await administration.createToken({ subject: { organization: organization.id }, scopes });
        return api(lectern, { ...organization, token });
      };
      const body = { reference: { book_id: 2 } };
      for (const scopes of [
        ['live.update', 'live.get'],
        ['translation.read', 'live.get'],
      ]) {
        const client = await holder(scopes);
        await controller.refused(403, 'insufficient_scope', async () => {
          const response = await client.request('POST', `${controller.path}/stack`, {
            body,
            headers: { 'if-match': controller.etag },
          });
          const named = /scope="([^"]*)"/.exec(response.headers.get('www-authenticate') ?? '')?.[1]?.split(' ');
          assert.deepEqual(named?.toSorted(), ['live.update', 'translation.read']);
          return response;
        });
      }
      const pusher = await holder(['live.update', 'translation.read']);
      const pushed = await pusher.request('POST', `${controller.path}/stack`, {
        body,
        headers: { 'if-match': controller.etag },
      });
      assert.equal(pushed.status, 200);
      const clearer = await holder(['live.update']);
      const cleared = await clearer.request('DELETE', `${controller.path}/stack`, {
        headers: { 'if-match': pushed.etag! },
      });
      assert.deepEqual([cleared.status, cleared.body.affected], [200, 1]);
    });

    it('[D9] when push or clear has an Idempotency-Key, then the response is 422 idempotency_unsupported', async () => {
      const controller = await createLiveController(lectern, account, { translations: ['one'] });
      await controller.push({ book_id: 2 });
      const key = { 'idempotency-key': 'a-key' };
      await controller.refused(422, 'idempotency_unsupported', () => push(controller, { book_id: 2 }, key));
      await controller.refused(422, 'idempotency_unsupported', () =>
        controller.send('DELETE', '/stack', undefined, key),
      );
    });

    it('[Endpoints] when push or clear has no If-Match, then 428; stale, then 412; malformed, weak, wildcard or a list, then 422', async () => {
      const controller = await createLiveController(lectern, account, { translations: ['one'] });
      const stale = controller.etag;
      await controller.push({ book_id: 2 });
      const { etag } = controller;
      const headers: [string | null, number, string][] = [
        [null, 428, 'validator_required'],
        [stale, 412, 'stale_validator'],
        ['*', 422, 'invalid_validator'],
        [`W/${etag}`, 422, 'invalid_validator'],
        [`${etag}, ${stale}`, 422, 'invalid_validator'],
        ['tag', 422, 'invalid_validator'],
      ];
      for (const [header, status, code] of headers) {
        await controller.refused(status, code, () => push(controller, { book_id: 2 }, { 'if-match': header }));
        await controller.refused(status, code, () =>
          controller.send('DELETE', '/stack', undefined, { 'if-match': header }),
        );
      }
    });

    const STATES: [string, Record<string, unknown>[]][] = [
      ['running', []],
      ['paused', [{ paused: true }]],
      ['stopped', [{ status: 'stopped' }]],
      ['stopped and paused', [{ status: 'stopped', paused: true }]],
    ];
    for (const [title, steps] of STATES) {
      it(`[DELETE stack], [D15] when a ${title} Live is cleared, even an empty one, then it is hidden, not paused, and keeps its status`, async () => {
        for (const count of [0, 4]) {
          const controller = await createLiveController(lectern, organization);
          if (count > 0) await controller.push({ book_id: 1, translation: 'one' });
          for (const step of steps) await controller.play(step);
          const { sequence, status } = (await controller.get('/playback')).body;
          const before = controller.etag;
          const response = await controller.send('DELETE', '/stack');
          assert.equal(response.status, 200);
          assert.deepEqual(response.body, {
            live_id: controller.id,
            sequence: sequence + 1,
            affected: count,
            data: [],
          });
          assert.notEqual(response.etag, before);
          const display = (await controller.get('/display')).body;
          assert.deepEqual(
            [display.status, display.paused, display.showing, display.type, display.verses],
            [status, false, false, 'empty', []],
          );
          assert.deepEqual(await controller.items(), []);
          assert.equal((await controller.get()).body.mode, 'reader');
        }
      });
    }

    it('[D30] when an edition is imported again, then queued verses stay as they were, and new pushes have the new text', async () => {
      const { editions, administration } = lectern.installation;
      const version = (text: string) => {
        const edition = smallEdition('moving', { 1: { 1: { 1: text } } });
        return { ...edition, rights: { ...edition.rights, attribution: `Credit of ${text}` } };
      };
      await saveEdition(editions, version('old'));
      await administration.enableEdition('moving', { account: account.id });
      const controller = await createLiveController(lectern, account, { translations: ['moving'] });
      await controller.push({ book_id: 1 });
      const [before] = await controller.items();
      await saveEdition(editions, version('new'));
      assert.deepEqual(await controller.items(), [before]);
      await controller.push({ book_id: 1 });
      await lectern.restart();
      const items = await controlLive(lectern, account, controller.id, controller.etag).items();
      assert.deepEqual(items[0], before);
      assert.deepEqual(
        items.map(({ verse }) => [verse.text, verse.attribution, verse.rights.attribution]),
        ['old', 'new'].map((text) => [text, `Credit of ${text}`, `Credit of ${text}`]),
      );
    });
  });

  it(`[D17] when the size of the queue is not configured, then it takes 5,000 items by default on ${engine}`, async () => {
    await using lectern = await startTestLectern(engine);
    const verses = Object.fromEntries(Array.from({ length: 2_500 }, (_, index) => [index + 1, `Verse ${index + 1}`]));
    await saveEdition(
      lectern.installation.editions,
      smallEdition('large', { 1: { 1: verses }, 2: { 1: { 1: 'One' } } }),
    );
    const owner = await createTestOrganization(lectern);
    await lectern.installation.administration.enableEdition('large', { organization: owner.id });
    const controller = await createLiveController(lectern, owner, { translations: ['large'] });
    for (const first of [0, 2_500]) {
      const body = await controller.push({ book_id: 1 });
      assert.deepEqual(
        [body.affected, body.data[0].position, body.data.at(-1).position],
        [2_500, first, first + 2_499],
      );
    }
    await controller.refused(409, 'queue_full', () => controller.send('POST', '/stack', { reference: { book_id: 2 } }));
    const cleared = await controller.send('DELETE', '/stack');
    assert.equal(cleared.body.affected, 5_000);
  });
}
