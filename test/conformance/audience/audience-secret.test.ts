import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { before, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { type ApiResponse, assertProblem, type JsonDocument, sendRequest } from '../../support/requests/api.ts';
import { audienceEntrance } from '../../support/requests/audience-entrance.ts';
import { controlLive, createLiveController, type LiveController } from '../../support/requests/live-controller.ts';
import { readSnapshot } from '../../support/requests/poll.ts';
import { type AudienceStream, openStream } from '../../support/requests/stream.ts';
import { joinAudience } from '../../support/requests/viewer.ts';
import { query } from '../../support/requests/waiting-polls.ts';
import {
  PAGE_ENGINES,
  smallEdition,
  startTestLectern,
  type TestLectern,
  type TestOwner,
} from '../../support/server/lectern.ts';
import { createOwners, useInProcessServer, useNodes } from '../../support/server/suite-server.ts';

const SECRET = /^[0-9A-HJKMNP-TV-Z]{4}(-[0-9A-HJKMNP-TV-Z]{4}){2}$/;
/** More wrong guesses than any limit worth its name lets through. */
const GUESSES_MAX = 200;
/** How long a refusal holds on, at least, while it is looked at. */
const REST_MIN_SECONDS = 10;
const TEXT = 'For God so loved the world';

const protect = async (controller: LiveController): Promise<string> =>
  take(await controller.send('POST', '/audience-secret', {}));
const rotate = async (controller: LiveController): Promise<string> =>
  take(await controller.send('PUT', '/audience-secret', {}));
function take({ status, body }: ApiResponse): string {
  assert.equal(status, 200, JSON.stringify(body));
  assert.match(body.secret, SECRET);
  return body.secret;
}
/** A well-formed secret that was never issued. */
const wrongGuess = (secret: string): string => (secret[0] === '7' ? '8' : '7') + secret.slice(1);
const hasEnded = async (streams: readonly AudienceStream[]): Promise<void> => {
  for (const stream of streams) {
    assert.equal(await stream.ended, true, 'in order');
    assert.ok(!stream.events.some(({ name }) => name === 'gone'), 'the Live is still there');
  }
};

const EDITION = smallEdition('one', { 43: { 3: { 16: TEXT } } });

/** A Live that shows a verse. */
async function openShown(lectern: TestLectern, owner: TestOwner): Promise<LiveController> {
  const controller = await createLiveController(lectern, owner, { translations: ['one'] });
  await controller.push({ book_id: 43, chapter: 3, verse: 16 });
  return controller;
}

for (const engine of PAGE_ENGINES) {
  describe(`[D20] the audience's secret on ${engine}`, () => {
    const { lectern } = useInProcessServer({ engine, settings: { LECTERN_LIVES_PER_OWNER: '1000' } });
    let owners: [TestOwner, TestOwner];

    before(async () => {
      owners = await createOwners(lectern, EDITION);
    });

    const open = (owner = owners[0]) => openShown(lectern, owner);
    const door = ({ id }: LiveController) => audienceEntrance(lectern.url, id);
    const state = async (controller: LiveController): Promise<JsonDocument> => {
      const { status, body, etag } = await controller.get('/audience-secret');
      assert.equal(status, 200);
      assert.equal(etag, (await controller.get()).etag, '[D5] the ETag of the Live');
      return body;
    };

    it('[PUT audience-secret] when POST protects, PUT rotates or DELETE removes, then each adds 1, and the secret is in that response only', async () => {
      for (const owner of owners) {
        const controller = await open(owner);
        let { sequence } = (await controller.get()).body;
        const expected = (isProtected: boolean) => ({ live_id: controller.id, sequence, protected: isProtected });
        const secrets = new Set<string>();
        assert.deepEqual(await state(controller), expected(false));
        for (let round = 0; round < 2; round++) {
          for (const method of ['POST', 'PUT', 'PUT'] as const) {
            const { status, body } = await controller.send(method, '/audience-secret', {});
            const { secret, ...rest } = body;
            sequence++;
            assert.deepEqual([status, rest], [200, expected(true)]);
            assert.match(secret, SECRET);
            secrets.add(secret);
            assert.deepEqual(await state(controller), expected(true));
            await controller.refused(409, 'already_protected', () => controller.send('POST', '/audience-secret', {}));
          }
          const removed = await controller.send('DELETE', '/audience-secret');
          sequence++;
          assert.deepEqual([removed.status, removed.body], [200, expected(false)]);
          assert.deepEqual(await state(controller), expected(false));
          await controller.refused(409, 'not_protected', () => controller.send('PUT', '/audience-secret', {}));
        }
        assert.equal(secrets.size, 6);
      }
    });

    it('[D1], [D9] when a request changes the secret, then its body is the empty object, DELETE has none, and Idempotency-Key is refused', async () => {
      const controller = await open();
      const attempts = async () => {
        for (const method of ['POST', 'PUT'] as const) {
          for (const body of [{ secret: 'AAAA-AAAA-AAAA' }, { x: null }, [], null, 'x']) {
            await controller.refused(422, 'invalid_fields', () => controller.send(method, '/audience-secret', body));
          }
        }
        await controller.refused(422, 'invalid_fields', () => controller.send('DELETE', '/audience-secret', {}));
        for (const method of ['POST', 'PUT', 'DELETE'] as const) {
          const body = method === 'DELETE' ? undefined : {};
          await controller.refused(422, 'idempotency_unsupported', () =>
            controller.send(method, '/audience-secret', body, { 'idempotency-key': 'once' }),
          );
        }
      };
      await attempts();
      await protect(controller);
      await attempts();
    });

    it('when the secret changes, then playback, queue, focus and what viewers see stay the same, also for a stopped Live', async () => {
      const controller = await open();
      for (const playback of [{ paused: false }, { paused: true }, { status: 'stopped' }]) {
        await controller.play(playback);
        const { data: before } = await readSnapshot(lectern, controller);
        await protect(controller);
        await rotate(controller);
        await controller.send('DELETE', '/audience-secret');
        const { data } = await readSnapshot(lectern, controller);
        const strip = ({ live, display, ...rest }: JsonDocument) => ({
          ...rest,
          live: { ...live, sequence: 0 },
          display: { ...display, sequence: 0 },
        });
        assert.deepEqual(strip(data), strip(before));
      }
    });

    it('[D44] when the secret is missing, then the page asks for it and shows nothing of the Live, and there is no stream', async () => {
      const controller = await open();
      const secret = await protect(controller);
      const asks = await door(controller).page();
      assert.equal(asks.status, 403);
      assert.match(asks.headers.get('content-type') ?? '', /^text\/html/);
      assert.equal(asks.headers.get('cache-control'), 'no-store');
      assert.deepEqual(asks.headers.getSetCookie(), []);
      const policy = asks.headers.get('content-security-policy') ?? '';
      assert.match(policy, /default-src 'none'/);
      assert.match(policy, /form-action 'self'/);
      assert.doesNotMatch(policy, /unsafe/);
      assert.match(asks.body, /<form\b[^>]*method="post"/i);
      assert.ok(asks.body.includes(`action="/l/${controller.id}/secret"`));
      assert.match(asks.body, /<input\b[^>]*name="secret"/);
      for (const sent of [TEXT, 'data-stream', secret, 'Organization']) assert.ok(!asks.body.includes(sent), sent);
      const head = await sendRequest(lectern.url, 'HEAD', `/l/${controller.id}`);
      assert.deepEqual([head.status, head.body], [403, null]);
      assert.equal(await door(controller).streamStatus(), 403);
      assert.equal(await door(controller).streamStatus({ 'last-event-id': 'x' }), 403);
      const cookie = await door(controller).enter(secret);
      assert.equal((await door(controller).page({ cookie })).status, 200);
      const viewer = await joinAudience(lectern.url, controller.id, { headers: { cookie } });
      assert.equal(viewer.state.items[0]?.text, TEXT);
      viewer.close();
      // What one knows who was in does not let another in.
      const { lastEventId } = viewer;
      assert.equal(await door(controller).streamStatus({ 'last-event-id': lastEventId! }), 403);
    });

    it('when the secret is entered, then case, dashes and spaces are ignored; O is read as 0, I and L as 1', async () => {
      const controller = await open();
      let secret = await protect(controller);
      for (let attempts = 0; !(secret.includes('0') && secret.includes('1')) && attempts < 500; attempts++) {
        secret = await rotate(controller);
      }
      const bare = secret.replaceAll('-', '');
      const spellings = [
        secret,
        bare,
        secret.toLowerCase(),
        ` ${secret} `,
        secret.replaceAll('-', ' '),
        [...bare].join('-'),
        secret.replaceAll('0', 'O').replaceAll('1', 'I'),
        secret.replaceAll('0', 'o').replaceAll('1', 'l'),
        secret.replaceAll('1', 'L').toLowerCase(),
        secret.replaceAll('1', 'i'),
      ];
      const viaCookie = await Promise.all(spellings.map((spelling) => door(controller).enter(spelling)));
      assert.equal(new Set(viaCookie).size, 1);
      const wrong = [
        '',
        ' ',
        '-',
        wrongGuess(secret),
        bare.slice(1),
        `${bare}0`,
        `${secret}-`.repeat(2),
        'U'.repeat(12),
      ];
      for (const guess of [...wrong, '\0', 'ä'.repeat(12)]) {
        const response = await door(controller).give(guess);
        assert.deepEqual([guess, response.status], [guess, 403]);
        assert.deepEqual(response.headers.getSetCookie(), []);
      }
    });

    it('[D44] when the cookie is set, then it is HttpOnly, SameSite=Lax, for this Live only, and not the secret', async () => {
      const controller = await open();
      const secret = await protect(controller);
      const response = await door(controller).give(secret);
      const [header = ''] = response.headers.getSetCookie();
      const [pair, ...attributes] = header.split('; ');
      const names = attributes.map((attribute) => attribute.toLowerCase());
      for (const wanted of ['httponly', 'samesite=lax', `path=/l/${controller.id}`.toLowerCase()]) {
        assert.ok(names.includes(wanted), header);
      }
      assert.ok(!names.some((name) => name.startsWith('domain')), header);
      assert.ok(!names.includes('secure'), 'this installation is reached over plain HTTP');
      for (const text of [secret, secret.replaceAll('-', '')]) assert.ok(!header.includes(text));
      assert.equal(response.headers.get('cache-control'), 'no-store');

      const other = await open();
      const otherSecret = await protect(other);
      const value = pair!.slice(pair!.indexOf('=') + 1);
      const otherName = (await door(other).enter(otherSecret)).split('=')[0];
      const forged = value.slice(0, -2) + (value.at(-2) === 'A' ? 'B' : 'A') + value.at(-1);
      const name = pair!.split('=')[0];
      for (const cookie of [pair!, `${otherName}=${value}`]) {
        assert.equal((await door(other).page({ cookie })).status, 403, cookie);
        assert.equal(await door(other).streamStatus({ cookie }), 403, cookie);
      }
      for (const cookie of [`${name}=${forged}`, `${name}=`, `${name}=${value}x`, `${name}=${secret}`, 'a=b', name!]) {
        assert.equal(await door(controller).streamStatus({ cookie }), 403, cookie);
      }
      for (const cookie of [pair!, `a=b; ${pair}; c=d`])
        assert.equal(await door(controller).streamStatus({ cookie }), 200);
    });

    it('[D44] when a request has the cookie, then no REST operation reads it; when it has a credential, then that does not open the audience’s door', async () => {
      const controller = await open();
      const secret = await protect(controller);
      const cookie = await door(controller).enter(secret);
      for (const sub of ['', '/display', '/events', '/audience-secret']) {
        const response = await sendRequest(lectern.url, 'GET', controller.path + sub, undefined, { cookie });
        assertProblem(response, 401, 'invalid_token');
      }
      const headers = { authorization: `Bearer ${controller.owner.token}` };
      assert.equal((await door(controller).page({ headers })).status, 403);
      assert.equal(await door(controller).streamStatus(headers), 403);
      assert.equal((await controller.get('', { cookie: 'lectern=x' })).status, 200);
    });

    it('[D45] when the form is sent, then the address of the page is kept, whatever it contains', async () => {
      const controller = await open();
      const secret = await protect(controller);
      for (const query of [
        '?view=screen',
        '?view=lower-third&theme=light&scale=2&lang=de',
        '?x=%0d%0aSet-Cookie:%20a',
        '?',
      ]) {
        const asks = await door(controller).page({ query });
        const action = /<form\b[^>]*action="([^"]*)"/.exec(asks.body)?.[1]?.replaceAll('&amp;', '&');
        assert.equal(action, `/l/${controller.id}/secret${query}`);
        const wrong = await door(controller).give('x', { query });
        assert.ok(wrong.body.includes(`/l/${controller.id}/secret${query.replaceAll('&', '&amp;')}`));
        const { status, headers } = await door(controller).give(secret, { query });
        const location = new URL(headers.get('location')!, lectern.url);
        assert.deepEqual([status, location.href], [303, new URL(`/l/${controller.id}${query}`, lectern.url).href]);
      }
      const hostile = await door(controller).page({ query: '?"><script>alert(1)</script>' });
      assert.doesNotMatch(hostile.body, /<script>alert/);
      const typed = await door(controller).give('"><script>alert(2)</script>');
      assert.doesNotMatch(typed.body, /<script>alert/);
      assert.match(typed.body, /value="&quot;&gt;&lt;script&gt;alert\(2\)&lt;\/script&gt;"/, 'it stays to be mended');
    });

    it('when the form comes from another site, then the response is 403 and lets no viewer in', async () => {
      const controller = await open();
      const secret = await protect(controller);
      const foreign = await door(controller).give(secret, { headers: { 'sec-fetch-site': 'cross-site' } });
      assert.deepEqual([foreign.status, foreign.headers.getSetCookie()], [403, []]);
      for (const site of ['same-origin', 'none']) await door(controller).enter(secret, { 'sec-fetch-site': site });
    });

    it('when a viewer is refused, then the page is in the language of the viewer and offers a way to continue', async () => {
      const controller = await open();
      const secret = await protect(controller);
      const asked = {
        en: ['Join the reading', 'That secret is not right'],
        pt: ['Acompanhar a leitura', 'O código está incorreto'],
        de: ['Mitlesen', 'Der Code stimmt nicht'],
      };
      for (const [language, [title, wrong]] of Object.entries(asked)) {
        const headers = { 'accept-language': language };
        const long = await door(controller).give('x'.repeat(2_000), { query: '?view=screen', headers });
        const foreign = await door(controller).give(secret, {
          headers: { ...headers, 'sec-fetch-site': 'cross-site' },
        });
        const missing = await audienceEntrance(lectern.url, 'A'.repeat(20)).give(secret, { headers });
        assert.deepEqual([long.status, foreign.status, missing.status], [413, 403, 404]);
        for (const { headers: got, body } of [long, foreign, missing]) {
          assert.match(got.get('content-type') ?? '', /^text\/html/);
          assert.equal(got.get('cache-control'), got === missing.headers ? 'no-store' : 'private, no-cache');
          assert.deepEqual(got.getSetCookie(), []);
          assert.ok(body.includes(`<html lang="${language}"`));
        }
        for (const { headers: got, body } of [long, foreign]) {
          assert.match(got.get('content-security-policy') ?? '', /form-action 'self'/);
          assert.ok(body.includes(`<h1>${title}</h1>`));
        }
        assert.ok(long.body.includes(wrong));
        assert.ok(long.body.includes(`action="/l/${controller.id}/secret?view=screen"`));
        assert.ok(!foreign.body.includes(wrong), 'it was not looked at');
        const same = await audienceEntrance(lectern.url, 'A'.repeat(20)).page({ headers });
        assert.equal(missing.body, same.body, 'as at its own address');
      }
    });

    it('when a body is not a form of this page, then it is refused and breaks nothing', async () => {
      const controller = await open();
      const secret = await protect(controller);
      const path = `/l/${controller.id}/secret`;
      const form = { 'content-type': 'application/x-www-form-urlencoded' };
      const attempts: [string | undefined, Record<string, string>][] = [
        [undefined, {}],
        ['', form],
        [`secret=${secret}&secret=${secret}`, form],
        [`secret[]=${secret}`, form],
        [`other=${secret}`, form],
        ['%', form],
        [`secret=${'x'.repeat(100_000)}`, form],
        [`secret=${secret}`, { 'content-type': 'text/plain' }],
        [secret, { 'content-type': 'multipart/form-data; boundary=x' }],
      ];
      for (const [content, headers] of attempts) {
        const response = await sendRequest(lectern.url, 'POST', path, content, headers);
        assert.ok(response.status >= 400 && response.status < 500, `${content?.slice(0, 40)} ${response.status}`);
        assert.deepEqual(response.headers.getSetCookie(), []);
      }
      await door(controller).enter(secret);
    });

    it('when a Live is open, then it needs no secret; when a Live does not exist, then it has none', async () => {
      const controller = await open();
      const given = await door(controller).give('AAAA-AAAA-AAAA', { query: '?view=stage' });
      assert.deepEqual([given.status, given.headers.getSetCookie()], [303, []]);
      assert.match(given.headers.get('location') ?? '', new RegExp(`/l/${controller.id}\\?view=stage$`));
      const missing = audienceEntrance(lectern.url, 'AAAAAAAAAAAAAAAAAAAA');
      assert.equal((await missing.give('AAAA-AAAA-AAAA')).status, 404);
      assert.equal((await missing.page()).status, 404);
    });

    it('when the secret is rotated, then all viewers let in by the old one are disconnected; their cookie is worthless, the new one works', async () => {
      const controller = await open();
      const secret = await protect(controller);
      const cookie = await door(controller).enter(secret);
      const streams = await Promise.all([1, 2, 3].map(() => openStream(lectern.url, controller.id, { cookie })));
      for (const stream of streams) await stream.takeState();
      const bystander = await open();
      const elsewhere = await openStream(lectern.url, bystander.id);
      const next = await rotate(controller);
      await hasEnded(streams);
      assert.equal(await door(controller).streamStatus({ cookie }), 403);
      assert.equal((await door(controller).page({ cookie })).status, 403);
      assert.equal((await door(controller).give(secret)).status, 403);
      const fresh = await door(controller).enter(next);
      assert.notEqual(fresh, cookie);
      const viewer = await joinAudience(lectern.url, controller.id, { headers: { cookie: fresh } });
      await controller.push({ book_id: 43, chapter: 3, verse: 16 });
      await viewer.comesTo(2, ({ items }) => items.length);
      viewer.close();
      assert.ok(!elsewhere.response.complete, 'viewers of other Lives stay');
      elsewhere.close();
    });

    it('when an open Live is protected, then its viewers are disconnected; when the secret is removed, then they are too, and all may enter', async () => {
      const controller = await open();
      const strangers = await Promise.all([1, 2].map(() => openStream(lectern.url, controller.id)));
      for (const stream of strangers) await stream.takeState();
      const secret = await protect(controller);
      await hasEnded(strangers);
      assert.equal(await door(controller).streamStatus(), 403);
      const cookie = await door(controller).enter(secret);
      const guest = await openStream(lectern.url, controller.id, { cookie });
      await guest.takeState();
      assert.equal((await controller.send('DELETE', '/audience-secret')).status, 200);
      await hasEnded([guest]);
      for (const headers of [{}, { cookie }] as Record<string, string>[]) {
        assert.equal(await door(controller).streamStatus(headers), 200);
        assert.equal((await door(controller).page({ headers })).status, 200);
      }
      await protect(controller);
      assert.equal(await door(controller).streamStatus({ cookie }), 403, 'an old pass does not come back to life');
    });

    it('when viewers come at the very moment of a rotation, then none stays in with the old secret', async () => {
      const controller = await open();
      let secret = await protect(controller);
      for (let round = 0; round < 5; round++) {
        const cookie = await door(controller).enter(secret);
        const comeIn = () => openStream(lectern.url, controller.id, { cookie }).catch(() => null);
        const early = Array.from({ length: 10 }, comeIn);
        const rotation = rotate(controller);
        const late = Array.from({ length: 10 }, comeIn);
        secret = await rotation;
        const streams = (await Promise.all([...early, ...late])).filter((stream) => stream !== null);
        await Promise.all(streams.map(({ ended }) => ended));
        assert.equal(await door(controller).streamStatus({ cookie }), 403);
      }
    });

    it('when the server restarts, then secret and cookie stay valid', async () => {
      const controller = await open();
      const secret = await protect(controller);
      const cookie = await door(controller).enter(secret);
      const before = await state(controller);
      await lectern.restart();
      const again = controller.on(lectern);
      assert.deepEqual(await state(again), before);
      assert.equal(await door(again).streamStatus(), 403);
      assert.equal(await door(again).streamStatus({ cookie }), 200);
      assert.equal(await door(again).enter(secret), cookie);
    });

    it('[D2], [D43] when the secret is used, then it is in no log, event, read, page, header or table, nor is a hash that anyone can compute', async () => {
      const controller = await open();
      const waiting = await readSnapshot(lectern, controller);
      const secrets = [await protect(controller), await rotate(controller), await rotate(controller)];
      const [, , present] = secrets as [string, string, string];
      const cookie = await door(controller).enter(present);
      const other = await open();
      await protect(other);
      const responses = [
        await door(controller).page(),
        await door(controller).page({ cookie }),
        await controller.get('/audience-secret'),
        await controller.get(),
        await controller.get('/display'),
        await controller.get(`/events?after=${waiting.cursor}`),
        await controller.get('/history'),
        await controller.send('POST', '/audience-secret', {}),
      ];
      // A secret typed at another Live is in the field again, and nowhere else.
      const mistaken = await door(other).give(present);
      assert.equal(mistaken.body.split(present).length, 2);
      responses.push({ ...mistaken, body: mistaken.body.replace(`value="${present}"`, '') });
      const sent = JSON.stringify(responses.map(({ headers, body }) => [[...headers], body]));
      const logged = JSON.stringify(lectern.logged);
      assert.ok(logged.includes(controller.id), 'there is a log');
      const kept = await databaseText(lectern);
      assert.ok(kept.includes(controller.id), 'there is a database');
      for (const secret of secrets) {
        const bare = secret.replaceAll('-', '');
        for (const text of [secret, bare, secret.toLowerCase(), bare.toLowerCase()]) {
          assert.ok(!sent.includes(text), 'a response has it');
          assert.ok(!logged.includes(text), 'the log has it');
          assert.ok(!kept.includes(text), 'the database holds it');
          for (const salted of [text, controller.id + text, `${controller.id}\n${text}`]) {
            for (const encoding of ['hex', 'base64', 'base64url'] as const) {
              const digest = createHash('sha256').update(salted).digest(encoding);
              assert.ok(!kept.includes(digest), 'the database holds a hash without a key');
            }
          }
        }
      }
      assert.ok(!kept.includes(cookie.split('=')[1]!), 'the database holds what would let a viewer in');
    });
  });

  describe(`[D20] guessing the audience's secret on ${engine}`, () => {
    const { lectern } = useInProcessServer({ engine, settings: { LECTERN_TRUSTED_PROXIES: '127.0.0.1' } });
    let owners: [TestOwner, TestOwner];

    before(async () => {
      owners = await createOwners(lectern, EDITION);
    });

    const from = (address: string) => ({ 'x-forwarded-for': address });
    /** Guesses wrongly until that is refused. */
    const exhaust = async (controller: LiveController, secret: string, address: string): Promise<number> => {
      for (let count = 0; count < GUESSES_MAX; count++) {
        const response = await audienceEntrance(lectern.url, controller.id).give(wrongGuess(secret), {
          headers: from(address),
        });
        if (response.status === 429) {
          assert.match(response.headers.get('content-type') ?? '', /^text\/html/);
          const seconds = Number(response.headers.get('retry-after'));
          assert.ok(Number.isInteger(seconds) && seconds > 0 && seconds <= 60);
          if (seconds > REST_MIN_SECONDS) return count;
          // The minute is nearly over: what is to be seen now needs some of it.
          await sleep(seconds * 1000);
          return exhaust(controller, secret, address);
        }
        assert.equal(response.status, 403);
      }
      throw new Error(`${GUESSES_MAX} wrong guesses were judged`);
    };

    it('when wrong secrets reach the limit per Live and address, then the right one is refused there too, and others are not affected', async () => {
      const [controller, other] = [await openShown(lectern, owners[0]), await openShown(lectern, owners[0])];
      const [secret, otherSecret] = [await protect(controller), await protect(other)];
      const here = audienceEntrance(lectern.url, controller.id);
      const cookie = await here.enter(secret, from('192.0.2.1'));
      assert.ok((await exhaust(controller, secret, '192.0.2.1')) >= 3, 'people mistype');
      const late = await here.give(secret, { headers: from('192.0.2.1') });
      assert.deepEqual([late.status, late.headers.getSetCookie()], [429, []]);
      assert.equal(await here.streamStatus({ ...from('192.0.2.1'), cookie }), 200, 'who is in stays in');
      assert.equal((await here.page({ cookie, headers: from('192.0.2.1') })).status, 200);
      await audienceEntrance(lectern.url, other.id).enter(otherSecret, from('192.0.2.1'));
      for (const address of ['192.0.2.2', '2001:db8::1']) await here.enter(secret, from(address));
      // Addresses that a client puts before the proxy's own are ignored.
      const forged = await here.give(secret, { headers: from('198.51.100.7, 192.0.2.1') });
      assert.equal(forged.status, 429);
    });

    it('when many viewers enter from one address, then all are let in: right secrets are not counted', async () => {
      const controller = await openShown(lectern, owners[1]);
      const secret = await protect(controller);
      const { enter } = audienceEntrance(lectern.url, controller.id);
      for (let phone = 0; phone < GUESSES_MAX; phone++) await enter(secret, from('192.0.2.9'));
      assert.ok((await exhaust(controller, secret, '192.0.2.9')) >= 3);
    });

    it('[D10] when there is no trusted proxy, then X-Forwarded-For does not evade the limit', async () => {
      await using bare = await startTestLectern(engine);
      const [organization] = await createOwners(bare, EDITION);
      const controller = await openShown(bare, organization);
      const secret = await protect(controller);
      let refused = false;
      for (let count = 0; count < GUESSES_MAX && !refused; count++) {
        const headers = from(`192.0.2.${count}`);
        refused =
          (await audienceEntrance(bare.url, controller.id).give(wrongGuess(secret), { headers })).status === 429;
      }
      assert.ok(refused);
    });
  });
}

describe('[D20] the audience’s secret behind HTTPS', () => {
  it('[D44] when the server is behind HTTPS, then the cookie is Secure', async () => {
    await using lectern = await startTestLectern('sqlite', { LECTERN_PUBLIC_URL: 'https://lectern.example' });
    const [organization] = await createOwners(lectern, EDITION);
    const controller = await openShown(lectern, organization);
    const { headers } = await audienceEntrance(lectern.url, controller.id).give(await protect(controller));
    assert.match(headers.getSetCookie()[0]!, /; Secure(;|$)/i);
  });
});

describe('[D20] the audience’s secret on three nodes', () => {
  const cluster = useNodes(3);
  let owner: TestOwner;
  before(async () => {
    [owner] = await createOwners(cluster.nodes[0]!, EDITION);
  });

  it('when one node sets the cookie, then it is valid on all; when one rotates or removes the secret, then the viewers of all are disconnected', async () => {
    const controller = await openShown(cluster.nodes[0]!, owner);
    const at = (index: number) => controlLive(cluster.nodes[index % 3]!, owner, controller.id, controller.etag);
    const doors = cluster.nodes.map(({ url }) => audienceEntrance(url, controller.id));
    const joinAll = (headers: Record<string, string>) =>
      Promise.all(cluster.nodes.map(({ url }) => openStream(url, controller.id, headers)));
    let streams = await joinAll({});
    let secret = await protect(controller);
    await hasEnded(streams);
    for (let round = 1; round <= 4; round++) {
      const cookie = await doors[round % 3]!.enter(secret);
      for (const door of doors) assert.equal(await door.streamStatus(), 403);
      streams = await joinAll({ cookie });
      const elsewhere = at(round);
      assert.equal((await elsewhere.get()).status, 200);
      if (round < 4) secret = await rotate(elsewhere);
      else assert.equal((await elsewhere.send('DELETE', '/audience-secret')).status, 200);
      // Acknowledged: no node lets a viewer in by the old one any more.
      for (const door of doors) {
        assert.equal(await door.streamStatus({ cookie }), round < 4 ? 403 : 200);
        assert.equal((await door.page({ cookie })).status, round < 4 ? 403 : 200);
      }
      await hasEnded(streams);
    }
  });

  it('when one address makes wrong guesses, then they count together, whichever node they go to', async () => {
    const controller = await openShown(cluster.nodes[0]!, owner);
    const secret = await protect(controller);
    /** How many are judged until one is refused. */
    const judged = async (liveId: string, wrong: string, nodes: readonly TestLectern[]): Promise<number> => {
      for (let count = 0; count < GUESSES_MAX; count++) {
        const { status } = await audienceEntrance(nodes[count % nodes.length]!.url, liveId).give(wrong);
        if (status === 429) return count;
        assert.equal(status, 403);
      }
      throw new Error(`${GUESSES_MAX} wrong guesses were judged`);
    };
    const alone = await openShown(cluster.nodes[0]!, owner);
    const one = await judged(alone.id, wrongGuess(await protect(alone)), cluster.nodes.slice(0, 1));
    const three = await judged(controller.id, wrongGuess(secret), cluster.nodes);
    // A new minute may have begun in between; counted apart they would be three times as many.
    assert.ok(three < 2 * one, `${three} on three nodes, ${one} on one`);
  });

  it('when there are too many wrong guesses, then the right secret is refused too, on a node that received no guess', async () => {
    const [near, far] = cluster.nodes.map(({ url }) => url);
    const controller = await openShown(cluster.nodes[0]!, owner);
    const secret = await protect(controller);
    const wrong = wrongGuess(secret);
    const exhaust = async () => {
      for (let count = 0; count < GUESSES_MAX; count++) {
        if ((await audienceEntrance(near!, controller.id).give(wrong)).status === 429) return;
      }
      throw new Error(`${GUESSES_MAX} wrong guesses were judged`);
    };
    await exhaust();
    let right = await audienceEntrance(far!, controller.id).give(secret);
    if (right.status !== 429) {
      // Only where a new minute has begun in between.
      assert.equal((await audienceEntrance(near!, controller.id).give(wrong)).status, 403);
      await exhaust();
      right = await audienceEntrance(cluster.nodes[2]!.url, controller.id).give(secret);
    }
    assert.equal(right.status, 429);
  });
});

/** Everything that the database holds, as text. */
async function databaseText({ engine, config }: TestLectern): Promise<string> {
  if (engine === 'sqlite') {
    const files = readdirSync(config.dataDir).filter((name) => name.includes('.db'));
    assert.ok(files.length > 0);
    return files.map((name) => readFileSync(join(config.dataDir, name), 'latin1')).join();
  }
  const tables = await query<{ name: string }>(
    config.databaseUrl!,
    "SELECT quote_ident(table_name) AS name FROM information_schema.tables WHERE table_schema = 'public'",
  );
  const rows = await Promise.all(
    tables.map(({ name }) => query<{ text: string }>(config.databaseUrl!, `SELECT t::text AS text FROM ${name} AS t`)),
  );
  return rows.flatMap((each) => each.map(({ text }) => text)).join();
}
