import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { deleteOwner } from '../../src/domain/account/lifecycle/owner-deletion.ts';
import { setRestricted } from '../../src/domain/account/owners/restriction.ts';
import { toCommandActor } from '../../src/domain/audit/audit.ts';
import { assertProblem, type JsonDocument, sendRequest } from '../support/requests/api.ts';
import { requireForm } from '../support/requests/browser-agent.ts';
import { createLiveController } from '../support/requests/live-controller.ts';
import {
  authorizationOf,
  authorizePath,
  connectApp,
  decide,
  disableOauthClient,
  exchangeCode,
  obtainCode,
  openAuthorizationBrowser,
  openConsent,
  readCallback,
  refresh,
  registerClient,
  requireDead,
  requireOauthError,
  requireTokens,
  revoke,
  SCOPE,
  useToken,
} from '../support/requests/oauth-flow.ts';
import { beginPoll, readSnapshot, waitUntilParked } from '../support/requests/poll.ts';
import { createTestUser, type TestUser } from '../support/requests/tokens.ts';
import { PAGE_ENGINES } from '../support/server/lectern.ts';
import { runSql } from '../support/server/sql.ts';
import { useInProcessServer } from '../support/server/suite-server.ts';

const DAY_MS = 86_400_000;
const TABLES = ['oauth_requests', 'oauth_codes', 'oauth_grants', 'oauth_access_tokens', 'oauth_refresh_tokens'];

for (const engine of PAGE_ENGINES) {
  describe(`what is left of OAuth on ${engine}`, () => {
    let nowMs = Date.now();
    const { lectern } = useInProcessServer({
      engine,
      settings: { LECTERN_BUDGET_PAGES: '1000000' },
      clock: () => nowMs,
    });

    const sweep = () => lectern.installation.storage.oauth.deleteExpired(new Date(nowMs).toISOString(), 10_000);
    const count = async (): Promise<Record<string, number>> => {
      const counts: Record<string, number> = {};
      for (const table of TABLES) {
        counts[table] = Number((await runSql(lectern, `SELECT count(*) AS rows FROM ${table}`))[0]!.rows);
      }
      return counts;
    };
    const readAudit = async (person: TestUser): Promise<JsonDocument[]> =>
      (await person.get(`/v1/accounts/${person.owner.id}/audit?limit=100`)).body.data;

    it('[D52] when an account is deleted, then its grants, codes and requests end at once, and no row of them is left', async () => {
      const before = await count();
      const mine = await connectApp(lectern);
      const code = await obtainCode(mine.browser, mine.client);
      const consent = await openConsent(mine.browser, authorizationOf(mine.client));
      assert.equal(await useToken(lectern, mine.person, mine.access), 200);
      await deleteOwner(lectern.installation, mine.person.owner.id, toCommandActor('account delete'));
      assert.equal(await useToken(lectern, mine.person, mine.access), 401);
      requireOauthError(await refresh(lectern, mine.client, mine.refresh), 'invalid_grant');
      requireOauthError(await exchangeCode(lectern, code), 'invalid_grant');
      const page = await decide(mine.browser, consent, 'allow');
      assert.ok(page.location === null || page.location.pathname === '/sign-in', String(page.location));
      nowMs += 301_000;
      await sweep();
      assert.deepEqual(await count(), before);
    });

    it('[States] when the person has signed out, then the form of consent decides nothing', async () => {
      const browser = await openAuthorizationBrowser(lectern, await createTestUser(lectern));
      const client = await registerClient(lectern);
      const consent = await openConsent(browser, authorizationOf(client));
      const session = browser.cookies.get('lectern_session')!;
      const signOut = consent.forms.find(({ action }) => action.pathname === '/sign-out');
      const out = signOut
        ? await browser.post(signOut.action, signOut.fields)
        : await browser.submit(await browser.get('/account'), {}, '/sign-out');
      assert.equal(out.status, 303);
      // The browser has lost its cookie; a thief may have kept it.
      for (const kept of [undefined, session]) {
        if (kept) browser.cookies.set('lectern_session', kept);
        const { location } = await decide(browser, consent, 'allow');
        assert.ok(location === null || location.pathname === '/sign-in', String(location));
      }
    });

    it('[D43] when a grant changes in any way, then there is a record that the owner can read, with its channel', async () => {
      const mine = await connectApp(lectern);
      let known = (await readAudit(mine.person)).length;
      assert.ok(
        (await readAudit(mine.person)).some(({ channel }: JsonDocument) => channel === 'page'),
        'the consent',
      );
      assert.ok(known >= 2, 'the consent and the exchange');
      const leavesOne = async (what: string, change: () => Promise<unknown>) => {
        await change();
        const now = (await readAudit(mine.person)).length;
        assert.ok(now > known, what);
        known = now;
      };
      let last = mine.refresh;
      await leavesOne('a narrower refresh', async () => {
        last = requireTokens(await refresh(lectern, mine.client, last, { scope: 'live.list offline_access' })).refresh;
      });
      await leavesOne('revocation of an access token', () => revoke(lectern, mine.client, mine.access));
      await leavesOne('a replay', () => refresh(lectern, mine.client, mine.refresh));
      const next = await connectApp(lectern, SCOPE, mine);
      await leavesOne('revocation of a refresh token', () => revoke(lectern, next.client, next.refresh));
      await connectApp(lectern, SCOPE, mine);
      await leavesOne('DELETE of the grant', async () => {
        const [grant] = (await mine.person.get('/v1/me/oauth-grants')).body.data;
        await mine.person.delete(`/v1/me/oauth-grants/${grant.id}`);
      });
    });

    it('[D38] when a grant was used, then the time of its last use is known within the hour', async () => {
      const mine = await connectApp(lectern);
      assert.equal(await useToken(lectern, mine.person, mine.access), 200);
      await lectern.restart();
      // The restart moved the server; the person's client knows the old address.
      const { body } = await sendRequest(lectern.url, 'GET', '/v1/me/oauth-grants', undefined, {
        authorization: `Bearer ${mine.person.owner.token}`,
      });
      const used = Date.parse(body.data[0].last_used_at);
      assert.ok(Math.abs(used - nowMs) <= 3_600_000, String(body.data[0].last_used_at));
    });

    it('[Events 9] when the account is restricted, then the poll of a delegated token ends with 403', async () => {
      const { person, access } = await connectApp(lectern);
      const controller = await createLiveController(lectern, person.owner);
      const { cursor } = await readSnapshot(lectern, controller);
      const poll = beginPoll(lectern, controller, { after: cursor, token: access });
      await waitUntilParked(poll);
      await setRestricted(lectern.installation, person.owner.id, true);
      assertProblem(await poll.response, 403, 'processing_restricted');
    });

    it('[D8] when a client is disabled, then its origin is a stranger again', async () => {
      const client = await registerClient(lectern, { redirectUris: ['https://soon-gone.example/cb'] });
      const { person, access } = await connectApp(lectern, SCOPE, {});
      const ask = async () => {
        const headers = { authorization: `Bearer ${access}`, origin: 'https://soon-gone.example' };
        const response = await sendRequest(lectern.url, 'GET', person.owner.livesPath, undefined, headers);
        return response.headers.get('access-control-allow-origin');
      };
      lectern.installation.authenticator.invalidate();
      assert.equal(await ask(), 'https://soon-gone.example');
      await disableOauthClient(lectern, client);
      assert.equal(await ask(), null);
    });

    it('[D41] when a state contains line ends, then they add no header', async () => {
      const client = await registerClient(lectern);
      const browser = await openAuthorizationBrowser(lectern, await createTestUser(lectern));
      const state = 'aaaa\r\nSet-Cookie: evil=1\r\n\r\n<script>';
      for (const changes of [{}, { scope: 'x' }]) {
        const page = await browser.get(authorizePath(authorizationOf(client, { state, ...changes })));
        assert.equal(page.headers.get('set-cookie')?.includes('evil') ?? false, false);
        if (page.status === 400) assert.equal(page.location, null);
        else if (page.status === 303) assert.equal(readCallback(page, client).state, state);
        else assert.equal(readCallback(await decide(browser, page, 'deny'), client).state, state);
      }
    });

    it('[D41] when an error is described, then the text is ASCII that RFC 6749 allows, and never what was sent', async () => {
      const client = await registerClient(lectern);
      const browser = await openAuthorizationBrowser(lectern, await createTestUser(lectern));
      for (const changes of [{ scope: 'évil"\\' }, { response_type: 'évil"\\' }, { code_challenge: 'évil"\\' }]) {
        const page = await browser.get(authorizePath(authorizationOf(client, changes)));
        const { error_description: said = '' } = readCallback(page, client) as { error_description?: string };
        assert.match(said, /^[\x20\x21\x23-\x5b\x5d-\x7e]*$/);
        assert.ok(!said.includes('vil'));
      }
    });

    it('[Endpoints] when two requests are open in two tabs, then each is decided for itself', async () => {
      const browser = await openAuthorizationBrowser(lectern, await createTestUser(lectern));
      const [one, two] = [await registerClient(lectern), await registerClient(lectern)];
      const pages = [
        await openConsent(browser, authorizationOf(one)),
        await openConsent(browser, authorizationOf(two)),
      ];
      const [first, second] = pages.map((page) => requireForm(page, '/oauth/authorize').fields.request);
      assert.notEqual(first, second);
      assert.equal(readCallback(await decide(browser, pages[1]!, 'deny'), two).error, 'access_denied');
      assert.ok(readCallback(await decide(browser, pages[0]!, 'allow'), one).code);
    });

    // Last: personal tokens, by which the tests read, end after 90 days of this clock.
    it('[States] when the sweep runs on time, then it forgets no used code and no used refresh token before the deadline', async () => {
      const [byCode, byToken] = [await connectApp(lectern), await connectApp(lectern)];
      const next = requireTokens(await refresh(lectern, byToken.client, byToken.refresh));
      for (const days of [0.1, 10, 19]) {
        nowMs += days * DAY_MS;
        await sweep();
      }
      requireOauthError(await exchangeCode(lectern, byCode.code), 'invalid_grant');
      await requireDead(lectern, byCode, byCode);
      requireOauthError(await refresh(lectern, byToken.client, byToken.refresh), 'invalid_grant');
      await requireDead(lectern, byToken, next);
    });

    it('[States] when the deadline is over, then everything of a grant is swept, and what is unspent long before', async () => {
      await sweep();
      nowMs += 31 * DAY_MS;
      while ((await sweep()) > 0);
      assert.deepEqual(new Set(Object.values(await count())), new Set([0]), JSON.stringify(await count()));
      const mine = await connectApp(lectern);
      await refresh(lectern, mine.client, mine.refresh);
      await obtainCode(mine.browser, mine.client);
      await openConsent(mine.browser, authorizationOf(mine.client));
      nowMs += 301_000;
      await sweep();
      assert.deepEqual(await count(), {
        oauth_requests: 0,
        oauth_codes: 1,
        oauth_grants: 1,
        oauth_access_tokens: 2,
        oauth_refresh_tokens: 2,
      });
      nowMs += 30 * DAY_MS;
      while ((await sweep()) > 0);
      assert.deepEqual(new Set(Object.values(await count())), new Set([0]), JSON.stringify(await count()));
    });
  });
}
