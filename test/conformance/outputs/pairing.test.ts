import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { VIEWER_POLICY } from '../../../src/audience/policies.ts';
import {
  OUTPUTS_PER_LIVE_MAX,
  PAIRING_CODE_SECONDS,
  PAIRING_CODES_MAX,
  PAIRING_CODES_PER_ADDRESS_MAX,
  PAIRING_GUESSES_MAX,
  PAIRING_GUESSES_MINUTES,
  PAIRING_GUESSES_PER_HOUR_MAX,
} from '../../../src/contract/limits.ts';
import { newId } from '../../../src/domain/identifiers.ts';
import { Pairing } from '../../../src/domain/pairing/pairing.ts';
import { readSecrets } from '../../../src/secrets.ts';
import { type Api, api, assertProblem, createTestLive } from '../../support/requests/api.ts';
import { type AgentPage, BrowserAgent } from '../../support/requests/browser-agent.ts';
import { REPORT } from '../../support/requests/output-entrance.ts';
import { createTestOrganization, PAGE_ENGINES } from '../../support/server/lectern.ts';
import { runSql } from '../../support/server/sql.ts';
import { useInProcessServer } from '../../support/server/suite-server.ts';

const CODE = /^[0-9A-HJKMNP-TV-Z]{6}$/;
/** Never in the code of the tests by chance: U is no character of a code. */
const NO_CODE = 'UUUUUU';
const SETTINGS = { LECTERN_TRUSTED_PROXIES: '127.0.0.1', LECTERN_LIVES_PER_OWNER: '1000' };
const MINUTE_MS = 60_000;

for (const engine of PAGE_ENGINES) {
  describe(`[D61] pairing on ${engine}`, () => {
    let now = Date.now();
    const world = useInProcessServer({ engine, settings: SETTINGS, clock: () => now });
    let addresses = 0;
    /** An address that no other test uses. */
    const newAddress = () => {
      addresses += 1;
      return `10.1.${addresses >> 8}.${addresses & 255}`;
    };

    const openScreen = (address = newAddress()) =>
      new BrowserAgent(world.lectern.config.publicUrl, { 'x-forwarded-for': address, accept: 'text/html' });
    const showCode = async (screen: BrowserAgent): Promise<string> => {
      const page = await screen.get('/screen');
      assert.equal(page.status, 200, page.text);
      return codeOf(page);
    };
    const ask = async (screen: BrowserAgent, shown: string) => {
      const response = await screen.postJson('/screen/code', { shown });
      assert.equal(response.status, 200, response.text);
      return JSON.parse(response.text);
    };
    const openLive = async (): Promise<{ client: Api; path: string }> => {
      const client = api(world.lectern, await createTestOrganization(world.lectern));
      const { path } = await createTestLive(client);
      return { client, path: `${path}/outputs` };
    };
    /** Each time from an address of its own, unless given. */
    const pair = (
      { client, path }: { client: Api; path: string },
      code: string,
      more: object = {},
      address = newAddress(),
    ) =>
      client.post(
        path,
        { name: 'Chapel', view: 'screen', pairing_code: code, ...more },
        { headers: { 'x-forwarded-for': address } },
      );

    it('when a screen is paired, then it is given that output, once, and opens it again from then on', async () => {
      const screen = openScreen();
      const code = await showCode(screen);
      assert.match(code, CODE);
      assert.deepEqual(await ask(screen, code), { code: null, output: null });
      const live = await openLive();
      const made = await pair(live, code);
      assert.equal(made.status, 201, JSON.stringify(made.body));
      const address = `/o/${made.body.id}?from=screen`;
      assert.deepEqual(await ask(screen, code), { code: null, output: address });
      assert.ok(screen.cookies.has(`lectern_output_${made.body.id}`));
      const pass = `${made.body.id}.${screen.cookies.get(`lectern_output_${made.body.id}`)}`;
      const kept = `lectern_screen=o.${pass}; Max-Age=34560000; Path=/screen; HttpOnly; SameSite=Lax`;
      const page = await screen.get(address);
      assert.ok(page.text.includes(`data-stream="/o/${made.body.id}/stream?from=screen"`));
      const report = await screen.postJson(`/o/${made.body.id}/report?from=screen`, REPORT);
      for (const { headers } of [page, report]) assert.ok(headers.getSetCookie().includes(kept), 'it is renewed');
      assert.ok(!(await screen.get(`/o/${made.body.id}`)).headers.getSetCookie().includes(kept));
      const again = await screen.get('/screen');
      assert.deepEqual(
        [again.status, again.location?.pathname, again.location?.search],
        [303, `/o/${made.body.id}`, '?from=screen'],
      );
      assertProblem(await pair(live, code), 422, 'invalid_pairing_code');
      assert.equal((await live.client.get(live.path)).body.data.length, 1);
    });

    it('when a code is typed in another case, with a dash, or O for 0, then it is read as it was meant', async () => {
      const live = await openLive();
      const screen = openScreen();
      const code = await showCode(screen);
      const typed = `${code.slice(0, 3)}-${code.slice(3)}`.toLowerCase().replaceAll('0', 'o').replaceAll('1', 'l');
      assert.equal((await pair(live, typed)).status, 201);
    });

    it('when the output is deleted, or its key is replaced, then the screen shows a code again', async () => {
      for (const end of ['delete', 'rotate'] as const) {
        const live = await openLive();
        const screen = openScreen();
        const code = await showCode(screen);
        const { id } = (await pair(live, code)).body;
        await ask(screen, code);
        assert.equal((await screen.get('/screen')).status, 303);
        const ended =
          end === 'delete'
            ? await live.client.delete(`${live.path}/${id}`)
            : await live.client.post(`${live.path}/${id}/rotate`, {});
        assert.ok(ended.status < 300);
        const other = await showCode(screen);
        assert.notEqual(other, code);
        assert.equal((await pair(live, other)).status, 201);
      }
    });

    it('when the key is replaced before the screen has fetched its output, then the screen gets none, and shows a code again', async () => {
      const live = await openLive();
      const screen = openScreen();
      const code = await showCode(screen);
      const { id } = (await pair(live, code)).body;
      const renamed = await live.client.patch(`${live.path}/${id}`, { name: 'Balcony' });
      assert.equal(renamed.status, 200);
      assert.ok((await live.client.post(`${live.path}/${id}/rotate`, {})).status < 300);
      const state = await ask(screen, code);
      assert.equal(state.output, null);
      assert.notEqual(state.code.code, code);
      assert.ok(!screen.cookies.has(`lectern_output_${id}`));
    });

    it('when the page of an output that is gone was opened by /screen, then it leads back there; another one does not', async () => {
      const live = await openLive();
      const screen = openScreen();
      const code = await showCode(screen);
      const { id } = (await pair(live, code)).body;
      await ask(screen, code);
      assert.equal((await screen.get(`/o/${id}?from=screen`)).status, 200);
      assert.equal((await openScreen().get(`/o/${id}`)).status, 403);
      const stranger = await openScreen().get(`/o/${id}?from=screen`);
      assert.deepEqual([stranger.status, stranger.location?.pathname], [303, '/screen']);
      await live.client.delete(`${live.path}/${id}`);
      const gone = await screen.get(`/o/${id}?from=screen`);
      assert.deepEqual([gone.status, gone.location?.pathname], [303, '/screen']);
      assert.equal((await screen.get(`/o/${id}`)).status, 404);
    });

    it('when the output is gone before the screen has asked, then the screen shows another code', async () => {
      const live = await openLive();
      const screen = openScreen();
      const code = await showCode(screen);
      const { id } = (await pair(live, code)).body;
      await live.client.delete(`${live.path}/${id}`);
      const { code: other, output } = await ask(screen, code);
      assert.equal(output, null);
      assert.match(other.code, CODE);
      assert.notEqual(other.code, code);
    });

    it('when a page is loaded again, then it shows the same code; when the code has expired, then its page gets another', async () => {
      const live = await openLive();
      const screen = openScreen();
      const code = await showCode(screen);
      now += (PAIRING_CODE_SECONDS - 1) * 1000;
      assert.equal(await showCode(screen), code);
      assert.deepEqual(await ask(screen, code), { code: null, output: null });
      now += 1000;
      assertProblem(await pair(live, code), 422, 'invalid_pairing_code');
      const { code: other } = await ask(screen, code);
      assert.notEqual(other.code, code);
      assert.match(other.qr.path, /^M/);
      assert.equal(await showCode(screen), other.code);
      assert.equal((await pair(live, other.code)).status, 201);
    });

    it('when a screen asks late for its output, then it still gets it, for ten minutes', async () => {
      const live = await openLive();
      const [soon, late] = [openScreen(), openScreen()];
      const codes = [await showCode(soon), await showCode(late)];
      now += (PAIRING_CODE_SECONDS - 1) * 1000;
      for (const code of codes) assert.equal((await pair(live, code)).status, 201);
      now += (PAIRING_CODE_SECONDS - 1) * 1000;
      assert.ok((await ask(soon, codes[0]!)).output);
      now += 1000;
      assert.equal((await ask(late, codes[1]!)).output, null);
    });

    it('when a code is wrong, used, or expired, then the response is the same', async () => {
      const live = await openLive();
      const used = await showCode(openScreen());
      await pair(live, used);
      const expired = await showCode(openScreen());
      now += PAIRING_CODE_SECONDS * 1000;
      const responses = [];
      for (const code of [NO_CODE, '000000', used, expired, 'short', 'far too long for a code']) {
        const response = await pair(live, code);
        assertProblem(response, 422, 'invalid_pairing_code');
        const { instance, request_id, ...rest } = response.body;
        responses.push(rest);
      }
      for (const response of responses) assert.deepEqual(response, responses[0]);
      for (const bad of ['', 'x'.repeat(65), 5, null]) {
        assertProblem(await pair(live, bad as string), 422, 'invalid_fields');
      }
    });

    it('when several use a code at once, then one gets the screen', async () => {
      const screen = openScreen();
      const code = await showCode(screen);
      const lives = await Promise.all(Array.from({ length: 5 }, openLive));
      const responses = await Promise.all(lives.map((live) => pair(live, code)));
      const [made, ...others] = responses.toSorted((a, b) => a.status - b.status);
      assert.equal(made!.status, 201);
      for (const response of others) assertProblem(response, 422, 'invalid_pairing_code');
      assert.equal((await ask(screen, code)).output, `/o/${made!.body.id}?from=screen`);
    });

    it('when the output cannot be made, then the code can still be used', async () => {
      const live = await openLive();
      const code = await showCode(openScreen());
      assertProblem(await pair(live, code, { name: ' ' }), 422, 'invalid_fields');
      assertProblem(await pair(live, code, { settings: { translations: ['none'] } }), 422, 'invalid_fields');
      for (let made = 0; made < OUTPUTS_PER_LIVE_MAX; made += 1) {
        assert.equal((await live.client.post(live.path, { name: 'Wall', view: 'screen' })).status, 201);
      }
      assertProblem(await pair(live, code), 409, 'quota_exceeded');
      assert.equal((await pair(await openLive(), code)).status, 201);
    });

    it(`when ${PAIRING_CODES_PER_ADDRESS_MAX} screens of an address wait, then a further one says so, and goes on by itself`, async () => {
      const address = newAddress();
      const screens = Array.from({ length: PAIRING_CODES_PER_ADDRESS_MAX + 3 }, () => openScreen(address));
      const pages = await Promise.all(screens.map((screen) => screen.get('/screen')));
      const refused = pages.filter(({ status }) => status === 429);
      assert.deepEqual([pages.filter(({ status }) => status === 200).length, refused.length], [5, 3]);
      for (const page of refused) {
        assert.match(page.text, /data-state="full"/);
        assert.ok(Number(page.headers.get('retry-after')) > 0);
      }
      const [waiting, other] = [
        screens[pages.findIndex(({ status }) => status === 200)]!,
        screens[pages.indexOf(refused[0]!)]!,
      ];
      const state = await other.postJson('/screen/code', { shown: '' });
      assert.deepEqual([state.status, JSON.parse(state.text).code], [429, 'rate_limited']);
      assert.equal((await waiting.get('/screen')).status, 200, 'those that wait keep their code');
      assert.match(await showCode(openScreen()), CODE, 'other addresses have their own');
      const live = await openLive();
      assert.equal((await pair(live, await showCode(waiting))).status, 201);
      assert.match((await ask(other, '')).code.code, CODE);
      now += PAIRING_CODE_SECONDS * 1000;
      assert.equal((await openScreen(address).get('/screen')).status, 200);
    });

    it('when screens of one IPv6 network wait, then they are counted together', async () => {
      const places = Array.from(
        { length: PAIRING_CODES_PER_ADDRESS_MAX + 1 },
        (_, host) => `2001:db8:1:2::${host + 1}`,
      );
      const states = [];
      for (const place of places) states.push((await openScreen(place).get('/screen')).status);
      assert.deepEqual(states, [200, 200, 200, 200, 200, 429]);
    });

    it(`when ${PAIRING_CODES_MAX} screens wait in all, then a further one is refused`, async () => {
      now += PAIRING_CODE_SECONDS * 1000;
      const until = new Date(now + MINUTE_MS).toISOString();
      const numbers = `WITH RECURSIVE numbers(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ${PAIRING_CODES_MAX})`;
      await runSql(
        world.lectern,
        `INSERT INTO waiting_screens (secret_hash, code_hash, address, network, created_at, expires_at)
           ${numbers} SELECT 'many' || n, 'many' || n, 'x', 'many' || n, '${until}', '${until}' FROM numbers`,
      );
      assert.equal((await openScreen().get('/screen')).status, 429);
      await runSql(world.lectern, "DELETE FROM waiting_screens WHERE secret_hash = 'many1'");
      assert.equal((await openScreen().get('/screen')).status, 200);
      await runSql(world.lectern, "DELETE FROM waiting_screens WHERE secret_hash LIKE 'many%'");
    });

    it(`when a principal has sent ${PAIRING_GUESSES_MAX} wrong codes in ten minutes, then no code of it is looked at`, async () => {
      const live = await openLive();
      const code = await showCode(openScreen());
      for (let wrong = 0; wrong < PAIRING_GUESSES_MAX; wrong += 1) {
        assertProblem(await pair(live, NO_CODE), 422, 'invalid_pairing_code');
      }
      const refused = await pair(live, code);
      assertProblem(refused, 429, 'rate_limited');
      const seconds = Number(refused.headers.get('retry-after'));
      assert.ok(seconds > 0 && seconds <= PAIRING_GUESSES_MINUTES * 60, `${seconds}`);
      assert.equal(
        (await live.client.post(live.path, { name: 'Chapel', view: 'screen' })).status,
        201,
        'without a code',
      );
      assert.equal((await pair(await openLive(), code)).status, 201, 'others may');
      now += PAIRING_GUESSES_MINUTES * MINUTE_MS;
      assert.equal((await pair(live, await showCode(openScreen()))).status, 201);
    });

    it(`when ${PAIRING_GUESSES_MAX} wrong codes of other owners came from an address, then codes from there are still looked at`, async () => {
      const address = newAddress();
      const code = await showCode(openScreen());
      for (let wrong = 0; wrong < PAIRING_GUESSES_MAX; wrong += 1) {
        assertProblem(await pair(await openLive(), NO_CODE, {}, address), 422, 'invalid_pairing_code');
      }
      assert.equal((await pair(await openLive(), code, {}, address)).status, 201);
    });

    it('when codes are right, then they are not counted', async () => {
      const live = await openLive();
      const address = newAddress();
      for (let right = 0; right < PAIRING_GUESSES_MAX + 2; right += 1) {
        assert.equal((await pair(live, await showCode(openScreen()), {}, address)).status, 201);
      }
    });

    it(`when there were ${PAIRING_GUESSES_PER_HOUR_MAX} wrong codes in an hour in all, then no code of an owner is looked at that had one of them`, async () => {
      now += 61 * MINUTE_MS;
      const [guilty, other, innocent] = [await openLive(), await openLive(), await openLive()];
      for (const live of [guilty, other]) await pair(live, NO_CODE);
      const end = new Date(now + 60 * MINUTE_MS).toISOString();
      // That of all has counted both.
      const [counter] = await runSql(
        world.lectern,
        `SELECT key FROM sign_in_failures WHERE ends_at = '${end}' ORDER BY failures DESC LIMIT 1`,
      );
      const set = `UPDATE sign_in_failures SET failures = ${PAIRING_GUESSES_PER_HOUR_MAX - 1} WHERE key = '${counter!.key}'`;
      await runSql(world.lectern, set);
      assertProblem(await pair(guilty, NO_CODE), 422, 'invalid_pairing_code');
      const code = await showCode(openScreen());
      for (const live of [guilty, other]) {
        const refused = await pair(live, code);
        assertProblem(refused, 429, 'rate_limited');
        const seconds = Number(refused.headers.get('retry-after'));
        assert.ok(seconds > 3_500 && seconds <= 3_600, `${seconds}`);
      }
      assert.equal((await pair(innocent, code)).status, 201);
      assert.equal((await pair(innocent, await showCode(openScreen()))).status, 201, 'right codes do not count');
      assertProblem(await pair(innocent, NO_CODE), 422, 'invalid_pairing_code');
      assertProblem(await pair(innocent, await showCode(openScreen())), 429, 'rate_limited');
      now += 60 * MINUTE_MS;
      assert.equal((await pair(guilty, await showCode(openScreen()))).status, 201);
    });

    it('when a person has typed a code, then the page says where and since when it is shown; a wrong one counts', async () => {
      const { storage } = world.lectern.installation;
      const pairing = new Pairing(storage, readSecrets(world.lectern.config.secretFile, false).key, () => now);
      const address = newAddress();
      const code = await showCode(openScreen(address));
      const owner = { kind: 'organization', id: newId() } as const;
      const guesser = { principal: newId(), network: newAddress(), owner };
      const since = new Date(now).toISOString();
      const until = new Date(now + PAIRING_CODE_SECONDS * 1000).toISOString();
      assert.deepEqual(await pairing.describe(code.toLowerCase(), guesser), { address, since, until });
      for (let wrong = 0; wrong < PAIRING_GUESSES_MAX; wrong += 1) {
        await assert.rejects(pairing.describe(NO_CODE, guesser), { code: 'invalid_pairing_code' });
      }
      await assert.rejects(pairing.describe(code, guesser), { code: 'rate_limited' });
      assert.equal((await pair(await openLive(), code)).status, 201, 'it is not used');
    });

    it('when a code is kept, then neither it nor the secret of its browser is in the database or the log', async () => {
      const screen = openScreen();
      const code = await showCode(screen);
      const secret = screen.cookies.get('lectern_screen')!.split('.')[2]!;
      const rows = JSON.stringify(await runSql(world.lectern, 'SELECT * FROM waiting_screens'));
      const live = await openLive();
      await pair(live, code);
      const logged = JSON.stringify(world.lectern.logged);
      for (const text of [code, secret]) assert.ok(!rows.includes(text) && !logged.includes(text), text);
    });

    it('when a page is sent, then its cookie is for /screen alone, and nothing of it can be embedded', async () => {
      const headers = { 'x-forwarded-for': newAddress(), accept: 'text/html' };
      const response = await fetch(`${world.lectern.url}/screen`, { headers });
      const [cookie] = response.headers.getSetCookie();
      assert.match(
        cookie!,
        /^lectern_screen=w\.[0-9A-Z]{6}\.[\w-]{43}; Max-Age=34560000; Path=\/screen; HttpOnly; SameSite=Lax$/,
      );
      assert.equal(response.headers.get('content-security-policy'), VIEWER_POLICY);
      assert.deepEqual(
        [response.headers.get('cache-control'), response.headers.get('referrer-policy')],
        ['no-store', 'no-referrer'],
      );
      // Over HTTPS a browser says what it is for; over plain HTTP the media types say it.
      for (const embedding of [
        { accept: 'text/html', 'sec-fetch-dest': 'iframe' },
        { accept: 'text/html', 'sec-fetch-dest': 'image' },
        { accept: 'image/avif,image/webp,*/*;q=0.8' },
        { accept: '*/*' },
      ] as Record<string, string>[]) {
        const embedded = await fetch(`${world.lectern.url}/screen`, { headers: embedding });
        assert.deepEqual([embedded.status, embedded.headers.getSetCookie()], [403, []], JSON.stringify(embedding));
      }
    });

    it('when another site asks for a code, or sends something else, then it is refused and nothing is kept', async () => {
      const count = async () => (await runSql(world.lectern, 'SELECT code_hash FROM waiting_screens')).length;
      const before = await count();
      const screen = openScreen();
      const refusals: [object, Record<string, string>, number][] = [
        [{ shown: '' }, { 'sec-fetch-site': 'cross-site' }, 403],
        [{ shown: '' }, { origin: 'https://elsewhere.example' }, 403],
        [{ shown: '' }, { 'content-type': 'text/plain' }, 415],
        [{}, {}, 422],
        [{ shown: '1234567' }, {}, 422],
        [{ shown: '', more: 1 }, {}, 422],
        [{ shown: 'x'.repeat(300) }, {}, 413],
      ];
      for (const [body, headers, status] of refusals) {
        assert.equal(
          (await screen.postJson('/screen/code', body, headers)).status,
          status,
          JSON.stringify([body, headers]),
        );
      }
      assert.equal(await count(), before);
    });

    it('when a cookie is none of ours, then the browser gets a new code', async () => {
      const live = await openLive();
      const { id } = (await live.client.post(live.path, { name: 'Chapel', view: 'screen' })).body;
      for (const cookie of [
        '',
        'x',
        'w.AAAAAA.short',
        `o.${id}.${'A'.repeat(43)}`,
        `o.none.${'A'.repeat(43)}`,
        'o.%00.x',
      ]) {
        const screen = openScreen();
        screen.cookies.set('lectern_screen', cookie);
        assert.match(await showCode(screen), CODE, cookie);
      }
    });

    it('when a person asks for another language or theme, then the page has it', async () => {
      for (const [lang, title] of [
        ['en', 'Connect this screen'],
        ['pt', 'Conectar esta tela'],
        ['de', 'Diesen Bildschirm verbinden'],
      ] as const) {
        const page = await openScreen().get(`/screen?lang=${lang}&theme=light`);
        assert.ok(page.text.includes(title), lang);
        assert.match(page.text, new RegExp(`<html lang="${lang}"[^>]* data-theme="light"`));
      }
      const german = await openScreen().get('/screen', { 'accept-language': 'de-AT' });
      assert.match(german.text, /<html lang="de"[^>]* data-theme="dark"/);
    });
  });
}

/** The code that a page shows. */
function codeOf({ text }: AgentPage): string {
  const groups = /<p class="code"[^>]*>(.*?)<\/p>/.exec(text)![1]!;
  return groups.replaceAll(/<[^>]+>/g, '');
}
