import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { api, type JsonDocument } from '../../support/requests/api.ts';
import type { OperatorClient } from '../../support/requests/operator-client.ts';
import { createSnapshot } from '../../support/requests/presentation.ts';
import { PAGE_ENGINES, smallEdition } from '../../support/server/lectern.ts';
import { useInProcessServer } from '../../support/server/suite-server.ts';

const JOHN = 43;
const verses = (count: number, toText: (verse: number) => string) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [index + 1, toText(index + 1)]));
/** "One. Two. …" with about so many characters. */
const sentences = (count: number, word: string) => Array.from({ length: count }, () => `${word}.`).join(' ');
const LONG = sentences(60, 'Aaaaaaaaa');
const ENGLISH = smallEdition('eng', {
  [JOHN]: {
    3: verses(6, (verse) => (verse === 5 ? LONG : `English ${verse}`)),
    4: verses(2, (verse) => `Next ${verse}`),
  },
});
const GERMAN = smallEdition(
  'deu',
  { [JOHN]: { 3: verses(6, (verse) => `Deutsch ${verse}`), 4: verses(2, (verse) => `Dann ${verse}`) } },
  { language: 'de' },
);

async function readNow(live: OperatorClient): Promise<JsonDocument> {
  const { status, headers, body } = await live.call('GET', '/now');
  assert.equal(status, 200, JSON.stringify(body));
  assert.equal(headers.get('etag'), null, '[D55] no ETag header');
  return body;
}
const readPages = async (live: OperatorClient, query = ''): Promise<JsonDocument> => {
  const { status, body } = await live.call('GET', `/pages${query}`);
  assert.equal(status, 200, JSON.stringify(body));
  return body;
};

for (const engine of PAGE_ENGINES) {
  describe(`[D55] now and pages, on ${engine}`, () => {
    const world = useInProcessServer({ engine, editions: [ENGLISH, GERMAN] });
    const open = async (passage?: string, translations = ['eng', 'deu']): Promise<OperatorClient> => {
      const live = await world.openLive();
      await live.write('PATCH', '/settings', { translations });
      if (passage) await live.push(passage);
      return live;
    };

    it('when a Live is new, then now says that it has nothing, and who changed it', async () => {
      const live = await world.openLive({ name: 'Sunday' });
      const now = await readNow(live);
      const { etag, sequence, changed, ...rest } = now;
      assert.deepEqual([etag, sequence], [live.etag, 1]);
      assert.deepEqual([changed.by, changed.operation], ['Command line', 'updateSettings'], 'the name of the token');
      assert.ok(Math.abs(Date.parse(changed.at) - Date.now()) < 60_000);
      assert.deepEqual(rest, {
        live_id: live.liveId,
        organization_id: live.owner.id,
        name: 'Sunday',
        status: 'running',
        mode: 'reader',
        paused: false,
        showing: false,
        protected: false,
        translations: ['eng'],
        queue: { revision: rest.queue.revision, items: 0, lines: 0, pages: 0, page: null },
        focus: null,
        previous: null,
        next: null,
        slide: null,
        returns: false,
        stage: null,
        plan: null,
        undo: null,
      });
    });

    it('when verses of two translations are pushed, then focus, previous and next are pages of them', async () => {
      const live = await open('John 3:2-4');
      const { items } = await live.readQueue();
      await live.write('PATCH', '/focus', { item_id: items[1]!.id });
      const now = await readNow(live);
      assert.deepEqual(now.queue, { revision: now.queue.revision, items: 6, lines: 3, pages: 3, page: 1 });
      assert.deepEqual(now.focus, {
        item_id: items[1]!.id,
        position: 1,
        lines: 1,
        part: 0,
        parts: 1,
        reference: 'John 3:3',
        passages: [{ book_id: 43, chapter: 3, verse: 3 }],
        texts: [
          {
            translation: 'eng',
            language: 'en',
            language_tag: 'en',
            text: 'English 3',
            attribution: 'eng, public domain',
          },
          {
            translation: 'deu',
            language: 'de',
            language_tag: 'de',
            text: 'Deutsch 3',
            attribution: 'deu, public domain',
          },
        ],
      });
      assert.deepEqual(now.previous, { item_id: items[0]!.id, reference: 'John 3:2', text: 'English 2', queued: true });
      assert.deepEqual(now.next, { item_id: items[2]!.id, reference: 'John 3:4', text: 'English 4', queued: true });
      assert.equal(now.showing, true);
    });

    it('[D54] when a page takes several lines, then texts and reference are those of all of them', async () => {
      const live = await open('John 3:1-4');
      await live.write('PATCH', '/paging', { lines: 3 });
      const now = await readNow(live);
      assert.deepEqual([now.focus.lines, now.focus.reference, now.queue.pages], [3, 'John 3:1-3', 2]);
      assert.deepEqual(now.focus.texts[0].text, 'English 1 English 2 English 3');
      assert.deepEqual([now.next.reference, now.next.text], ['John 3:4', 'English 4']);
    });

    it('[D54] when a page begins within a usual one, then its number is that of the page with its first line', async () => {
      const live = await open('John 3:1-4');
      await live.write('PATCH', '/paging', { lines: 2 });
      const { items } = await live.readQueue();
      await live.write('PATCH', '/focus', { item_id: items[3]!.id, lines: 1 });
      const now = await readNow(live);
      assert.deepEqual([now.queue.page, now.queue.pages], [1, 2]);
      assert.deepEqual([now.previous.item_id, now.previous.reference], [items[2]!.id, 'John 3:3']);
    });

    it('[D54] when a line is split, then each part is a page', async () => {
      const live = await open('John 3:4-6', ['eng']);
      const { items } = await live.readQueue();
      const { total, data } = await readPages(live);
      const { parts } = data[1];
      assert.ok(parts > 1);
      assert.equal(total, 2 + parts);
      await live.write('PATCH', '/focus', { item_id: items[1]!.id, part: parts - 1 });
      const now = await readNow(live);
      assert.deepEqual([now.queue.page, now.focus.part, now.focus.parts], [parts, parts - 1, parts]);
      assert.ok(LONG.endsWith(now.focus.texts[0].text) && now.focus.texts[0].text.length < LONG.length);
      assert.equal(now.previous.item_id, items[1]!.id);
      assert.equal(now.next.reference, 'John 3:6');
      assert.deepEqual(
        data.map((page: JsonDocument) => page.part),
        [0, ...Array.from({ length: parts }, (_, part) => part), 0],
      );
    });

    it('when the page is the last of the queue, then next is the next page of the book, which is not queued', async () => {
      const live = await open('John 3:6');
      await live.write('PATCH', '/paging', { lines: 2 });
      assert.deepEqual((await readNow(live)).next, {
        item_id: null,
        reference: 'John 4:1-2',
        text: 'Next 1 Next 2',
        queued: false,
      });
      const stepped = await live.write('POST', '/step', { by: 1, beyond: true });
      assert.equal(stepped.focus.reference, 'John 4:1-2', '[D56] there a step beyond the end leads');
      await live.push('John 4:2', { replace: true });
      assert.equal((await readNow(live)).next, null, 'the book ends');
    });

    it('[D17] when the library has the translation no more, then next does not go on in the book', async () => {
      const owner = await world.createOrganization();
      const live = await world.openLive({}, owner);
      await live.push('John 3:1', { translations: ['deu'] });
      assert.equal((await readNow(live)).next.text, 'Deutsch 2');
      await world.lectern.installation.administration.disableEdition('deu', { organization: owner.id });
      await live.write('PATCH', '', { name: 'Other' });
      assert.equal((await readNow(live)).next, null);
    });

    it('when the queue or its paging changes, then queue.revision does; otherwise it stays', async () => {
      const live = await open('John 3:1-3');
      let { revision } = (await readNow(live)).queue;
      const { items } = await live.readQueue();
      const expect = async (changes: boolean, method: string, path: string, body?: unknown) => {
        await live.write(method, path, body);
        const next = (await readNow(live)).queue.revision;
        assert.equal(next !== revision, changes, `${method} ${path}`);
        assert.equal((await readPages(live)).revision, next);
        revision = next;
      };
      await expect(false, 'PATCH', '/focus', { item_id: items[1]!.id });
      await expect(false, 'PATCH', '', { name: 'Other' });
      await expect(false, 'PATCH', '/playback', { paused: true });
      await expect(false, 'PATCH', '/paging', { lines: 1 });
      await expect(true, 'PATCH', '/paging', { lines: 2 });
      await expect(true, 'PATCH', `/queue-items/${items[0]!.id}`, { position: 1 });
      await expect(true, 'DELETE', `/queue-items/${items[0]!.id}`);
      await expect(true, 'POST', '/undo', {});
      await expect(true, 'POST', '/passages', { passage: 'John 3:1' });
      await expect(true, 'DELETE', '/stack');
      await expect(false, 'DELETE', '/stack');
    });

    it('when a slide is presented, then now has it and the next one, no page, and pages are 409', async () => {
      const owner = await world.createOrganization();
      const live = await world.openLive({}, owner);
      await live.push('John 3:1');
      const slides = [
        { layout: 'title', title: 'Welcome' },
        { layout: 'text', text: 'Tea after the service' },
      ];
      const snapshot = await createSnapshot(api(world.lectern, owner), slides, 'Notices');
      await live.write('PUT', '/presentation', { snapshot_id: snapshot.id });
      const now = await readNow(live);
      assert.deepEqual(
        [now.mode, now.focus, now.previous, now.next, now.queue.page],
        ['presentation', null, null, null, null],
      );
      assert.deepEqual(now.slide, {
        snapshot_id: snapshot.id,
        slide_id: now.slide.slide_id,
        deck: 'Notices',
        index: 0,
        count: 2,
        title: 'Welcome',
        text: null,
        texts: [],
        next_title: 'Tea after the service',
        attribution: null,
        countdown_to: null,
      });
      await live.write('PUT', '/presentation', { snapshot_id: snapshot.id, index: 1 });
      const last = (await readNow(live)).slide;
      assert.deepEqual([last.index, last.title, last.text, last.next_title], [1, null, 'Tea after the service', null]);
      const refused = await live.call('GET', '/pages');
      assert.deepEqual([refused.status, refused.body.code], [409, 'presentation_mode']);
    });

    it('[D57] when what is shown is interrupted, hidden, recalled and returned to, then now has it in either mode', async () => {
      const live = await world.openLive();
      await live.push('John 3:1-2');
      const slides = ['a', 'b'].map((id) => ({ id, layout: 'text', text: id }));
      const { id } = await createSnapshot(api(world.lectern, live.owner), slides);
      const writeAndRead = async (method: string, path: string, body: object) => {
        const response = await live.write(method, path, body);
        const now = await readNow(live);
        if (method === 'POST') assert.deepEqual(response, now, 'what the operation responds is what is read');
        const { mode, showing, returns, focus, next, slide } = now;
        return [mode, showing, returns, focus?.reference ?? null, next?.reference ?? null, slide?.slide_id ?? null];
      };
      const presented = ['presentation', true, false, null, null, 'b'];
      assert.deepEqual(await writeAndRead('PUT', '/presentation', { snapshot_id: id, slide_id: 'b' }), presented);
      const interrupting = ['reader', true, true, 'John 3:4', 'John 3:5', null];
      assert.deepEqual(await writeAndRead('POST', '/interrupt', { passage: 'John 3:4' }), interrupting);
      assert.deepEqual(await writeAndRead('PATCH', '/playback', { paused: true }), interrupting.with(1, false));
      assert.deepEqual(await writeAndRead('POST', '/step', { by: -1 }), [
        'reader',
        false,
        true,
        'John 3:2',
        'John 3:4',
        null,
      ]);
      assert.deepEqual(await writeAndRead('POST', '/recall', {}), interrupting);
      assert.deepEqual(await writeAndRead('POST', '/return', {}), presented);
      assert.deepEqual(await writeAndRead('POST', '/recall', {}), [
        'reader',
        true,
        false,
        'John 3:4',
        'John 3:5',
        null,
      ]);
      assert.deepEqual(await writeAndRead('POST', '/recall', {}), presented);
      assert.deepEqual(await writeAndRead('PATCH', '/playback', { paused: true }), presented.with(1, false));
    });

    it('when pages are listed, then each has its place, items and beginning; from and limit choose among them', async () => {
      const live = await open('John 3:4-6');
      await live.write('PATCH', '/paging', { lines: 2 });
      const { items } = await live.readQueue();
      const whole = await readPages(live);
      assert.deepEqual([whole.live_id, whole.total], [live.liveId, whole.data.length]);
      const last = whole.data.at(-1);
      assert.deepEqual(last, {
        page: whole.total - 1,
        item_id: items[2]!.id,
        item_ids: [items[2]!.id, items[5]!.id],
        position: 2,
        run: whole.data[0].run,
        lines: 1,
        part: 0,
        parts: 1,
        reference: 'John 3:6',
        translations: ['eng', 'deu'],
        language_tag: 'en',
        text: 'English 6',
      });
      assert.ok(whole.data.every(({ page }: JsonDocument, index: number) => page === index));
      assert.ok(whole.data.every(({ text }: JsonDocument) => [...text].length <= 120));
      assert.deepEqual((await readPages(live, '?from=1&limit=1')).data, [whole.data[1]]);
      assert.deepEqual((await readPages(live, `?from=${whole.total}`)).data, []);
      for (const query of ['?from=-1', '?from=x', '?from=1.5', '?limit=0', '?limit=101', '?limit=', '?from=1&from=1']) {
        const refused = await live.call('GET', `/pages${query}`);
        assert.deepEqual([query, refused.status, refused.body.code], [query, 422, 'invalid_fields']);
      }
      await live.write('PATCH', '', { name: 'Other' });
      assert.deepEqual(await readPages(live), whole, 'not bound to the sequence');
    });

    it('when there are more pages than the default limit, then 50 are listed', async () => {
      const live = await open();
      for (let round = 0; round < 9; round++) await live.push('John 3:1-4; 3:6; 4:1', { translations: ['eng'] });
      const { total, data } = await readPages(live);
      assert.deepEqual([total, data.length], [54, 50]);
      assert.equal((await readPages(live, '?limit=100')).data.length, 54);
    });

    it('[D62] when a stage message is put, then now has it', async () => {
      const live = await open('John 3:1');
      const { sequence } = await readNow(live);
      const message = { message: 'Slower', countdown_to: null, flash: true };
      await live.call('PUT', '/stage', { body: message });
      const now = await readNow(live);
      assert.deepEqual([now.stage, now.sequence], [message, sequence]);
    });
  });
}
