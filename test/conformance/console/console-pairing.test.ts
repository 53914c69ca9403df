import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { toOwnerBody } from '../../../src/contract/console-page.ts';
import {
  PAIRING_CODE_SECONDS,
  PAIRING_CODES_PER_ADDRESS_MAX,
  PAIRING_GUESSES_MAX,
} from '../../../src/contract/limits.ts';
import { openConsoleSession, startConsole, type TestConsole } from '../../support/browser/console.ts';
import { assertProblem, createTestLive } from '../../support/requests/api.ts';
import { type AgentPage, BrowserAgent } from '../../support/requests/browser-agent.ts';
import { createMember } from '../../support/requests/members.ts';
import { PAGE_ENGINES, type TestOwner } from '../../support/server/lectern.ts';
import { useInProcessServer } from '../../support/server/suite-server.ts';

const PATH = '/console/pairing';
/** U is no character of a code. */
const NO_CODE = 'UUUUUU';

const toResponse = ({ status, headers, text }: AgentPage) => ({ status, headers, etag: null, body: JSON.parse(text) });

for (const engine of PAGE_ENGINES) {
  describe(`[D61] a pairing code in the console on ${engine}`, () => {
    const now = Date.parse('2026-01-05T09:00:00Z');
    const world = useInProcessServer({ engine, clock: () => now, settings: { LECTERN_TRUSTED_PROXIES: '127.0.0.1' } });

    let addresses = 0;
    const newAddress = () => `10.2.0.${++addresses}`;
    const openScreen = (address: string) =>
      new BrowserAgent(world.lectern.config.publicUrl, { 'x-forwarded-for': address, accept: 'text/html' });
    const showCode = async (address: string, screen = openScreen(address)): Promise<string> => {
      const { text } = await screen.get('/screen');
      return /<p class="code"[^>]*>(.*?)<\/p>/.exec(text)![1]!.replaceAll(/<[^>]+>/g, '');
    };
    const begin = async (given?: TestOwner): Promise<TestConsole> => {
      const organization = given ?? (await world.createOrganization());
      const { browser } = await createMember(world.lectern, organization, 'operator');
      return startConsole(world.lectern, browser, organization);
    };
    /** Each time from an address of its own, unless given. */
    const ask = async (console: TestConsole, code: unknown, address = newAddress()) =>
      toResponse(await console.post(PATH, { code, ...toOwnerBody(console.owner) }, { 'x-forwarded-for': address }));

    it('when a person asks who shows a code, then the address and the times are shown, and the code can be used still', async () => {
      const console = await begin();
      const code = await showCode('10.9.0.1');
      const typed = `${code.slice(0, 3)}-${code.slice(3)}`.toLowerCase();
      for (const each of [code, typed]) {
        const response = await ask(console, each);
        assert.equal(response.status, 200);
        assert.equal(response.headers.get('cache-control'), 'no-store');
        assert.deepEqual(response.body, {
          address: '10.9.0.1',
          shown_at: new Date(now).toISOString(),
          expires_at: new Date(now + PAIRING_CODE_SECONDS * 1000).toISOString(),
        });
      }
      const { path } = await createTestLive(console.client);
      const output = { name: 'Chapel', view: 'screen', pairing_code: code };
      assert.equal((await console.client.post(`${path}/outputs`, output)).status, 201);
      assertProblem(await ask(console, code), 422, 'invalid_pairing_code');
    });

    it('when wrong codes come, here and where outputs are made, then they are counted together', async () => {
      const console = await begin();
      const { path } = await createTestLive(console.client);
      for (let wrong = 0; wrong < PAIRING_GUESSES_MAX; wrong += 1) {
        const refused =
          wrong % 2 === 0
            ? await ask(console, NO_CODE)
            : await console.client.post(
                `${path}/outputs`,
                { name: 'Chapel', view: 'screen', pairing_code: NO_CODE },
                { headers: { 'x-forwarded-for': newAddress() } },
              );
        assertProblem(refused, 422, 'invalid_pairing_code');
      }
      const late = await ask(console, await showCode('10.9.0.2'));
      assertProblem(late, 429, 'rate_limited');
      assert.match(late.headers.get('retry-after')!, /^\d+$/);
    });

    it('when wrong codes come for one owner from one network, then no code for it from there is looked at, for any user', async () => {
      const organization = await world.createOrganization();
      for (let wrong = 0; wrong < PAIRING_GUESSES_MAX; wrong += 1) {
        assertProblem(await ask(await begin(organization), NO_CODE, '10.8.0.1'), 422, 'invalid_pairing_code');
      }
      const code = await showCode('10.9.0.3');
      const member = await begin(organization);
      assertProblem(await ask(member, code, '10.8.0.1'), 429, 'rate_limited');
      assert.equal((await ask(member, code)).status, 200);
      assert.equal((await ask(await begin(), code, '10.8.0.1')).status, 200, 'for another owner');
    });

    it('when a person ends the codes that wait at their address, then those, and no others, end, and a further screen gets one', async () => {
      const console = await begin();
      const [here, elsewhere] = ['10.7.0.1', '10.7.0.2'];
      const paired = openScreen(here);
      const used = await showCode(here, paired);
      const { path } = await createTestLive(console.client);
      const output = { name: 'Chapel', view: 'screen', pairing_code: used };
      assert.equal((await console.client.post(`${path}/outputs`, output)).status, 201);
      const kept = await showCode(elsewhere);
      const codes: string[] = [];
      for (let screens = 0; screens < PAIRING_CODES_PER_ADDRESS_MAX; screens++) codes.push(await showCode(here));
      assert.equal((await openScreen(here).get('/screen')).status, 429);
      const { csrf } = await openConsoleSession(console.browser);
      const free = (headers: Record<string, string> = {}) =>
        console.browser.call('DELETE', `${PATH}/waiting`, {
          'x-csrf-token': csrf,
          'x-forwarded-for': here,
          ...headers,
        });
      for (const headers of [{ 'x-csrf-token': 'other' }, { origin: 'https://evil.example' }] as Record<
        string,
        string
      >[]) {
        assertProblem(toResponse(await free(headers)), 403, 'forbidden');
      }
      const { status, body } = toResponse(await free());
      assert.deepEqual([status, body], [200, { freed: PAIRING_CODES_PER_ADDRESS_MAX }]);
      for (const code of codes) assertProblem(await ask(await begin(), code), 422, 'invalid_pairing_code');
      assert.equal((await openScreen(here).get('/screen')).status, 200);
      assert.equal((await ask(console, kept)).status, 200);
      assert.equal((await paired.get('/screen')).status, 303, 'it still gets its output');
    });

    it('[D63] when the post is not by a page of ours in a session, or has no code, then nothing is shown', async () => {
      const console = await begin();
      const code = await showCode('10.9.0.4');
      for (const headers of [
        { 'x-csrf-token': 'other' },
        { origin: 'https://evil.example' },
        { 'sec-fetch-site': 'cross-site' },
      ] as Record<string, string>[]) {
        assertProblem(
          toResponse(await console.post(PATH, { code, ...toOwnerBody(console.owner) }, headers)),
          403,
          'forbidden',
        );
      }
      const stranger = new BrowserAgent(world.lectern.config.publicUrl);
      assertProblem(
        toResponse(await stranger.postJson(PATH, { code, ...toOwnerBody(console.owner) })),
        401,
        'invalid_token',
      );
      for (const body of [
        { code: undefined },
        { code: '' },
        { code: 7 },
        { code: 'A'.repeat(65) },
        { name: 'Chapel' },
      ]) {
        const sent = { code, ...toOwnerBody(console.owner), ...body };
        assertProblem(toResponse(await console.post(PATH, sent)), 422, 'invalid_fields');
      }
      assertProblem(toResponse(await console.post(PATH, { code })), 422, 'invalid_fields');
      const foreign = { code, ...toOwnerBody((await begin()).owner) };
      assertProblem(toResponse(await console.post(PATH, foreign)), 404, 'not_found');
      assert.equal((await ask(console, code)).status, 200);
    });
  });
}
