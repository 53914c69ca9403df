import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { SESSION_MAX_DAYS, SESSIONS_PER_USER_MAX } from '../../../src/contract/limits.ts';
import type { JsonDocument } from '../../support/requests/api.ts';
import type { AgentPage, BrowserAgent } from '../../support/requests/browser-agent.ts';
import {
  authorizationOf,
  challengeOf,
  decide,
  exchangeCode,
  newVerifier,
  obtainCode,
  openAuthorizationBrowser,
  openConsent,
  readCallback,
  registerClient,
  requireOauthError,
  requireTokens,
  type TestClient,
  type UnspentCode,
} from '../../support/requests/oauth-flow.ts';
import { startSession } from '../../support/requests/start-session.ts';
import { PAGE_ENGINES } from '../../support/server/lectern.ts';
import { useInProcessServer } from '../../support/server/suite-server.ts';

const PASSWORD = 'three quiet words';
const NEXT_PASSWORD = 'four rather quiet words';
const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
const ROUNDS = 8;
let serial = 0;

interface Person {
  readonly email: string;
  /** The browser that allows something. */
  readonly browser: BrowserAgent;
}

for (const engine of PAGE_ENGINES) {
  describe(`what a session has allowed and no client has collected, on ${engine}`, () => {
    let client: TestClient;
    let now = Date.now();
    const { lectern } = useInProcessServer({
      engine,
      settings: { LECTERN_TRUSTED_PROXIES: '127.0.0.1', LECTERN_BUDGET_PAGES: '1000000' },
      clock: () => now,
    });
    before(async () => {
      client = await registerClient(lectern);
    });

    const createPerson = async (): Promise<Person> => {
      const email = `allower-${++serial}@example.org`;
      await lectern.installation.administration.createUser({ email, name: 'Ada Lovelace', password: PASSWORD });
      return { email, browser: await openAuthorizationBrowser(lectern, { email }) };
    };
    const setDisabled = ({ email }: Person, disabled: boolean) =>
      lectern.installation.administration.setUserDisabled(email, disabled);
    const post = async (path: string, body: object) => {
      const headers = { 'content-type': 'application/json', 'x-forwarded-for': `10.0.${serial >> 8}.${serial & 255}` };
      const response = await fetch(`${lectern.url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
      return { status: response.status, body: (await response.json()) as JsonDocument };
    };
    const openTerminal = async ({ browser }: Pick<Person, 'browser'>) => {
      serial++;
      const { body } = await post('/connect/terminal', { name: 'ada@laptop' });
      return { device: body.device_code as string, page: await browser.get(`/connect?code=${body.user_code}`) };
    };
    const allowTerminal = async (person: Pick<Person, 'browser'>): Promise<string> => {
      const { device, page } = await openTerminal(person);
      assert.equal((await person.browser.submit(page, { decision: 'allow' }, '/connect')).status, 303);
      return device;
    };
    const collect = (device: string) => post('/connect/terminal/token', { device_code: device });
    const allowBoth = async (person: Pick<Person, 'browser'>) => ({
      device: await allowTerminal(person),
      code: await obtainCode(person.browser, client),
    });
    const requireEnded = async ({ device, code }: { device: string; code: UnspentCode }) => {
      assert.deepEqual(await collect(device), { status: 400, body: { error: 'expired_token' } });
      requireOauthError(await exchangeCode(lectern, code), 'invalid_grant');
    };
    const requireGood = async ({ device, code }: { device: string; code: UnspentCode }) => {
      assert.equal((await collect(device)).status, 200);
      requireTokens(await exchangeCode(lectern, code));
    };
    const account = (browser: BrowserAgent): Promise<AgentPage> => browser.get('/account');
    const changePassword = async (browser: BrowserAgent) => {
      const fields = { current_password: PASSWORD, password: NEXT_PASSWORD };
      const changed = await browser.submit(await account(browser), fields, '/account/password');
      assert.equal(changed.location?.search, '?done=password');
    };
    const endOthers = async (browser: BrowserAgent) =>
      browser.submit(await browser.get('/account/sessions'), {}, '/account/sessions/end-others');

    const ends: Record<string, (person: Person) => Promise<unknown>> = {
      'signing out': async ({ browser }) => browser.submit(await account(browser), {}, '/sign-out'),
      'signing that device out elsewhere': async ({ email }) => {
        const elsewhere = await openAuthorizationBrowser(lectern, { email });
        const page = await elsewhere.get('/account/sessions');
        const [form] = page.forms.filter(({ action }) => /\/account\/sessions\/[^/]+\/end$/.test(action.pathname));
        await elsewhere.post(form!.action, form!.fields);
      },
      'signing out everywhere else, from another device': async ({ email }) =>
        endOthers(await openAuthorizationBrowser(lectern, { email })),
      'signing out everywhere else, from this device': async ({ email, browser }) => {
        await openAuthorizationBrowser(lectern, { email });
        await endOthers(browser);
      },
      'a change of the password by another device': async ({ email }) =>
        changePassword(await openAuthorizationBrowser(lectern, { email })),
      'a change of the password by this device': async ({ browser }) => changePassword(browser),
      'a reset of the password': async ({ email }) => {
        const elsewhere = await openAuthorizationBrowser(lectern, { email });
        const { path } = await lectern.installation.links.createForUser(email, 'reset', 1);
        assert.equal((await elsewhere.submit(await elsewhere.get(path), { password: NEXT_PASSWORD })).status, 303);
      },
      'disabling the user and enabling again': async (person) => {
        await setDisabled(person, true);
        await setDisabled(person, false);
      },
      'signing in once more in the same browser': async ({ email, browser }) => {
        assert.equal((await browser.signIn(email, PASSWORD)).status, 303);
      },
      'as many sign-ins as there can be sessions': async ({ email }) => {
        now += 24 * 60 * MINUTE_MS;
        for (let i = 0; i < SESSIONS_PER_USER_MAX; i++) await startSession(lectern, email);
        now -= 24 * 60 * MINUTE_MS;
      },
    };
    for (const [how, end] of Object.entries(ends)) {
      it(`[D35] for ${how}: when it happens, then what the session has allowed ends`, async () => {
        const person = await createPerson();
        const allowed = await allowBoth(person);
        await end(person);
        await requireEnded(allowed);
      });
    }

    it('when the session is over, then what it allowed ends too, even before the session is swept', async () => {
      const begun = now;
      const person = await createPerson();
      for (let days = 0; days < SESSION_MAX_DAYS - 20; days += 20) {
        assert.equal((await account(person.browser)).status, 200);
        now += 20 * DAY_MS;
      }
      assert.equal((await account(person.browser)).status, 200);
      now = begun + SESSION_MAX_DAYS * DAY_MS - 30_000;
      const allowed = await allowBoth(person);
      now += 31_000;
      assert.equal((await account(person.browser)).status, 303);
      await requireEnded(allowed);
      await lectern.installation.storage.sessions.deleteExpired(new Date(now).toISOString(), 1_000);
      await requireEnded(allowed);
    });

    it('when other sessions end, then what this session allowed stays valid as long as the session does', async () => {
      const [person, other] = [await createPerson(), await createPerson()];
      const second = await openAuthorizationBrowser(lectern, person);
      const allowed = await allowBoth(person);
      await changePassword(other.browser);
      await second.submit(await account(second), {}, '/sign-out');
      await requireGood(allowed);
    });

    it('[States] when the session ends, then what was collected stays valid, but a used code that is sent again still ends its grant', async () => {
      const person = await createPerson();
      const device = await allowTerminal(person);
      const code = await obtainCode(person.browser, client, 'translation.list offline_access');
      const { token } = (await collect(device)).body;
      const { access } = requireTokens(await exchangeCode(lectern, code));
      await changePassword(person.browser);
      await person.browser.submit(await account(person.browser), {}, '/sign-out');
      const statusOf = async (secret: string) =>
        (await fetch(`${lectern.url}/v1/translations`, { headers: { authorization: `Bearer ${secret}` } })).status;
      assert.deepEqual([await statusOf(token), await statusOf(access)], [200, 200]);
      requireOauthError(await exchangeCode(lectern, code), 'invalid_grant');
      assert.deepEqual([await statusOf(token), await statusOf(access)], [200, 401]);
    });

    it('when a terminal is denied, then it learns so, even after the user signs out', async () => {
      const { browser } = await createPerson();
      const { device, page } = await openTerminal({ browser });
      await browser.submit(page, { decision: 'deny' }, '/connect');
      await browser.submit(await account(browser), {}, '/sign-out');
      assert.deepEqual((await collect(device)).body, { error: 'access_denied' });
    });

    const racing: Record<string, (person: Person) => Promise<unknown>> = {
      'disabling the user': async (person) => setDisabled(person, true),
      'signing out': ends['signing out']!,
      'a change of the password': ends['a change of the password by this device']!,
    };
    for (const [how, end] of Object.entries(racing)) {
      it(`when access is allowed during ${how}, then it does not outlast it`, async () => {
        for (let round = 0; round < ROUNDS; round++) {
          const person = await createPerson();
          const { browser } = person;
          const terminals = [await openTerminal(person), await openTerminal(person), await openTerminal(person)];
          const verifier = newVerifier();
          const consent = await openConsent(
            browser,
            authorizationOf(client, { code_challenge: challengeOf(verifier) }),
          );
          // Sent while the other request is running; the browser keeps its earlier cookie.
          const allowing = [...terminals, null].map(async (terminal, i) => {
            for (let turn = 0; turn < round * (i + 1); turn++) await new Promise(setImmediate);
            if (terminal) return browser.submit(terminal.page, { decision: 'allow' }, '/connect');
            return decide(browser, consent, 'allow');
          });
          const [responses] = await Promise.all([Promise.all(allowing), end(person)]);
          await setDisabled(person, false);
          for (const { device } of terminals) assert.notEqual((await collect(device)).status, 200, `round ${round}`);
          const redirect = responses.at(-1)!;
          if (redirect.status !== 303 || redirect.location?.origin === lectern.config.publicUrl) continue;
          const { code } = readCallback(redirect, client);
          requireOauthError(await exchangeCode(lectern, { client, code: code!, verifier }), 'invalid_grant');
        }
      });
    }
  });
}
