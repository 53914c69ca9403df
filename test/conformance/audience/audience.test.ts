import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import type { ViewerState } from '../../../src/contract/viewer.ts';
import type { OperatorClient } from '../../support/requests/operator-client.ts';
import type { ReceivedStreamEvent } from '../../support/requests/stream.ts';
import { type AudienceViewer, joinAudience } from '../../support/requests/viewer.ts';
import { PAGE_ENGINES, smallEdition, type TestLectern } from '../../support/server/lectern.ts';
import { openLive, useInProcessServer } from '../../support/server/suite-server.ts';

const NAME = 'As operators call it';
const LONG_TEXT = 'and it came to pass '.repeat(100);
const LONG_VERSES = 200;
const BOOK_VERSES = 1_000;
/** More than the kernel buffers for a connection that no one reads. */
const UNREAD_BYTES = 24 * 1024 * 1024;
/** The most that the server holds for one viewer: the limit of unsent bytes, and one whole state. */
const HELD_MAX_BYTES = 3 * 1024 * 1024;
/** More changes than are kept for those who come back. */
const FORGOTTEN_CHANGES = 80;

const verses = (count: number, text: (verse: number) => string) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [index + 1, text(index + 1)]));

const EDITIONS = [
  smallEdition('one', { 43: { 3: verses(20, (verse) => `One ${verse}.`) } }),
  smallEdition('two', { 43: { 3: verses(20, (verse) => `Two ${verse}.`) } }, { name: 'Zweite', language: 'de' }),
  smallEdition('long', {
    1: { 1: verses(BOOK_VERSES, (verse) => `Verse ${verse}.`) },
    19: { 119: verses(LONG_VERSES, () => LONG_TEXT) },
  }),
];

/** A Live of an organization of its own, with edition `one` configured and all editions enabled. */
const createLive = (lectern: TestLectern) =>
  openLive(
    lectern,
    EDITIONS.map(({ slug }) => slug),
    { name: NAME },
  );

for (const engine of PAGE_ENGINES) {
  describe(`the audience on ${engine}`, () => {
    const { lectern } = useInProcessServer({
      engine,
      settings: { LECTERN_QUEUE_ITEMS: '6000', LECTERN_LIVES_PER_OWNER: '1000' },
      editions: EDITIONS,
    });

    const join = (operator: OperatorClient, from?: AudienceViewer) =>
      joinAudience(lectern.url, operator.liveId, { from });

    test('[D44] when the page is requested, then it is 200 or 404, HEAD as GET, with a strict policy, nothing from elsewhere and no cookie', async () => {
      const operator = await createLive(lectern);
      const known = `${lectern.url}/l/${operator.liveId}`;
      const unknown = [`${lectern.url}/l/AAAAAAAAAAAAAAAAAAAA`, `${lectern.url}/l/${'x'.repeat(200)}`, `${known}%00`];
      for (const [address, status] of [[known, 200] as const, ...unknown.map((url) => [url, 404] as const)]) {
        const page = await fetch(address);
        const text = await page.text();
        assert.equal(page.status, status, address);
        assert.equal(text.includes('There is no display at this address.'), status === 404);
        assert.match(page.headers.get('content-type') ?? '', /^text\/html/);
        assert.equal(page.headers.get('x-content-type-options'), 'nosniff');
        assert.equal(page.headers.get('set-cookie'), null);
        assertStrictPolicy(page.headers.get('content-security-policy') ?? '');
        assert.doesNotMatch(text, /https?:|\/\/|<style|\sstyle=|\son\w+=|<script(?![^>]* src=)/);
        const head = await fetch(address, { method: 'HEAD' });
        assert.equal(head.status, status);
        assert.equal(await head.text(), '');
        for (const name of ['content-type', 'content-security-policy', 'content-length', 'cache-control']) {
          assert.equal(head.headers.get(name), page.headers.get(name), name);
        }
      }
      const slash = await fetch(`${known}/?view=screen`, { redirect: 'manual' });
      assert.deepEqual([slash.status, slash.headers.get('location')], [308, `/l/${operator.liveId}?view=screen`]);
      for (const address of [`${lectern.url}/l`, `${known}/foo`, `${known}/stream/foo`]) {
        const refused = await fetch(address);
        assert.deepEqual(
          [refused.status, refused.headers.get('content-type')],
          [404, 'application/problem+json'],
          address,
        );
        const shown = await fetch(address, { headers: { accept: 'text/html', 'accept-language': 'pt' } });
        assert.deepEqual([shown.status, shown.headers.get('content-type')], [404, 'text/html; charset=utf-8'], address);
        assert.match(await shown.text(), /não há nenhuma exibição neste endereço/i);
      }
      const html = await (await fetch(known)).text();
      const assets = [...html.matchAll(/(?:src|href)="(\/[^"]+)"/g)].map((match) => match[1]!);
      assert.ok(assets.length > 1);
      for (const asset of assets) {
        const file = await fetch(`${lectern.url}${asset}`);
        assert.equal(file.status, 200, asset);
        assert.equal(file.headers.get('x-content-type-options'), 'nosniff');
        assert.doesNotMatch(await file.text(), /\b(url\(|from|import)\s*["']?(https?:)?\/\//, asset);
      }
    });

    test('[D44] when the stream is requested, then it has its head and first the whole state, and is 404 for a Live that does not exist', async () => {
      const operator = await createLive(lectern);
      await operator.push('John 3:1-2', { translations: ['one', 'two'] });
      const { stream, state } = await join(operator);
      const { headers } = stream.response;
      assert.match(headers['content-type'] ?? '', /^text\/event-stream\b/);
      assert.equal(headers['cache-control'], 'no-store');
      assert.equal(headers['x-content-type-options'], 'nosniff');
      assert.equal(headers['access-control-allow-origin'], undefined);
      assert.equal(headers['set-cookie'], undefined);
      const { items } = await operator.readQueue();
      // An edition is named by the revision that a verse is from: opaque, the same for all verses of one.
      const [one, , two] = state.items.map(({ edition }) => edition) as [string, string, string, string];
      assert.notEqual(one, two);
      const numbering = state.items[0]!.numbering;
      assert.match(numbering ?? '', /^[\w.-]+$/);
      assert.deepEqual(state, {
        version: state.version,
        type: 'scripture',
        showing: true,
        focus: items[0]!.id,
        lines: 1,
        part: 0,
        paging: { lines: 1, page_characters: 320 },
        settings: { theme: 'dark', scale: 0, presentation: false },
        house: { name: null, logo: null, design: null },
        phones: { earlier: '0', order: null },
        slide: null,
        editions: {
          [one]: { name: 'Edition one', language: 'en', attribution: 'one, public domain' },
          [two]: { name: 'Zweite', language: 'de', attribution: 'two, public domain' },
        },
        items: items.map(({ id, verse: { rights: _, attribution: __, translation, ...verse } }, at) => ({
          id,
          ...verse,
          // Screens name books as their editions cite them. [D71]
          book: translation === 'one' ? 'John' : 'Johannes',
          edition: translation === 'one' ? one : two,
          // Opaque, and the same for both, which number John alike. [D72]
          numbering,
          // [D53]: the verses of the second edition stand in the lines of the first.
          ...(translation === 'two' && { line: items[at - 2]!.id }),
          ...(at > 0 && { run: items[0]!.id }),
        })),
      });
      stream.close();
      const missing = await fetch(`${lectern.url}/l/AAAAAAAAAAAAAAAAAAAA/stream`);
      assert.deepEqual([missing.status, ((await missing.json()) as { code: string }).code], [404, 'not_found']);
    });

    test('[D44] when anything changes, then every viewer reaches the state that a new viewer gets', async () => {
      await fc.assert(
        fc.asyncProperty(fc.array(ANY_STEP, { minLength: 1, maxLength: 14 }), async (steps) => {
          const operator = await createLive(lectern);
          const viewers = [await join(operator)];
          for (const { act, at } of steps) {
            if (act === 'join') viewers.push(await join(operator));
            else if (act === 'return') viewers.push(await join(operator, viewers[at % viewers.length]));
            else await ACTS[act](operator, at);
            const fresh = await join(operator);
            for (const viewer of viewers) await agrees(viewer, fresh.state);
            fresh.close();
          }
          await operator.write('PATCH', '/playback', { status: 'running' });
          await operator.push('John 3:20');
          const fresh = await join(operator);
          for (const viewer of viewers) await agrees(viewer, fresh.state);
          for (const viewer of [fresh, ...viewers]) viewer.close();
        }),
        { numRuns: engine === 'sqlite' ? 30 : 12 },
      );
    });

    test('[D44] when the queue has 5,000 verses, then a change is as long as with a single verse', async () => {
      const [small, large] = [await createLive(lectern), await createLive(lectern)];
      const book = { reference: { book_id: 1, translation: 'long' } };
      for (let count = 0; count < 5_000 / BOOK_VERSES; count++) await large.write('POST', '/stack', book);
      await small.push('John 3:1');
      const bytes = await Promise.all(
        [small, large].map(async (operator) => {
          const viewer = await join(operator);
          const lengths: number[] = [];
          for (const act of ['push', 'pause', 'resume', 'focus', 'rename', 'remove', 'clear'] as const) {
            // The item that was pushed, in both queues.
            await ACTS[act](operator, -1);
            lengths.push((await viewer.stream.take(({ name }) => name === 'change')).bytes);
          }
          viewer.close();
          return lengths;
        }),
      );
      // Numbers may have some digits more.
      for (const [index, length] of bytes[1]!.entries()) assert.ok(length <= bytes[0]![index]! + 16, `${bytes}`);
    });

    test('[D44] when Last-Event-ID resumes a stream, then missed changes come once and in order, without the whole state', async () => {
      const operator = await createLive(lectern);
      await operator.push('John 3:1-3');
      const viewer = await join(operator);
      await operator.push('John 3:4');
      await viewer.comesTo(4, ({ items }) => items.length);
      viewer.close();

      await operator.push('John 3:5');
      await operator.push('John 3:6');
      await ACTS.remove(operator, 0);
      const back = await join(operator, viewer);
      const fresh = await join(operator);
      await back.comesTo(whole(fresh.state), whole);
      assert.deepEqual(contentOf(back.stream.events), ['change', 'change', 'change']);
      back.close();

      const again = await join(operator, back);
      await operator.push('John 3:7');
      await again.comesTo(6, ({ items }) => items.length);
      assert.deepEqual(contentOf(again.stream.events), ['change'], 'nothing was missed, so nothing is repeated');
      for (const { close } of [again, fresh]) close();
    });

    test('[D44] when an id is unknown, of another Live or too old, then the viewer gets the whole state', async () => {
      const [operator, other] = [await createLive(lectern), await createLive(lectern)];
      await operator.push('John 3:1');
      const old = await join(operator);
      old.close();
      for (let count = 0; count < FORGOTTEN_CHANGES; count++) await ACTS.rename(operator, count);
      const fresh = await join(operator);
      const ids = [old.lastEventId!, 'nonsense', '0', 'a'.repeat(4_000), (await join(other)).lastEventId!];
      for (const id of ids) {
        const viewer = await joinAudience(lectern.url, operator.liveId, { headers: { 'last-event-id': id } });
        assert.deepEqual(viewer.state, fresh.state);
        viewer.close();
      }
      fresh.close();
    });

    test('[D44] when a viewer reads nothing, then its buffer stays bounded, and it is resynchronized', async () => {
      const operator = await createLive(lectern);
      await operator.push('John 3:1');
      const sockets = new Set<Socket>();
      const note = (socket: Socket) => sockets.add(socket);
      lectern.server.app.server.on('connection', note);
      const slow = await join(operator);
      lectern.server.app.server.off('connection', note);
      const quick = await join(operator);
      slow.stream.response.pause();

      const chapter = { passage: { book_id: 19, chapter: 119 }, translations: ['long'], replace: true };
      let held = 0;
      for (let sent = 0; sent < UNREAD_BYTES; sent += LONG_VERSES * LONG_TEXT.length) {
        await operator.write('POST', '/passages', chapter);
        held = Math.max(held, ...[...sockets].map((socket) => socket.writableLength));
      }
      const fresh = await join(operator);
      await quick.comesTo(whole(fresh.state), whole);
      assert.deepEqual(new Set(contentOf(quick.stream.events).slice(1)), new Set(['change']), 'others are unaffected');
      assert.ok(held > 0 && held < HELD_MAX_BYTES, `${held} bytes are held for one viewer`);

      slow.stream.response.resume();
      await slow.comesTo(whole(fresh.state), whole);
      assert.equal(contentOf(slow.stream.events).at(-1), 'state', 'the whole state, instead of all that was missed');
      assert.ok(slow.stream.events.length < quick.stream.events.length);
      await operator.push('John 3:1');
      await slow.comesTo(LONG_VERSES + 1, ({ items }) => items.length);
      for (const { close } of [slow, quick, fresh]) close();
    });

    test('[D12], [D44] when a Live is deleted, then viewers get `gone`, and their streams end', async () => {
      const operator = await createLive(lectern);
      const viewers = [await join(operator), await join(operator)];
      await operator.write('DELETE', '');
      for (const { stream } of viewers) {
        await stream.take(({ name }) => name === 'gone');
        assert.equal(await stream.ended, true, 'in order');
      }
      assert.equal((await fetch(`${lectern.url}/l/${operator.liveId}`)).status, 404);
      assert.equal((await fetch(`${lectern.url}/l/${operator.liveId}/stream`)).status, 404);
    });

    test('[D44] when the client uses HTTP/1.0, then the stream comes without chunks', async () => {
      const operator = await createLive(lectern);
      await operator.push('John 3:1');
      const socket = connect(Number(new URL(lectern.url).port), '127.0.0.1');
      await once(socket, 'connect');
      socket.write(`GET /l/${operator.liveId}/stream HTTP/1.0\r\n\r\n`);
      let text = '';
      socket.setEncoding('utf8').on('data', (chunk) => {
        text += chunk;
      });
      const viewer = await join(operator);
      await operator.push('John 3:2');
      await viewer.comesTo(2, ({ items }) => items.length);
      // Listened for before: it can be closed before the response to the deletion.
      const closed = once(socket, 'close');
      await operator.write('DELETE', '');
      await closed;
      const [head, ...blocks] = text.split('\r\n\r\n');
      assert.match(head!, /^HTTP\/1\.[01] 200 /);
      assert.doesNotMatch(head!, /transfer-encoding|content-length/i);
      assert.doesNotMatch(blocks.join(''), /\r/);
      assert.deepEqual(
        [...blocks.join('').matchAll(/^event: (state|change|gone)$/gm)].map((match) => match[1]),
        ['state', 'change', 'gone'],
      );
    });

    test('[D14], [D44] when a Live is hidden, then new viewers get no verses and present ones keep them; when it is shown again, then all see the same', async () => {
      const operator = await createLive(lectern);
      await operator.push('John 3:1-5');
      const old = await join(operator);
      for (const hide of [{ paused: true }, { status: 'stopped' }]) {
        await operator.write('PATCH', '/playback', hide);
        await old.comesTo(false, ({ showing }) => showing);
        assert.equal(old.state.items.length, 5);
        const late = await join(operator);
        const { version, settings, house, phones, ...rest } = late.state;
        assert.deepEqual(rest, {
          type: 'scripture',
          showing: false,
          focus: null,
          lines: 1,
          part: 0,
          paging: { lines: 1, page_characters: 320 },
          slide: null,
          editions: {},
          items: [],
        });
        // Nor by coming back to the very same version, or to the one in which it was hidden.
        const back = await joinAudience(lectern.url, operator.liveId, { headers: { 'last-event-id': version } });
        assert.deepEqual(back.state, late.state);
        await operator.write('PATCH', '/playback', { status: 'running', paused: false });
        const fresh = await join(operator);
        assert.equal(fresh.state.items.length, 5);
        for (const viewer of [old, late, back]) await viewer.comesTo(whole(fresh.state), whole);
        assert.deepEqual([settings, house, phones], [fresh.state.settings, fresh.state.house, fresh.state.phones]);
        for (const { close } of [late, back, fresh]) close();
      }
      old.close();
    });

    test('[D44] when the focus moves while a Live is hidden, then no viewer learns which line comes until it is shown', async () => {
      const operator = await createLive(lectern);
      await operator.push('John 3:1-5');
      const viewer = await join(operator);
      const { focus } = viewer.state;
      await operator.write('PATCH', '/playback', { paused: true });
      for (const by of [2, 1, -1]) await operator.write('POST', '/step', { by });
      await operator.write('PATCH', '/paging', { lines: 2 });
      const { focus: now } = (await operator.call('GET', '/now')).body;
      await viewer.comesTo(2, ({ paging }) => paging.lines);
      assert.equal(viewer.state.focus, focus, 'what goes out keeps its words');
      for (const { data } of viewer.stream.events.slice(1)) assert.ok(!data.includes('"focus"'), data);
      assert.ok(!JSON.stringify(viewer.stream.events.slice(1)).includes(now.item_id));
      await operator.write('PATCH', '/playback', { paused: false });
      await viewer.comesTo(now.item_id, (state) => state.focus);
      viewer.close();
    });

    test('[D44], [D50] when an undo ends a hidden state, then no viewer gets the verses it brings back until they are shown', async () => {
      const operator = await createLive(lectern);
      await operator.push('John 3:1');
      const old = await join(operator);
      await operator.write('PATCH', '/playback', { paused: true });
      await operator.push('John 3:2', { replace: true });
      const late = await join(operator);
      await operator.write('POST', '/undo', {});
      await old.comesTo(false, ({ showing }) => showing);
      await late.comesTo(false, ({ showing }) => showing);
      assert.doesNotMatch(JSON.stringify(late.stream.events), /One 1/);
      assert.equal(late.state.focus, null);
      // Nor by coming back, now or from before it was hidden.
      const back = await joinAudience(lectern.url, operator.liveId, {
        headers: { 'last-event-id': late.lastEventId! },
      });
      assert.deepEqual(back.state.items, []);
      await operator.write('PATCH', '/playback', { paused: false });
      const fresh = await join(operator);
      assert.deepEqual(
        fresh.state.items.map(({ text }) => text),
        ['One 1.'],
      );
      for (const viewer of [old, late, back]) await viewer.comesTo(whole(fresh.state), whole);
      for (const { close } of [old, late, back, fresh]) close();
    });

    test('[D44] when the audience gets anything, then it contains nothing of the operators', async () => {
      const operator = await createLive(lectern);
      const viewer = await join(operator);
      await operator.push('John 3:1-3');
      await operator.write('PATCH', '/settings', { reference: 'John 3:16' });
      await operator.write('PATCH', '', { name: `${NAME} now` });
      await viewer.comesTo(3, ({ items }) => items.length);
      await operator.write('PATCH', '/playback', { paused: true });
      await viewer.comesTo(false, ({ showing }) => showing);
      const hidden = await join(operator);
      const page = await fetch(`${lectern.url}/l/${operator.liveId}`, {
        headers: { authorization: 'Bearer nonsense' },
      });
      assert.equal(page.status, 200, 'an Authorization header means nothing here');
      const sent = [
        JSON.stringify([...page.headers]) + (await page.text()),
        ...[viewer, hidden].map(({ stream }) => JSON.stringify([stream.response.headers, stream.events])),
      ].join();
      const own = [NAME, operator.owner.id, operator.token, 'John 3:16', 'example.org', 'organization', 'account'];
      for (const secret of own) assert.ok(!sent.includes(secret), `${secret} is sent to the audience`);
      for (const { close } of [viewer, hidden]) close();
    });
  });

  describe(`the limits of the audience on ${engine}`, () => {
    const { lectern } = useInProcessServer({
      engine,
      settings: { LECTERN_SEATS: '2', LECTERN_BUDGET_AUDIENCE: '8' },
      editions: EDITIONS,
    });

    test('[D44], [D10] when viewers join, then the seats of each Live are limited, and the audience has its own budget', async () => {
      const operator = await createLive(lectern);
      const stream = `${lectern.url}/l/${operator.liveId}/stream`;
      const [first, second] = [await join(), await join()];
      const refused = await fetch(stream);
      assert.deepEqual([refused.status, ((await refused.json()) as { code: string }).code], [503, 'unavailable']);
      assert.match(refused.headers.get('retry-after') ?? '', /^[1-9]\d*$/);

      first.close();
      const third = await seatOf(() => join());
      await operator.push('John 3:1');
      for (const viewer of [second, third]) await viewer.comesTo(1, ({ items }) => items.length);
      for (const { close } of [second, third]) close();

      let status = 0;
      for (let count = 0; count < 8 && status !== 429; count++) {
        const page = await fetch(`${lectern.url}/l/${operator.liveId}`);
        status = page.status;
        if (status === 429) assert.match(page.headers.get('retry-after') ?? '', /^[1-9]\d*$/);
      }
      assert.equal(status, 429);
      assert.equal((await fetch(stream)).status, 429);
      const page = `${lectern.url}/l/${operator.liveId}?lang=de`;
      const shown = await fetch(page, { headers: { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' } });
      assert.deepEqual([shown.status, shown.headers.get('content-type')], [429, 'text/html; charset=utf-8']);
      assert.match(shown.headers.get('retry-after') ?? '', /^[1-9]\d*$/);
      assertStrictPolicy(shown.headers.get('content-security-policy') ?? '');
      assert.match(await shown.text(), /Diese Anzeige ist zurzeit nicht verfügbar/);
      const refusedPage = await fetch(page);
      assert.deepEqual(
        [refusedPage.status, refusedPage.headers.get('content-type')],
        [429, 'application/problem+json'],
      );
      await operator.push('John 3:2');

      function join(): Promise<AudienceViewer> {
        return joinAudience(lectern.url, operator.liveId);
      }
    });
  });
}

/** A seat is free as soon as the server has noticed that its viewer left. */
async function seatOf(join: () => Promise<AudienceViewer>): Promise<AudienceViewer> {
  try {
    return await join();
  } catch (error) {
    assert.match(String(error), /503/);
    return await join();
  }
}

/** Actions of operators, with a number that chooses an item. Actions that do not fit the current state are refused. */
const ACTS = {
  push: (operator: OperatorClient) => operator.attempt('POST', '/passages', { passage: 'John 3:16' }),
  pushTwo: (operator: OperatorClient, at: number) =>
    operator.attempt('POST', '/passages', {
      passage: `John 3:${1 + (at % 10)}-${3 + (at % 10)}`,
      translations: at % 2 === 0 ? ['two', 'one'] : ['two'],
    }),
  replace: (operator: OperatorClient, at: number) =>
    operator.attempt('POST', '/passages', { passage: `John 3:${1 + (at % 20)}`, replace: true }),
  remove: async (operator: OperatorClient, at: number) => {
    const item = await itemAt(operator, at);
    return item && operator.attempt('DELETE', `/queue-items/${item.id}`);
  },
  reorder: async (operator: OperatorClient, at: number) => {
    const { items } = await operator.readQueue();
    const ids = items.map(({ id }) => id);
    const [moved] = ids.splice(at % Math.max(1, ids.length), 1);
    if (moved) ids.splice((at * 7) % (ids.length + 1), 0, moved);
    return operator.attempt('PUT', '/queue-items/order', { item_ids: ids });
  },
  move: async (operator: OperatorClient, at: number) => {
    const item = await itemAt(operator, at);
    return item && operator.attempt('PATCH', `/queue-items/${item.id}`, { position: at % 3 });
  },
  undo: (operator: OperatorClient) => operator.attempt('POST', '/undo', {}),
  focus: async (operator: OperatorClient, at: number) => {
    const item = await itemAt(operator, at);
    return item && operator.attempt('PATCH', '/focus', { item_id: item.id });
  },
  clear: (operator: OperatorClient) => operator.attempt('DELETE', '/stack'),
  pause: (operator: OperatorClient) => operator.attempt('PATCH', '/playback', { paused: true }),
  resume: (operator: OperatorClient) => operator.attempt('PATCH', '/playback', { paused: false }),
  stop: (operator: OperatorClient) => operator.attempt('PATCH', '/playback', { status: 'stopped' }),
  run: (operator: OperatorClient) => operator.attempt('PATCH', '/playback', { status: 'running' }),
  look: (operator: OperatorClient, at: number) =>
    operator.attempt('PATCH', '/viewer-settings', { scale: (at % 13) - 4 }),
  rename: (operator: OperatorClient, at: number) =>
    operator.attempt('PATCH', '', { name: `Name ${Math.abs(at) % 10}` }),
} as const;

const STEPS = [...Object.keys(ACTS), 'join', 'return'] as (keyof typeof ACTS | 'join' | 'return')[];
const ANY_STEP = fc.record({ act: fc.constantFrom(...STEPS), at: fc.nat(1_000) });

/** A negative number counts from the end. Nothing on an empty queue. */
async function itemAt(operator: OperatorClient, at: number) {
  const { items } = await operator.readQueue();
  return items.length === 0 ? undefined : items.at(at < 0 ? at : at % items.length);
}

/** All of a state that can be seen, with the editions of its verses alone: others do no harm. */
function whole({ editions, ...state }: ViewerState) {
  const used = new Set(state.items.map(({ edition }) => edition));
  return { ...state, editions: Object.fromEntries([...used].sort().map((key) => [key, editions[key]])) };
}

/**
 * The viewer reaches the version that a new viewer received, and has all of it; of a hidden Live, that it is hidden.
 */
async function agrees(viewer: AudienceViewer, fresh: ViewerState): Promise<void> {
  if (fresh.showing) {
    await viewer.comesTo(fresh.version, ({ version }) => version);
    assert.deepEqual(whole(viewer.state), whole(fresh));
  } else {
    const { type, settings, house } = fresh;
    const hidden = { type, showing: false, settings, house };
    await viewer.comesTo(hidden, (state) => ({
      type: state.type,
      showing: state.showing,
      settings: state.settings,
      house: state.house,
    }));
  }
}

const contentOf = (events: readonly ReceivedStreamEvent[]) =>
  events.map(({ name }) => name).filter((name) => name === 'state' || name === 'change');

function assertStrictPolicy(policy: string): void {
  const directives = new Map(
    policy.split(';').map((directive) => {
      const [name, ...sources] = directive.trim().split(/\s+/);
      return [name!, sources] as const;
    }),
  );
  assert.deepEqual(directives.get('default-src'), ["'none'"]);
  assert.deepEqual(directives.get('base-uri'), ["'none'"]);
  assert.deepEqual(directives.get('form-action'), ["'none'"]);
  for (const [name, sources] of directives) {
    for (const source of sources) assert.match(source, /^('none'|'self'|data:)$/, `${name} ${source}`);
  }
  assert.deepEqual(directives.get('script-src'), ["'self'"]);
}
