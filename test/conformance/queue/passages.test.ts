import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { saveEdition } from '../../../src/editions/save-edition.ts';
import { type ApiResponse, api, type JsonDocument } from '../../support/requests/api.ts';
import { createLiveController, type LiveController } from '../../support/requests/live-controller.ts';
import {
  createTestAccount,
  createTestOrganization,
  PAGE_ENGINES,
  smallEdition,
  type TestOwner,
} from '../../support/server/lectern.ts';
import { useInProcessServer } from '../../support/server/suite-server.ts';

/** Contents of the editions, by three-letter code: chapter → verses. Each text names its number. */
const BOOKS: Record<string, Record<number, number[]>> = {
  GEN: { 1: [1, 2, 3], 2: [1] },
  JHN: { 3: [14, 15, 16, 17, 18, 36], 4: [1, 2, 3], 5: [1] },
  '1CO': { 13: [3, 4, 5, 6, 7, 8] },
  JUD: { 1: [4, 5, 6] },
  // Chapters that end later in German editions than in English ones.
  PSA: { 51: [17, 18, 19, 20, 21] },
  JOL: { 2: [27], 3: [5], 4: [1, 21] },
  JON: { 2: [10, 11] },
  MAL: { 3: [13, 18, 19, 24] },
};

/** "JHN 3:16-18 4:1" → the texts "JHN 3:16", … "JHN 4:1". */
function textsOf(short: string): string[] {
  const [code, ...parts] = short.split(' ');
  return parts.flatMap((part) => {
    const [chapter, span] = part.split(':') as [string, string];
    const [first, last = first] = span.split('-').map(Number) as [number, number?];
    const verses = BOOKS[code!]![Number(chapter)]!.filter((verse) => verse >= first && verse <= last!);
    return verses.map((verse) => `${code} ${chapter}:${verse}`);
  });
}

/** Typed in English, Portuguese or German. [D19], [D32] */
const TYPED: [string, string][] = [
  ['John 3:16', 'JHN 3:16'],
  ['John 3:16-18', 'JHN 3:16-18'],
  ['john 3:17–4:2', 'JHN 3:17-36 4:1-2'],
  ['John 3-4', 'JHN 3:14-36 4:1-3'],
  ['John 3', 'JHN 3:14-36'],
  ['jn 3 16', 'JHN 3:16'],
  ['1 co 13.4-7', '1CO 13:4-7'],
  ['First Corinthians 13:4-7', '1CO 13:4-7'],
  ['Genesis', 'GEN 1:1-3 2:1'],
  ['Jude 5', 'JUD 1:5'],
  ['João 3,16', 'JHN 3:16'],
  ['João 3.16-18', 'JHN 3:16-18'],
  ['Jo 3,16', 'JHN 3:16'],
  ['1 Coríntios 13:4-7', '1CO 13:4-7'],
  ['Gênesis 1', 'GEN 1:1-3'],
  ['Johannes 3,16', 'JHN 3:16'],
  ['Johannes 3,17-4,2', 'JHN 3:17-36 4:1-2'],
  ['1. Mose 1', 'GEN 1:1-3'],
  ['1. Korinther 13,4-7', '1CO 13:4-7'],
  // An open end is where the edition's chapter or book ends.
  ['John 3:17ff', 'JHN 3:17-36'],
  ['João 3.17ss', 'JHN 3:17-36'],
  ['João 3.17s', 'JHN 3:17-18'],
  ['Ps 51,18ff', 'PSA 51:18-21'],
  ['Mal 3,13ff', 'MAL 3:13-24'],
  ['Joel 2ff', 'JOL 2:27 3:5 4:1-21'],
  ['Jona 2,11ff', 'JON 2:11'],
  // Chapters in Roman numerals.
  ['john iii 16', 'JHN 3:16'],
  ['1 Cor. xiii, 4-7', '1CO 13:4-7'],
  ['Johannes III', 'JHN 3:14-36'],
  ['John v 1', 'JHN 5:1'],
  ['Jude v. 5', 'JUD 1:5'],
];

/** Numbers without `book_id`, all of John. */
const NUMBERS: [Record<string, number>, string][] = [
  [{ chapter: 3 }, 'JHN 3:14-36'],
  [{ chapter: 3, verse: 16 }, 'JHN 3:16'],
  [{ chapter: 3, verse: 16, end_verse: 16 }, 'JHN 3:16'],
  [{ chapter: 3, verse: 16, end_verse: 18 }, 'JHN 3:16-18'],
  [{ chapter: 3, verse: 16, end_verse: 30 }, 'JHN 3:16-18'],
  [{ chapter: 3, end_chapter: 3 }, 'JHN 3:14-36'],
  [{ chapter: 3, verse: 17, end_chapter: 3 }, 'JHN 3:17-36'],
  [{ chapter: 3, end_chapter: 4 }, 'JHN 3:14-36 4:1-3'],
  [{ chapter: 3, verse: 18, end_chapter: 4 }, 'JHN 3:18-36 4:1-3'],
  [{ chapter: 3, verse: 18, end_chapter: 4, end_verse: 2 }, 'JHN 3:18-36 4:1-2'],
  [{ chapter: 3, verse: 18, end_chapter: 5, end_verse: 1 }, 'JHN 3:18-36 4:1-3 5:1'],
  [{ chapter: 3, verse: 16, end_chapter: 3, end_verse: 17 }, 'JHN 3:16-17'],
];

for (const engine of PAGE_ENGINES) {
  describe(`passages and focus on ${engine}`, () => {
    const { lectern } = useInProcessServer({
      engine,
      settings: { LECTERN_LIVES_PER_OWNER: '1000', LECTERN_QUEUE_ITEMS: '20' },
    });
    let organization: TestOwner;
    let account: TestOwner;
    const bookIds: Record<string, number> = {};

    before(async () => {
      const { editions, administration } = lectern.installation;
      organization = await createTestOrganization(lectern);
      account = await createTestAccount(lectern);
      const books = await api(lectern, account).get('/v1/books?limit=100');
      for (const { id, code } of books.body.data) bookIds[code] = id;
      const content = (mark: string, codes: string[]) =>
        Object.fromEntries(
          codes.map((code) => [
            bookIds[code]!,
            Object.fromEntries(
              Object.entries(BOOKS[code]!).map(([chapter, verses]) => [
                chapter,
                Object.fromEntries(verses.map((verse) => [verse, `${mark}${code} ${chapter}:${verse}`])),
              ]),
            ),
          ]),
        );
      await saveEdition(editions, smallEdition('one', content('', Object.keys(BOOKS))));
      await saveEdition(editions, smallEdition('zwei', content('Zwei ', ['JHN']), { language: 'de' }));
      await saveEdition(editions, smallEdition('fremd', content('Fremd ', ['JHN']), { language: 'de' }));
      for (const slug of ['one', 'zwei']) {
        await administration.enableEdition(slug, { organization: organization.id });
        await administration.enableEdition(slug, { account: account.id });
      }
    });

    const open = (owner: TestOwner, ...translations: string[]) =>
      createLiveController(lectern, owner, { translations });
    const attempt = (controller: LiveController, body: object, headers = {}) =>
      controller.send('POST', '/passages', body, headers);
    const push = async (controller: LiveController, body: object) => {
      const response = await attempt(controller, body);
      assert.equal(response.status, 200, JSON.stringify([body, response.body]));
      return response.body;
    };
    const texts = async (controller: LiveController): Promise<string[]> =>
      (await controller.items()).map(({ verse }) => verse.text);
    const ids = async (controller: LiveController) => (await controller.items()).map(({ id }) => id);
    const john = (numbers: object) => ({ book_id: bookIds.JHN, ...numbers });

    describe('passages', () => {
      it('[D50], [D32] when a passage is pushed as typed, in English, Portuguese and German, then it is one change', async () => {
        const controller = await open(organization, 'one');
        for (const [passage, short] of TYPED) {
          await controller.send('DELETE', '/stack');
          const { sequence } = (await controller.get()).body;
          const body = await push(controller, { passage });
          const expected = textsOf(short);
          assert.deepEqual(
            [body.live_id, body.sequence, body.affected],
            [controller.id, sequence + 1, expected.length],
            passage,
          );
          assert.deepEqual(await texts(controller), expected, passage);
        }
      });

      it('[D50] when a passage is pushed in numbers, with every meaningful combination, then its verses are added', async () => {
        const controller = await open(account, 'one');
        for (const [numbers, short] of NUMBERS) {
          await controller.send('DELETE', '/stack');
          const body = await push(controller, { passage: john(numbers) });
          assert.deepEqual(
            body.data.map((verse: { text: string; position: number }) => [verse.position, verse.text]),
            textsOf(short).map((text, position) => [position, text]),
            JSON.stringify(numbers),
          );
          assert.deepEqual(await texts(controller), textsOf(short));
        }
      });

      it('[D50] when a passage is pushed, then it is appended, or it replaces the queue as one change, with new ids', async () => {
        const controller = await open(organization, 'one');
        await push(controller, { passage: 'John 3:16' });
        await push(controller, { passage: 'John 3:17', replace: false });
        assert.deepEqual(await texts(controller), textsOf('JHN 3:16-17'));
        const before = await ids(controller);
        await controller.play({ paused: true });
        const { sequence } = (await controller.get()).body;
        const body = await push(controller, { passage: 'John 3:16-18', replace: true });
        assert.deepEqual([body.sequence, body.affected, body.data[0].position], [sequence + 1, 3, 0]);
        assert.deepEqual(await texts(controller), textsOf('JHN 3:16-18'));
        const after = await ids(controller);
        assert.equal(new Set([...before, ...after]).size, 5);
        const { showing, paused, type } = (await controller.get('/display')).body;
        assert.deepEqual([showing, paused, type], [true, false, 'scripture']);
        assert.equal((await push(controller, { passage: 'Genesis 1', replace: true })).sequence, sequence + 2);
      });

      it('[D50], [D17] when translations are listed, then these are used, else the configured ones: all of the first, then of the next', async () => {
        const controller = await open(account, 'one', 'zwei');
        const passage = 'John 3:16-17';
        const [one, zwei] = [textsOf('JHN 3:16-17'), textsOf('JHN 3:16-17').map((text) => `Zwei ${text}`)];
        for (const [translations, expected] of [
          [undefined, [...one, ...zwei]],
          [
            ['zwei', 'one'],
            [...zwei, ...one],
          ],
          [['ZWEI'], zwei],
        ] as const) {
          await push(controller, { passage, replace: true, ...(translations && { translations }) });
          assert.deepEqual(await texts(controller), expected);
        }
        await push(controller, { passage: 'Genesis 1:1', replace: true });
        assert.deepEqual(await texts(controller), ['GEN 1:1'], 'what an edition lacks is skipped');
      });

      it('[D50] when a push is refused, even a replacing one, then nothing changes', async () => {
        const controller = await open(organization, 'one', 'zwei');
        await push(controller, { passage: 'John 3:16' });
        await controller.play({ paused: true });
        const reference = [422, 'invalid_reference'] as const;
        const fields = [422, 'invalid_fields'] as const;
        const refusals: [object, readonly [number, string]][] = [
          [{ passage: 'Ju 1' }, reference],
          [{ passage: 'Jo 3:16' }, reference],
          [{ passage: 'hello world' }, reference],
          [{ passage: '3:16' }, reference],
          [{ passage: '!!!' }, reference],
          [{ passage: ' ' }, reference],
          [{ passage: 'John 99' }, reference],
          [{ passage: 'John 3:99' }, reference],
          [{ passage: 'John 3:99ff' }, reference],
          [{ passage: 'John viii 3' }, reference],
          [{ passage: 'John verse 3' }, reference],
          [{ passage: 'Romans 8' }, reference],
          [{ passage: john({ chapter: 3, verse: 18, end_verse: 16 }) }, reference],
          [{ passage: john({ chapter: 4, end_chapter: 3 }) }, reference],
          [{ passage: john({ chapter: 4, verse: 1, end_chapter: 3, end_verse: 16 }) }, reference],
          [{ passage: john({ chapter: 6 }) }, reference],
          [{ passage: john({ chapter: 3, verse: 19, end_verse: 30 }) }, reference],
          [{ passage: { book_id: 999, chapter: 1 } }, reference],
          [{ passage: 'John 3:16', translations: ['nope'] }, reference],
          [{ passage: 'John 3:16', translations: ['one', 'nope'] }, reference],
          [{ passage: 'John 3:16', translations: ['fremd'] }, [403, 'edition_not_enabled']],
          [{ passage: 'John 3:16', translations: ['one', 'fremd'] }, [403, 'edition_not_enabled']],
          [{ passage: '' }, fields],
          [{ passage: null }, fields],
          [{ passage: ['John 3:16'] }, fields],
          [{ passage: [] }, fields],
          [{ passage: Array.from({ length: 21 }, () => john({ chapter: 3, verse: 16 })) }, fields],
          [{ passage: [john({ chapter: 3, verse: 16 }), { book_id: 43 }] }, fields],
          [{ passage: [john({ chapter: 3, verse: 16 }), john({ chapter: 3, verse: 99 })] }, reference],
          [{ passage: [john({ chapter: 3, verse: 18, end_verse: 16 }), john({ chapter: 3 })] }, reference],
          [{ passage: 'John 3:16, 99' }, reference],
          [{ passage: 'John 3:16-99' }, reference],
          [{ passage: john({ chapter: 3, verse: 16, end_verse: 99 }) }, reference],
          [{ passage: 43 }, fields],
          [{}, fields],
          [{ passage: 'John 3:16', translation: 'one' }, fields],
          [{ passage: 'John 3:16', translations: 'one' }, fields],
          [{ passage: 'John 3:16', replace: 'true' }, fields],
          [{ passage: john({}) }, fields],
          [{ passage: john({ verse: 16 }) }, fields],
          [{ passage: john({ chapter: '3' }) }, fields],
          [{ passage: john({ chapter: 3, translation: 'one' }) }, fields],
          [{ passage: { chapter: 3 } }, fields],
        ];
        for (const [body, [status, code]] of refusals) {
          for (const replace of 'replace' in body ? [{}] : [{}, { replace: true }]) {
            await controller.refused(status, code, () => attempt(controller, { ...body, ...replace }));
          }
        }
        const long = await attempt(controller, { passage: `John 3:16${' '.repeat(200)}` });
        assert.equal(long.status, 422, 'a typed reference has 1 to 200 characters');
        const { body } = await attempt(controller, { passage: '' });
        assert.deepEqual(body.errors, [{ pointer: '/passage', message: 'must NOT have fewer than 1 characters' }]);
      });

      it('[D50] when a list of ranges is pushed, then it is one change: all of them in the first translation, then in the next', async () => {
        const controller = await open(organization, 'one', 'zwei');
        const { sequence } = (await controller.get('/display')).body;
        const passage = [john({ chapter: 4, verse: 1 }), john({ chapter: 3, verse: 16, end_verse: 17 })];
        const response = await attempt(controller, { passage });
        assert.equal(response.status, 200, JSON.stringify(response.body));
        assert.equal(response.body.sequence, sequence + 1);
        const pushed = response.body.data.map(
          ({ translation, chapter, verse }: JsonDocument) => `${translation} ${chapter}:${verse}`,
        );
        assert.deepEqual(pushed, ['one 4:1', 'one 3:16', 'one 3:17', 'zwei 4:1', 'zwei 3:16', 'zwei 3:17']);
        assert.equal(response.body.affected, 6);
        const typed = await attempt(controller, { passage: 'John 4:1; 3:16-17', replace: true });
        assert.deepEqual(
          typed.body.data.map(({ text }: JsonDocument) => text),
          response.body.data.map(({ text }: JsonDocument) => text),
        );
        assert.equal((await controller.send('POST', '/undo', {})).body.data.length, 6, 'one change to undo');
        const wrong = await attempt(controller, { passage: [john({ chapter: 3 }), { book_id: 43 }] });
        assert.deepEqual(wrong.body.errors, [{ pointer: '/passage/1/chapter', message: 'is required' }]);
        const hanging = await attempt(controller, {
          passage: [john({ chapter: 3 }), john({ chapter: 3, end_verse: 4 })],
        });
        assert.deepEqual(hanging.body.errors, [{ pointer: '/passage/1/verse', message: 'is required with end_verse' }]);
        const twenty = await attempt(controller, {
          passage: Array.from({ length: 20 }, () => john({ chapter: 3, verse: 16 })),
          translations: ['one'],
          replace: true,
        });
        assert.equal(twenty.body.affected, 20);
      });

      it('[D50] when numbers end in a verse but begin with none, then the whole range is added, or they are refused', async () => {
        for (const [numbers, short] of [
          [{ chapter: 3, end_verse: 17 }, 'JHN 3:14-17'],
          [{ chapter: 3, end_chapter: 4, end_verse: 2 }, 'JHN 3:14-36 4:1-2'],
        ] as const) {
          const controller = await open(account, 'one');
          const response = await attempt(controller, { passage: john(numbers) });
          if (response.status === 200) assert.deepEqual(await texts(controller), textsOf(short));
          else
            assert.deepEqual(
              [response.status, response.body.code, await texts(controller)],
              [422, 'invalid_reference', []],
            );
        }
      });

      it('[D17] when none is configured, then it is 409; when the queue is full, then it is 409 and nothing is added; replaced ones do not count', async () => {
        const bare = await open(organization);
        await bare.refused(409, 'translations_not_configured', () => attempt(bare, { passage: 'John 3:16' }));
        const controller = await open(organization, 'one', 'zwei');
        const [first, second] = ['John 3:16-4:2', 'John 3'];
        await push(controller, { passage: first });
        await push(controller, { passage: 'John 3:36-4:2', translations: ['one'] });
        await controller.refused(409, 'queue_full', () => attempt(controller, { passage: second }));
        const list = [john({ chapter: 4, verse: 1 }), john({ chapter: 3 })];
        await controller.refused(409, 'queue_full', () => attempt(controller, { passage: list }));
        await push(controller, { passage: first, replace: true });
      });

      it('[States] when a Live is stopped, then a push is 409, even a replacing one', async () => {
        const controller = await open(account, 'one');
        await push(controller, { passage: 'John 3:16' });
        await controller.play({ status: 'stopped' });
        for (const replace of [false, true]) {
          await controller.refused(409, 'live_stopped', () => attempt(controller, { passage: 'John 3:17', replace }));
        }
      });

      it('[D50] when a passage is pushed, then both scopes and If-Match are needed', async () => {
        const controller = await open(organization, 'one');
        const body = { passage: 'John 3:16' };
        const stale = controller.etag;
        await controller.play({ paused: false });
        for (const [header, status, code] of [
          [null, 428, 'validator_required'],
          [stale, 412, 'stale_validator'],
          ['*', 422, 'invalid_validator'],
        ] as const) {
          await controller.refused(status, code, () => attempt(controller, body, { 'if-match': header }));
        }
        for (const scopes of [['live.update'], ['translation.read']]) {
          const subject = { organization: organization.id };
          const { token } = await lectern.installation.administration.createToken({ subject, scopes });
          const client = api(lectern, { ...organization, token });
          await controller.refused(403, 'insufficient_scope', () =>
            client.post(`${controller.path}/passages`, body, { ifMatch: controller.etag }),
          );
        }
      });
    });

    describe('focus', () => {
      const focusOf = async (controller: LiveController): Promise<string | null> => {
        const response = await controller.get('/focus');
        const { sequence, item_id } = response.body;
        assert.deepEqual(response.body, { live_id: controller.id, sequence, item_id, lines: 1, part: 0 });
        const live = await controller.get();
        assert.deepEqual([response.etag, sequence], [live.etag, live.body.sequence]);
        return item_id;
      };
      const focus = (controller: LiveController, item_id: unknown, headers = {}): Promise<ApiResponse> =>
        controller.send('PATCH', '/focus', { item_id }, headers);
      const remove = async (controller: LiveController, id: string) =>
        assert.equal((await controller.send('DELETE', `/queue-items/${id}`)).status, 204);
      const filled = async (owner = account) => {
        const controller = await open(owner, 'one');
        await push(controller, { passage: 'John 3:14-18' });
        return { controller, all: await ids(controller) };
      };

      it('[D51] when the queue is empty, then focus is null; after a push, it is the first of the latest push', async () => {
        const controller = await open(organization, 'one');
        assert.equal(await focusOf(controller), null);
        await push(controller, { passage: 'John 3:16-18' });
        assert.equal(await focusOf(controller), (await ids(controller))[0]);
        await controller.push({ book_id: bookIds.GEN, chapter: 1 });
        assert.equal(await focusOf(controller), (await ids(controller))[3]);
        await push(controller, { passage: 'John 4', replace: true });
        assert.equal(await focusOf(controller), (await ids(controller))[0]);
        await controller.send('DELETE', '/stack');
        assert.equal(await focusOf(controller), null);
      });

      it('[D51] when PATCH sets focus, then it is kept through reorder, playback, settings and restart', async () => {
        const { controller, all } = await filled();
        const response = await focus(controller, all[2]);
        const { sequence } = (await controller.get()).body;
        const focused = { live_id: controller.id, sequence, item_id: all[2], lines: 1, part: 0 };
        assert.deepEqual([response.status, response.body], [200, focused]);
        assert.equal(response.etag, (await controller.get()).etag);
        const keeps: (() => Promise<ApiResponse>)[] = [
          () => controller.send('PUT', '/queue-items/order', { item_ids: all.toReversed() }),
          () => controller.send('PATCH', '/playback', { paused: true }),
          () => controller.send('PATCH', '/playback', { status: 'stopped' }),
          () => controller.send('PATCH', '/settings', { translations: [] }),
          () => controller.send('PATCH', '', { name: 'Other' }),
        ];
        for (const keep of keeps) {
          assert.equal((await keep()).status, 200);
          assert.equal(await focusOf(controller), all[2]);
        }
        await lectern.restart();
        assert.equal(await focusOf(controller.on(lectern)), all[2]);
      });

      it('[D51] when the item in focus is removed, then focus moves to the next, else to the last; when others are removed, it stays', async () => {
        const { controller, all } = await filled(organization);
        const [a, b, c, d, e] = all as [string, string, string, string, string];
        await focus(controller, c);
        await remove(controller, b);
        assert.equal(await focusOf(controller), c);
        await remove(controller, c);
        assert.equal(await focusOf(controller), d);
        await focus(controller, e);
        await remove(controller, e);
        assert.equal(await focusOf(controller), d);
        await remove(controller, a);
        assert.equal(await focusOf(controller), d);
        await remove(controller, d);
        assert.equal(await focusOf(controller), null);
      });

      it('[D51] when focus moves to "the next", then this is the next in the present order', async () => {
        const { controller, all } = await filled();
        const [a, b, c, d, e] = all as [string, string, string, string, string];
        await controller.send('PUT', '/queue-items/order', { item_ids: [e, a, d, b, c] });
        assert.equal(await focusOf(controller), a);
        await remove(controller, a);
        assert.equal(await focusOf(controller), d);
      });

      it('[D51] when an item is not of this queue, then the response is 422; If-Match works as on every write', async () => {
        const { controller, all } = await filled();
        const foreign = (await filled()).all[0];
        for (const id of [foreign, 'x', '', null, 3, undefined]) {
          await controller.refused(422, 'invalid_fields', () => focus(controller, id));
        }
        const stale = controller.etag;
        await focus(controller, all[1]);
        for (const [header, status, code] of [
          [null, 428, 'validator_required'],
          [stale, 412, 'stale_validator'],
          ['*', 422, 'invalid_validator'],
          [`W/${controller.etag}`, 422, 'invalid_validator'],
        ] as const) {
          await controller.refused(status, code, () => focus(controller, all[0], { 'if-match': header }));
        }
        assert.equal((await controller.get('/focus', { 'if-none-match': controller.etag })).status, 304);
      });

      it('[D51] when the documented shapes are read, then focus is not part of them', async () => {
        const { controller, all } = await filled();
        await focus(controller, all[3]);
        const { queue, reads } = await controller.everything();
        assert.deepEqual(Object.keys(queue[3]).toSorted(), ['id', 'position', 'verse']);
        const shapes = reads.slice(0, 4).map(({ body }: ApiResponse) => JSON.stringify(body));
        assert.ok(shapes.every((shape: string) => !/focus|item_id/.test(shape)));
      });
    });
  });
}
