import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { executeCommand } from '../../../src/cli/execute.ts';
import type { LinkKind } from '../../../src/storage/storage.ts';
import { api, assertProblem, sendRequest } from '../../support/requests/api.ts';
import { buttonAt, createButton, type TestButton } from '../../support/requests/button.ts';
import { createMember, setRole } from '../../support/requests/members.ts';
import { createPlan } from '../../support/requests/plans.ts';
import { createSnapshot } from '../../support/requests/presentation.ts';
import { smallEdition } from '../../support/server/lectern.ts';
import {
  createOwners,
  type OwnedLive,
  openLive,
  useInProcessServer,
  useNodes,
} from '../../support/server/suite-server.ts';

const VERSES = { 16: 'For God so loved <the> world & all', 17: 'not to condemn', 18: 'is not condemned' };
const EDITION = smallEdition('one', { 43: { 3: VERSES } });
const ACTIONS = [
  'next',
  'previous',
  'show',
  'hide',
  'toggle',
  'undo',
  'return',
  'go',
  'entry/1',
  'passage?q=John+3:16',
];
const SECOND_MS = 1_000;
const EMPTY = { showing: false, type: 'empty', reference: '', text: '', next: '', index: 0, count: 0, entry: null };

describe('[D74] button links', () => {
  let ahead = 0;
  const world = useInProcessServer({
    engine: 'sqlite',
    clock: () => Date.now() + ahead,
    editions: [EDITION],
    settings: { LECTERN_TRUSTED_PROXIES: '127.0.0.1' },
  });

  const open = async ({ passage, kind, hours }: { passage?: string; kind?: LinkKind; hours?: number } = {}) => {
    const { lectern } = world;
    const live = await world.openLive();
    if (passage) await live.push(passage);
    const maker = await createMember(lectern, live.owner, 'operator');
    const button = await createButton(lectern, { liveId: live.liveId, userId: maker.id, kind, hours });
    return { live, maker, button };
  };
  const sequenceOf = async (live: OwnedLive): Promise<number> => (await live.read()).sequence;
  const press = async (button: TestButton, action: string) => {
    const { status, body } = await button.press(action);
    assert.equal(status, 200, JSON.stringify(body));
    return body;
  };
  const readAudit = ({ owner }: OwnedLive) =>
    world.lectern.installation.storage.audit.list(owner, { limit: 5, before: null, since: null });

  it('when a button steps, then the page changes, at the end of the queue the book goes on, and it learns what is next', async () => {
    const { live, button } = await open({ passage: 'John 3:16-17' });
    const first = { showing: true, type: 'scripture', reference: 'John 3:17', text: VERSES[17] };
    assert.deepEqual(await press(button, 'next'), {
      ...first,
      next: `John 3:18 ${VERSES[18]}`,
      index: 2,
      count: 2,
      entry: null,
    });
    const beyond = await press(button, 'next');
    assert.deepEqual([beyond.reference, beyond.index, beyond.count, beyond.next], ['John 3:18', 3, 3, '']);
    const sequence = await sequenceOf(live);
    assert.deepEqual(await press(button, 'next'), beyond, 'the edition has nothing further');
    assert.equal(await sequenceOf(live), sequence);
    assert.equal((await press(button, 'previous')).reference, 'John 3:17');
  });

  it('when a button hides, shows and toggles, then only what is shown changes, and steps leave it hidden', async () => {
    const { live, button } = await open({ passage: 'John 3:16-17' });
    const steps = [
      ['hide', false],
      ['hide', false],
      ['next', false],
      ['show', true],
      ['show', true],
      ['toggle', false],
      ['toggle', true],
    ] as const;
    for (const [action, showing] of steps) assert.equal((await press(button, action)).showing, showing, action);
    assert.equal((await live.call('GET', '/now')).body.focus.reference, 'John 3:17');
    await press(button, 'hide');
    const hidden = await press(button, 'undo');
    assert.equal(hidden.reference, 'John 3:17', 'who presses buttons learns what is hidden, too');
  });

  it('when there is nothing to do, then it is 200, and nothing changes', async () => {
    const { live, button } = await open();
    const sequence = await sequenceOf(live);
    for (const action of ['next', 'previous', 'go', 'return', 'show']) {
      assert.deepEqual(await press(button, action), EMPTY, action);
    }
    assert.equal(await sequenceOf(live), sequence);
    for (let count = 0; count < 3; count++) await press(button, 'undo');
    assert.equal((await press(button, 'undo')).type, 'empty');
  });

  it('when a button names a passage, then it is what Enter does: it replaces the queue, or interrupts slides', async () => {
    const { live, button } = await open({ passage: 'John 3:16-17' });
    const shown = await press(button, 'passage?q=jn%203%2018');
    assert.deepEqual([shown.reference, shown.index, shown.count], ['John 3:18', 1, 1]);
    const snapshot = await createSnapshot(api(world.lectern, live.owner), [
      { layout: 'text', title: 'First', text: 'Hello' },
      { layout: 'text', text: 'Second' },
    ]);
    await live.read();
    await live.write('PUT', '/presentation', { snapshot_id: snapshot.id });
    const slide = { showing: true, type: 'presentation', reference: 'First', text: 'Hello' };
    const presented = { ...slide, next: 'Second', index: 1, count: 2, entry: null };
    assert.equal((await press(button, 'passage?q=John 3:16'.replace(' ', '%20'))).reference, 'John 3:16');
    assert.deepEqual(await press(button, 'return'), presented);
    const sequence = await sequenceOf(live);
    for (const [query, code] of [
      ['q=John%203:99', 'invalid_reference'],
      ['q=hello', 'invalid_reference'],
      ['q=J%203:16', 'invalid_reference'],
      ['q=John', 'invalid_reference'],
      ['q=', 'invalid_fields'],
      ['', 'invalid_fields'],
      ['q=John%203:16&q=John%203:17', 'invalid_fields'],
      [`q=${'x'.repeat(201)}`, 'invalid_fields'],
      ['q=%00', 'invalid_fields'],
    ] as const) {
      assertProblem(await button.press(`passage?${query}`), 422, code);
    }
    assert.equal(await sequenceOf(live), sequence);
  });

  it('[D65] when a plan is attached, then go shows its next entry and entry/{n} one by its number, without headings', async () => {
    const { live, button } = await open();
    assertProblem(await button.press('entry/1'), 409, 'no_plan');
    const entry = (title: string, passage: string) => ({ kind: 'passage', title, passage });
    const { body: plan } = await createPlan(api(world.lectern, live.owner), [
      entry('Opening', 'John 3:16'),
      { kind: 'heading', title: 'Sermon' },
      entry('Text', 'John 3:17'),
    ]);
    await live.read();
    await live.write('PUT', '/plan', { plan_id: plan.id });
    assert.deepEqual((await press(button, 'go')).entry, { index: 1, title: 'Opening' });
    const second = await press(button, 'go');
    assert.deepEqual([second.entry, second.reference], [{ index: 2, title: 'Text' }, 'John 3:17']);
    const sequence = await sequenceOf(live);
    assert.deepEqual(await press(button, 'go'), second, 'the plan is at its end');
    for (const number of ['3', '0', '01', '99999', '-1', '1.5', 'two']) {
      const refused = await button.press(`entry/${number}`);
      assertProblem(refused, 422, 'invalid_fields');
      assert.equal(refused.body.errors[0].parameter, 'n', 'the recovery points to what errors lists');
    }
    assert.equal(await sequenceOf(live), sequence);
    assert.deepEqual((await press(button, 'entry/1')).entry, { index: 1, title: 'Opening' });
  });

  it('when the Live is stopped, then every command is 409, and nothing changes', async () => {
    const { live, button } = await open({ passage: 'John 3:16-17' });
    await live.write('PATCH', '/playback', { status: 'stopped' });
    for (const action of ACTIONS) assertProblem(await button.press(action), 409, 'live_stopped');
    assert.equal((await button.read()).body.type, 'empty');
  });

  it('when programs read what is shown, then it is JSON, text or XML, and nothing while it is hidden', async () => {
    const { live, button } = await open({ passage: 'John 3:16', kind: 'data' });
    const { status, headers, body } = await button.read();
    const { cursor, attribution, ...seen } = body;
    assert.deepEqual(seen, { showing: true, type: 'scripture', reference: 'John 3:16', text: VERSES[16] });
    assert.match(attribution, /./);
    assert.deepEqual(
      [status, headers.get('cache-control'), headers.get('referrer-policy'), headers.get('etag')],
      [200, 'no-store', 'no-referrer', null],
    );
    assert.deepEqual((await button.read('now.json')).body, body);
    const text = await button.read('now.txt');
    assert.deepEqual(
      [text.headers.get('content-type'), text.body],
      ['text/plain; charset=utf-8', `John 3:16\n${VERSES[16]}`],
    );
    const xml = await button.read('now.xml');
    assert.equal(xml.headers.get('content-type'), 'application/xml; charset=utf-8');
    assert.ok(
      xml.body.includes('<reference>John 3:16</reference><text>For God so loved &lt;the&gt; world &amp; all</text>'),
    );
    await live.write('PATCH', '/playback', { paused: true });
    const hidden = (await button.read()).body;
    assert.deepEqual(
      { ...hidden, cursor: '' },
      { showing: false, type: 'empty', reference: '', text: '', attribution: '', cursor: '' },
    );
    assert.notEqual(hidden.cursor, cursor);
    assert.equal((await sendRequest(world.url, 'HEAD', `/b/${button.id}/${button.key}/now`)).status, 200);
  });

  it('when a read waits, then only another response ends it before its deadline', async () => {
    const { live, button } = await open({ passage: 'John 3:16-17' });
    const { cursor } = (await button.read()).body;
    const waiting = button.read(`now?after=${cursor}&wait=20`);
    await live.write('PUT', '/stage', { message: 'Slower', countdown_to: null });
    await live.write('POST', '/passages', { passage: 'John 3:18', focus: false });
    const started = performance.now();
    await live.write('POST', '/step', { by: 1 });
    const { body } = await waiting;
    assert.ok(performance.now() - started < 5 * SECOND_MS);
    assert.notEqual(body.cursor, cursor);
    const began = performance.now();
    assert.deepEqual((await button.read(`now?after=${body.cursor}&wait=1`)).body, (await button.read()).body);
    assert.ok(performance.now() - began >= SECOND_MS - 50);
    for (const query of ['wait=20', `after=${cursor}`, 'after=', 'after=%00&wait=20', `after=${'x'.repeat(4_000)}`]) {
      assert.equal((await button.read(`now?${query}`)).status, 200, query);
    }
    for (const query of ['wait=26', 'wait=-1', 'wait=x', 'wait=1&wait=1', 'after=a&after=b']) {
      assertProblem(await button.read(`now?${query}`), 422, 'invalid_fields');
    }
  });

  it('[D25] when a link has five waiting reads, then a sixth ends the oldest, and none takes a watch', async () => {
    const { button, live } = await open({ passage: 'John 3:16' });
    const { cursor } = (await button.read()).body;
    const ended: number[] = [];
    const reads = [];
    for (let index = 0; index < 6; index++) {
      reads.push(button.read(`now?after=${cursor}&wait=20`).then(({ status }) => ended.push(index) && status));
      await new Promise((resolve) => setTimeout(resolve, 30));
    }
    assert.equal(await reads[0], 200);
    assert.deepEqual(ended, [0]);
    const { body } = await live.call('GET', '/viewers');
    assert.equal(body.viewers, 0);
    await button.press('hide');
    assert.deepEqual(await Promise.all(reads), [200, 200, 200, 200, 200, 200]);
  });

  it('when the key is in the address or in the header, then both work, and nothing else of a request counts', async () => {
    const { button, live } = await open({ passage: 'John 3:16-17' });
    const { sequence } = await live.read();
    const address = `/b/${button.id}/${button.key}/next`;
    assert.equal((await sendRequest(world.url, 'POST', address)).status, 200);
    const body = 'not { json'.padEnd(1_024);
    const headers = {
      'content-type': 'application/nonsense; x',
      'idempotency-key': 'same',
      'x-http-method-override': 'DELETE',
      'if-match': '"none"',
      cookie: 'a=b',
      origin: 'https://elsewhere.example',
    };
    for (const action of ['previous', 'next']) {
      assert.equal((await button.send('POST', action, { headers, body })).status, 200);
    }
    assert.equal(await sequenceOf(live), sequence + 3, 'a key of idempotency does not swallow a command');
    assertProblem(await button.send('POST', 'next', { body: `${body}x` }), 413, 'body_too_large');
  });

  it('[D8] when a page of another origin asks, then it may read what is shown, whatever the status, and nothing else', async () => {
    const { button } = await open({ passage: 'John 3:16' });
    const origin = { origin: 'https://elsewhere.example' };
    const allowed = async (method: string, path: string) =>
      (await sendRequest(world.url, method, path, undefined, origin)).headers.get('access-control-allow-origin');
    const address = `/b/${button.id}/${button.key}`;
    for (const path of ['now', 'now.json', 'now.txt', 'now.xml', 'now?wait=x']) {
      assert.equal(await allowed('GET', `${address}/${path}`), '*', path);
    }
    assert.equal(await allowed('POST', `${address}/now`), '*');
    assert.equal(await allowed('GET', `/b/${button.id}/now`), '*');
    assert.equal(await allowed('POST', `${address}/next`), null);
    const preflight = await sendRequest(world.url, 'OPTIONS', `${address}/now`, undefined, {
      ...origin,
      'access-control-request-method': 'GET',
    });
    assertProblem(preflight, 405, 'method_not_allowed');
    assert.equal(preflight.headers.get('access-control-allow-origin'), null);
  });

  it('when a preview or a person opens a command, then it is 405; another action is 404, and a data link may only read', async () => {
    const { button, live } = await open({ passage: 'John 3:16-17' });
    const sequence = await sequenceOf(live);
    for (const action of ACTIONS) {
      for (const method of ['GET', 'HEAD', 'PUT', 'DELETE', 'OPTIONS']) {
        const { status, headers } = await sendRequest(world.url, method, `/b/${button.id}/${button.key}/${action}`);
        assert.deepEqual([status, headers.get('allow')], [405, 'POST'], `${method} ${action}`);
      }
    }
    for (const action of [
      '',
      'jump',
      'next/',
      'next/1',
      'entry',
      'entry/',
      'entry/1/2',
      'now/x',
      'NEXT',
      'constructor',
    ]) {
      assertProblem(await button.press(action), 404, 'not_found');
    }
    const data = await createButton(world.lectern, {
      liveId: live.liveId,
      userId: (await world.lectern.installation.buttonLinks.list(live.liveId))[0]!.createdBy,
      kind: 'data',
    });
    for (const action of ACTIONS) assertProblem(await data.press(action), 403, 'forbidden');
    assert.equal(await sequenceOf(live), sequence);
  });

  it('when the key is wrong, or the link has ended or expired, then it is one response', async () => {
    const one = await open();
    const other = await open({ hours: 1 });
    const address = { 'x-forwarded-for': '192.0.2.1' };
    const responseOf = async (button: TestButton) => {
      const { status, body, headers } = await button.press('show', address);
      const { request_id: _, ...problem } = body;
      return JSON.stringify([status, problem, headers.get('cache-control'), headers.get('www-authenticate')]);
    };
    const wrong = await responseOf(buttonAt(world.url, one.button.id, other.button.key));
    assert.match(wrong, /^\[404,.*no-store/);
    assert.equal(await responseOf(buttonAt(world.url, 'none', one.button.key)), wrong);
    assert.equal(await responseOf(buttonAt(world.url, one.button.id, `${one.button.key.slice(0, -1)}!`)), wrong);
    assertProblem(
      await sendRequest(world.url, 'POST', `/b/${one.button.id}/show`, undefined, address),
      404,
      'not_found',
    );
    ahead = 3_601_000;
    assert.equal(await responseOf(other.button), wrong);
    ahead = 0;
    const { record } = (await world.lectern.installation.lives.find(one.live.liveId))!;
    const actor = {
      channel: 'page',
      userId: one.maker.id,
      credentialId: null,
      operation: 'x',
      requestId: null,
    } as const;
    await world.lectern.installation.buttonLinks.end(record, one.button.id, actor);
    assert.equal(await responseOf(one.button), wrong);
    assertProblem(await sendRequest(world.url, 'GET', `/r/${other.button.id}/stream`), 404, 'not_found');
    assertProblem(
      await sendRequest(world.url, 'GET', `/v1/lives/${other.live.liveId}`, undefined, {
        authorization: `Bearer ${other.button.key}`,
      }),
      401,
      'invalid_token',
    );
  });

  it('[D10] when an address sends more than twenty wrong keys, then each request of it to /b is 429, and no other address', async () => {
    const { button } = await open();
    const address = { 'x-forwarded-for': '192.0.2.2' };
    const guess = buttonAt(world.url, button.id, 'btn_wrong');
    for (let count = 0; count < 20; count++) assertProblem(await guess.press('show', address), 404, 'not_found');
    assert.equal((await button.press('show', address)).status, 200);
    assertProblem(await guess.press('show', address), 429, 'rate_limited');
    for (const path of ['show', 'now', 'jump']) {
      const refused = await button.send('POST', path, { headers: address });
      assertProblem(refused, 429, 'rate_limited');
      assert.match(refused.headers.get('retry-after')!, /^\d+$/);
    }
    assert.equal((await button.press('show')).status, 200);
  });

  it('when a Live is deleted, then its programs get 404 for as long as they ask, and the other buttons of their address work', async () => {
    const { button, live } = await open();
    const { button: other } = await open();
    const address = { 'x-forwarded-for': '192.0.2.5' };
    assert.equal((await button.press('show')).status, 200);
    await live.read();
    await live.write('DELETE', '');
    for (let count = 0; count < 25; count++) {
      assertProblem(await button.send('GET', 'now', { headers: address }), 404, 'not_found');
    }
    assert.equal((await other.press('show', address)).status, 200);
  });

  it('when a link sends more than twenty commands in a second, then the rest is 429, and nothing of it happens', async () => {
    const { button, live } = await open({ passage: 'John 3:16' });
    const sequence = await sequenceOf(live);
    const responses = await Promise.all(Array.from({ length: 30 }, () => button.press('toggle')));
    const done = responses.filter(({ status }) => status === 200).length;
    for (const response of responses) if (response.status !== 200) assertProblem(response, 429, 'rate_limited');
    assert.ok(done >= 20 && done < 30, String(done));
    assert.equal(await sequenceOf(live), sequence + done, 'each is carried out once, on the state of then');
  });

  it('[D6] when another process is faster, then a command starts again, for two seconds, and is carried out once or never', async () => {
    const { button, live } = await open({ passage: 'John 3:16-17' });
    const sequence = await sequenceOf(live);
    const { lives } = world.lectern.installation.storage;
    const { commit } = lives;
    let losses = 15;
    try {
      Object.assign(lives, {
        commit: async (...args: Parameters<typeof commit>) => (losses-- > 0 ? 'stale' : commit(...args)),
      });
      assert.equal((await press(button, 'next')).reference, 'John 3:17');
      assert.equal(await sequenceOf(live), sequence + 1);
      losses = Number.POSITIVE_INFINITY;
      const began = performance.now();
      assertProblem(await button.press('previous'), 503, 'unavailable');
      const tookMs = performance.now() - began;
      assert.ok(tookMs > 1_900 && tookMs < 4_000, String(tookMs));
    } finally {
      Object.assign(lives, { commit });
    }
    assert.equal(await sequenceOf(live), sequence + 1);
  });

  it('[D42] when the maker falls below operator, leaves or is disabled, then the link has ended for good; a restriction passes', async () => {
    const { lectern } = world;
    const { live, maker, button } = await open({ passage: 'John 3:16' });
    const address = { 'x-forwarded-for': '192.0.2.3' };
    await setRole(lectern, live.owner, maker, 'owner');
    assert.equal((await button.press('show')).status, 200);
    const { installation } = lectern;
    await executeCommand(installation, 'account restrict', { id: live.owner.id });
    assertProblem(await button.press('show'), 403, 'processing_restricted');
    assertProblem(await button.read(), 403, 'processing_restricted');
    await executeCommand(installation, 'account unrestrict', { id: live.owner.id });
    assert.equal((await button.press('show')).status, 200);
    await setRole(lectern, live.owner, maker, 'viewer');
    await setRole(lectern, live.owner, maker, 'operator');
    assertProblem(await button.press('show', address), 404, 'not_found');
    const next = await createButton(lectern, { liveId: live.liveId, userId: maker.id });
    const { cursor } = (await next.read()).body;
    const waiting = next.read(`now?after=${cursor}&wait=20`);
    await new Promise((resolve) => setTimeout(resolve, 50));
    await executeCommand(installation, 'user disable', { email: maker.email });
    assertProblem(await waiting, 404, 'not_found');
    assertProblem(await next.press('show', address), 404, 'not_found');
    await executeCommand(installation, 'user enable', { email: maker.email });
    assertProblem(await next.press('show', address), 404, 'not_found');
  });

  it('[D43], [D64] when a button is pressed, then audit, now and operators name the link, and nothing anywhere has its key', async () => {
    const { live, maker, button } = await open({ passage: 'John 3:16-17' });
    await button.press('next');
    await button.press('hide');
    const [hid, stepped] = await readAudit(live);
    assert.deepEqual(
      [hid!.operation, hid!.detail, stepped!.operation, stepped!.credentialId, stepped!.userId],
      ['playbackByButton', 'hidden', 'stepByButton', button.id, maker.id],
    );
    const { body: now } = await live.call('GET', '/now');
    assert.equal(now.changed.by, 'Desk');
    const secret = button.key.slice(4);
    const encoded = `%${button.key.charCodeAt(0).toString(16)}${button.key.slice(1)}`;
    const twice = encoded.replace('%', '%25');
    for (const key of [button.key, encoded, twice, `x${button.key}`, button.key.replace('_', '%5F')]) {
      await sendRequest(world.url, 'POST', `/b/${button.id}/${key}/next`, undefined, {
        'x-forwarded-for': '192.0.2.4',
      });
    }
    assertProblem(await button.press('jump'), 404, 'not_found');
    await button.press(`passage?q=${button.key}`);
    const everything = JSON.stringify([world.lectern.logged, await readAudit(live)]);
    assert.ok(!everything.includes(secret));
    assert.ok(everything.includes(`/b/${button.id}/…/next`));
    const [link] = await world.lectern.installation.storage.remoteLinks.findAll([button.id]);
    assert.ok(!JSON.stringify(link).includes(secret));
  });

  it('[D55] when a write asks for the view of a controller, then it responds as now does, with its own status and ETag', async () => {
    const { live } = await open();
    const writes = [
      ['POST', '/passages', { passage: 'John 3:16-17' }],
      ['POST', '/stack', { reference: { book_id: 43, chapter: 3, verse: 18 } }],
      ['PATCH', '/playback', { paused: true }],
      ['POST', '/undo', {}],
      ['POST', '/redo', {}],
      ['DELETE', '/stack', undefined],
    ] as const;
    for (const [method, path, body] of writes) {
      const refused = await live.attempt(method, `${path}?view=short`, body);
      assertProblem(refused, 422, 'invalid_fields');
      const { status, etag, body: got } = await live.attempt(method, `${path}?view=now`, body);
      const { body: now } = await live.call('GET', '/now');
      assert.deepEqual([status, etag, got], [200, now.etag, now], `${method} ${path}`);
    }
  });
});

describe('[D74] button links on two nodes', () => {
  const cluster = useNodes(2);

  it('[D6] when buttons are pressed on both nodes at once, then each command is carried out once', async () => {
    const [one, other] = cluster.nodes as [(typeof cluster.nodes)[0], (typeof cluster.nodes)[0]];
    const [owner] = await createOwners(one, EDITION);
    const live = await openLive(one, ['one'], {}, owner);
    await live.push('John 3:16-17');
    const maker = await createMember(one, owner, 'operator');
    const here = await createButton(one, { liveId: live.liveId, userId: maker.id });
    const there = buttonAt(other.url, here.id, here.key);
    const { sequence } = await live.read();
    const { cursor } = (await there.read()).body;
    const waiting = there.read(`now?after=${cursor}&wait=20`);
    const responses = await Promise.all(
      [here, there, here, there, here, there, here].map((each) => each.press('toggle')),
    );
    assert.deepEqual(new Set(responses.map(({ status }) => status)), new Set([200]));
    assert.equal((await live.read()).sequence, sequence + responses.length);
    assert.equal((await waiting).status, 200);
  });
});
