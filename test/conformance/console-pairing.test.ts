import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { PAIRING_CODE_SECONDS, PAIRING_GUESSES_MAX } from '../../src/contract/limits.ts';
import { assertProblem, createTestLive } from '../support/api.ts';
import { type AgentPage, BrowserAgent } from '../support/browser-agent.ts';
import { startConsole, type TestConsole } from '../support/console.ts';
import { ENGINES } from '../support/lectern.ts';
import { createMember, createPerson } from '../support/members.ts';
import { useInProcessServer } from '../support/suite-server.ts';

const PATH = '/console/pairing';
/** U is no character of a code. */
const NO_CODE = 'UUUUUU';

const toAnswer = ({ status, headers, text }: AgentPage) => ({ status, headers, etag: null, body: JSON.parse(text) });

for (const engine of ENGINES) {
  describe(`[D61] a pairing code in the console on ${engine}`, () => {
    const now = Date.parse('2026-01-05T09:00:00Z');
    const world = useInProcessServer({ engine, clock: () => now, settings: { LECTERN_TRUSTED_PROXIES: '127.0.0.1' } });

    let addresses = 0;
    const newAddress = () => `10.2.0.${++addresses}`;
    const showCode = async (address: string): Promise<string> => {
      const screen = new BrowserAgent(world.lectern.config.publicUrl, {
        'x-forwarded-for': address,
        accept: 'text/html',
      });
      const { text } = await screen.get('/screen');
      return /<p class="code"[^>]*>(.*?)<\/p>/.exec(text)![1]!.replaceAll(/<[^>]+>/g, '');
    };
    const begin = async (): Promise<TestConsole> => {
      const organization = await world.createOrganization();
      const { browser } = await createMember(world.lectern, organization, 'operator');
      return startConsole(world.lectern, browser, organization);
    };
    /** Each time from an address of its own, unless given. */
    const ask = async (console: TestConsole, code: unknown, address = newAddress()) =>
      toAnswer(await console.post(PATH, { code }, { 'x-forwarded-for': address }));

    it('when a person asks who shows a code, then the address and the times are told, and the code can be used still', async () => {
      const console = await begin();
      const code = await showCode('10.9.0.1');
      const typed = `${code.slice(0, 3)}-${code.slice(3)}`.toLowerCase();
      for (const each of [code, typed]) {
        const answer = await ask(console, each);
        assert.equal(answer.status, 200);
        assert.equal(answer.headers.get('cache-control'), 'no-store');
        assert.deepEqual(answer.body, {
          address: '10.9.0.1',
          shown_at: new Date(now).toISOString(),
          expires_at: new Date(now + PAIRING_CODE_SECONDS * 1000).toISOString(),
        });
      }
      const { path } = await createTestLive(console.client);
      const output = { name: 'Hall', view: 'screen', pairing_code: code };
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
                { name: 'Hall', view: 'screen', pairing_code: NO_CODE },
                { headers: { 'x-forwarded-for': newAddress() } },
              );
        assertProblem(refused, 422, 'invalid_pairing_code');
      }
      const late = await ask(console, await showCode('10.9.0.2'));
      assertProblem(late, 429, 'rate_limited');
      assert.match(late.headers.get('retry-after')!, /^\d+$/);
    });

    it('when wrong codes come from one network, then no code from there is looked at, whoever asks', async () => {
      for (let wrong = 0; wrong < PAIRING_GUESSES_MAX; wrong += 1) {
        const { browser } = await createPerson(world.lectern);
        const console = await startConsole(world.lectern, browser);
        assertProblem(await ask(console, NO_CODE, '10.8.0.1'), 422, 'invalid_pairing_code');
      }
      const code = await showCode('10.9.0.3');
      assertProblem(await ask(await begin(), code, '10.8.0.1'), 429, 'rate_limited');
      assert.equal((await ask(await begin(), code)).status, 200);
    });

    it('[D63] when the post is not by a page of ours in a session, or has no code, then nothing is told', async () => {
      const console = await begin();
      const code = await showCode('10.9.0.4');
      for (const headers of [
        { 'x-csrf-token': 'other' },
        { origin: 'https://evil.example' },
        { 'sec-fetch-site': 'cross-site' },
      ] as Record<string, string>[]) {
        assertProblem(toAnswer(await console.post(PATH, { code }, headers)), 403, 'forbidden');
      }
      const stranger = new BrowserAgent(world.lectern.config.publicUrl);
      assertProblem(toAnswer(await stranger.postJson(PATH, { code })), 401, 'invalid_token');
      for (const body of [{}, { code: '' }, { code: 7 }, { code: 'A'.repeat(65) }, { code, name: 'Hall' }]) {
        assertProblem(toAnswer(await console.post(PATH, body)), 422, 'invalid_fields');
      }
      assert.equal((await ask(console, code)).status, 200);
    });
  });
}
