import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { BrowserAgent } from '../support/requests/browser-agent.ts';
import {
  connectApp,
  disableOauthClient,
  exchangeCode,
  obtainCode,
  openAuthorizationBrowser,
  refresh,
  registerClient,
  requireDead,
  requireOauthError,
  requireTokens,
  revoke,
  SCOPE,
  type Tokens,
  type UnspentCode,
  useToken,
} from '../support/requests/oauth-flow.ts';
import { createTestUser, type TestUser } from '../support/requests/tokens.ts';
import { failInserts } from '../support/server/failing-inserts.ts';
import { ENGINES } from '../support/server/lectern.ts';
import { useInProcessServer } from '../support/server/suite-server.ts';

const DAY_MS = 86_400_000;

for (const engine of ENGINES) {
  describe(`authorization codes on ${engine}`, () => {
    /** The server's clock stands still but for this. */
    let nowMs = Date.now();
    const { lectern } = useInProcessServer({
      engine,
      settings: { LECTERN_BUDGET_PAGES: '1000000' },
      clock: () => nowMs,
    });

    interface Begun {
      readonly person: TestUser;
      readonly browser: BrowserAgent;
      readonly code: UnspentCode;
    }
    const begin = async (): Promise<Begun> => {
      const person = await createTestUser(lectern);
      const browser = await openAuthorizationBrowser(lectern, person);
      return { person, browser, code: await obtainCode(browser, await registerClient(lectern)) };
    };

    it('[States] when a code is 59 seconds old, then it works', async () => {
      const { code } = await begin();
      nowMs += 59_000;
      requireTokens(await exchangeCode(lectern, code));
    });

    it('[States] when a code is 61 seconds old, then it is invalid_grant', async () => {
      const { code } = await begin();
      nowMs += 61_000;
      requireOauthError(await exchangeCode(lectern, code), 'invalid_grant');
    });

    it('[D39] when wrong attempts are made with a code, then it does not live longer', async () => {
      const { code } = await begin();
      nowMs += 59_000;
      requireOauthError(await exchangeCode(lectern, code, { code_verifier: 'a'.repeat(43) }), 'invalid_grant');
      nowMs += 2_000;
      requireOauthError(await exchangeCode(lectern, code), 'invalid_grant');
    });

    it('[States] when a code is exchanged a second time, then the grant of the first exchange ends, with every token of it', async () => {
      const mine = await connectApp(lectern);
      const next = requireTokens(await refresh(lectern, mine.client, mine.refresh));
      requireOauthError(await exchangeCode(lectern, mine.code), 'invalid_grant');
      await requireDead(lectern, mine, next);
      assert.equal(await useToken(lectern, mine.person, mine.access), 401);
    });

    for (const [name, changes] of Object.entries({
      'a wrong verifier': { code_verifier: 'a'.repeat(43) },
      'another redirect URI': { redirect_uri: 'https://evil.example/' },
      'an unknown client': { client_id: 'AAAAAAAAAAAAAAAAAAAA' },
      'all of these': {
        code_verifier: 'a'.repeat(43),
        redirect_uri: 'https://evil.example/',
        client_id: 'AAAAAAAAAAAAAAAAAAAA',
      },
    })) {
      it(`[D41] when a replay comes with ${name}, then it is still found, and ends the grant`, async () => {
        const mine = await connectApp(lectern);
        const { status } = await exchangeCode(lectern, mine.code, changes);
        assert.equal(status, 400);
        await requireDead(lectern, mine, mine);
      });
    }

    it('[D41] when a replay comes under another client, then it is still found, and ends the grant', async () => {
      const mine = await connectApp(lectern);
      const other = await registerClient(lectern);
      requireOauthError(await exchangeCode(lectern, mine.code, { client_id: other.id }), 'invalid_grant');
      await requireDead(lectern, mine, mine);
    });

    it('[D41] when a replay comes under a disabled client, then it is still found, and ends the grant', async () => {
      const mine = await connectApp(lectern);
      const other = await registerClient(lectern);
      await disableOauthClient(lectern, other);
      assert.equal((await exchangeCode(lectern, mine.code, { client_id: other.id })).status, 400);
      await requireDead(lectern, mine, mine);
    });

    it('[States] when a replay comes after the 60 seconds, then it ends the grant too, also on day 29', async () => {
      const [soon, late] = [await connectApp(lectern), await connectApp(lectern)];
      nowMs += 120_000;
      requireOauthError(await exchangeCode(lectern, soon.code), 'invalid_grant');
      await requireDead(lectern, soon, soon);
      nowMs += 29 * DAY_MS;
      requireOauthError(await exchangeCode(lectern, late.code), 'invalid_grant');
      await requireDead(lectern, late, late);
    });

    it('[D41] when the server restarts before a replay, then the replay is still found', async () => {
      const mine = await connectApp(lectern);
      await lectern.restart();
      requireOauthError(await exchangeCode(lectern, mine.code), 'invalid_grant');
      const tokens = { access: mine.access, refresh: mine.refresh };
      assert.equal(await useToken(lectern, mine.person, tokens.access), 401);
      requireOauthError(await refresh(lectern, mine.client, tokens.refresh), 'invalid_grant');
    });

    it('[States] when a code is replayed, then its own grant ends, and no other of the same user and client', async () => {
      const kept = await connectApp(lectern);
      const ended = await connectApp(lectern, SCOPE, kept);
      requireOauthError(await exchangeCode(lectern, ended.code), 'invalid_grant');
      assert.equal(await useToken(lectern, ended.person, ended.access), 401);
      assert.equal(await useToken(lectern, kept.person, kept.access), 200);
      requireTokens(await refresh(lectern, kept.client, kept.refresh));
    });

    it('[States] when ten exchanges come at once, then one wins, and afterwards its grant is dead', async () => {
      for (let round = 0; round < 3; round++) {
        const { person, code } = await begin();
        const responses = await Promise.all(Array.from({ length: 10 }, () => exchangeCode(lectern, code)));
        const won = responses.filter(({ status }) => status === 200);
        assert.equal(won.length, 1);
        for (const response of responses) if (response.status !== 200) requireOauthError(response, 'invalid_grant');
        await requireDead(lectern, { person, client: code.client }, requireTokens(won[0]!));
      }
    });

    it('[D39] when ten wrong verifiers come at once, then the code is not used up', async () => {
      const { person, code } = await begin();
      const wrong = () => exchangeCode(lectern, code, { code_verifier: 'a'.repeat(43) });
      const responses = await Promise.all(Array.from({ length: 10 }, wrong));
      for (const response of responses) requireOauthError(response, 'invalid_grant');
      const { access } = requireTokens(await exchangeCode(lectern, code));
      assert.equal(await useToken(lectern, person, access), 200);
    });

    for (const table of ['oauth_grants', 'oauth_access_tokens', 'oauth_refresh_tokens', 'audit']) {
      it(`[D41] when the database fails in ${table}, between consuming and issuing, then the code stays unspent`, async () => {
        const { person, code } = await begin();
        const mend = await failInserts(lectern, table);
        try {
          const { status, body } = await exchangeCode(lectern, code);
          assert.ok(status >= 500, `${status} ${JSON.stringify(body)}`);
        } finally {
          await mend();
        }
        const log = JSON.stringify(lectern.logged);
        for (const secret of [code.code, code.verifier])
          assert.ok(!log.includes(secret), 'the failure is logged without it');
        const tokens: Tokens = requireTokens(await exchangeCode(lectern, code));
        assert.equal(await useToken(lectern, person, tokens.access), 200);
        const grants = (await person.get('/v1/me/oauth-grants')).body.data;
        assert.equal(grants.length, 1, 'no half of a grant is left');
      });
    }

    it('[Endpoints] when a code is exchanged while its client is disabled, then the exchange gets nothing', async () => {
      const { person, code } = await begin();
      await disableOauthClient(lectern, code.client);
      requireOauthError(await exchangeCode(lectern, code), 'invalid_client');
      assert.deepEqual((await person.get('/v1/me/oauth-grants')).body.data, []);
    });

    it('[Endpoints] when a code is exchanged while its user is disabled, then the exchange gets nothing', async () => {
      const { person, code } = await begin();
      await lectern.installation.administration.setUserDisabled(person.email, true);
      requireOauthError(await exchangeCode(lectern, code), 'invalid_grant');
    });

    it('[D39] when offline_access is not granted, then there is no refresh token, and the grant ends with its access token', async () => {
      const mine = await connectApp(lectern, 'live.list');
      assert.equal(mine.refresh, '');
      const list = async () => (await mine.person.get('/v1/me/oauth-grants')).body.data;
      const [{ id }, ...others] = await list();
      assert.deepEqual(others, []);
      nowMs += 3_599_000;
      assert.equal(await useToken(lectern, mine.person, mine.access), 200);
      nowMs += 2_000;
      assert.equal(await useToken(lectern, mine.person, mine.access), 401);
      assert.deepEqual(await list(), []);
      assert.equal((await mine.person.delete(`/v1/me/oauth-grants/${id}`)).status, 404, 'it has ended already');
    });

    it('[D40] when the access token of a grant without offline_access is revoked, then it stays revoked', async () => {
      const mine = await connectApp(lectern, 'live.list');
      await revoke(lectern, mine.client, mine.access);
      assert.equal(await useToken(lectern, mine.person, mine.access), 401);
    });
  });
}
