import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  type AppConnection,
  connectApp,
  disableOauthClient,
  refresh,
  registerClient,
  requireDead,
  requireOauthError,
  requireTokens,
  revoke,
  type Tokens,
  useToken,
} from '../support/requests/oauth-flow.ts';
import { failInserts } from '../support/server/failing-inserts.ts';
import { ENGINES } from '../support/server/lectern.ts';
import { useInProcessServer } from '../support/server/suite-server.ts';

const DAY_MS = 86_400_000;
const WIDE = 'live.list live.get live.create identity.read offline_access';

const sorted = (scope: string): string[] => scope.split(' ').toSorted();

for (const engine of ENGINES) {
  describe(`refresh tokens on ${engine}`, () => {
    /** The server's clock stands still but for this. */
    let nowMs = Date.now();
    const { lectern } = useInProcessServer({
      engine,
      settings: { LECTERN_BUDGET_PAGES: '1000000' },
      clock: () => nowMs,
    });

    const listGrants = async ({ person }: AppConnection) => (await person.get('/v1/me/oauth-grants')).body.data;
    /** Creates a Live, which shows that the token works. */
    const create = async ({ person }: AppConnection, token: string) =>
      (await person.post(person.owner.livesPath, {}, { token })).status;

    it('[States] when a token is refreshed, then it rotates, and the access tokens before it stay valid', async () => {
      const mine = await connectApp(lectern);
      const tokens: Tokens[] = [mine];
      for (let turn = 0; turn < 3; turn++) {
        tokens.push(requireTokens(await refresh(lectern, mine.client, tokens.at(-1)!.refresh)));
      }
      assert.equal(new Set(tokens.flatMap((each) => [each.access, each.refresh])).size, 8);
      for (const { access, scope } of tokens) {
        assert.equal(await useToken(lectern, mine.person, access), 200);
        assert.deepEqual(sorted(scope), sorted(mine.scope));
      }
    });

    for (const back of [1, 2, 3]) {
      it(`[States] when a refresh token used ${back} turns ago comes again, then the whole grant ends, without grace`, async () => {
        const mine = await connectApp(lectern);
        const tokens: Tokens[] = [mine];
        for (let turn = 0; turn < back; turn++) {
          tokens.push(requireTokens(await refresh(lectern, mine.client, tokens.at(-1)!.refresh)));
        }
        requireOauthError(await refresh(lectern, mine.client, mine.refresh), 'invalid_grant');
        await requireDead(lectern, mine, ...tokens);
      });
    }

    for (const [name, changes] of Object.entries({
      'a scope that is too wide': { scope: 'live.delete' },
      'an unknown scope': { scope: 'nonsense' },
      'an empty scope': { scope: '' },
      'an unknown client': { client_id: 'AAAAAAAAAAAAAAAAAAAA' },
    })) {
      it(`[D41] when a replay comes with ${name}, then it is still found, and ends the grant`, async () => {
        const mine = await connectApp(lectern);
        const next = requireTokens(await refresh(lectern, mine.client, mine.refresh));
        assert.equal((await refresh(lectern, mine.client, mine.refresh, changes)).status, 400);
        await requireDead(lectern, mine, next);
      });
    }

    it('[D41] when a replay comes under another client, enabled or not, then it is still found, and ends the grant', async () => {
      for (const disabled of [false, true]) {
        const mine = await connectApp(lectern);
        const next = requireTokens(await refresh(lectern, mine.client, mine.refresh));
        const other = await registerClient(lectern);
        if (disabled) await disableOauthClient(lectern, other);
        assert.equal((await refresh(lectern, other, mine.refresh)).status, 400);
        await requireDead(lectern, mine, next);
      }
    });

    it("[D41] when an unused refresh token comes under another client, then it is invalid_grant, and stays the first client's", async () => {
      const mine = await connectApp(lectern);
      const other = await registerClient(lectern);
      requireOauthError(await refresh(lectern, other, mine.refresh), 'invalid_grant');
      requireTokens(await refresh(lectern, mine.client, mine.refresh));
    });

    it('[D41] when two or ten refreshes come at once, then at most one wins, and afterwards the grant is dead', async () => {
      for (const count of [2, 10, 10]) {
        const mine = await connectApp(lectern);
        const responses = await Promise.all(
          Array.from({ length: count }, () => refresh(lectern, mine.client, mine.refresh)),
        );
        const won = responses.filter(({ status }) => status === 200);
        assert.equal(won.length, 1);
        for (const response of responses) if (response.status !== 200) requireOauthError(response, 'invalid_grant');
        await requireDead(lectern, mine, mine, requireTokens(won[0]!));
      }
    });

    it('[D41] when the server restarts before a replay, then the replay is still found', async () => {
      const mine = await connectApp(lectern);
      const next = requireTokens(await refresh(lectern, mine.client, mine.refresh));
      await lectern.restart();
      requireOauthError(await refresh(lectern, mine.client, mine.refresh), 'invalid_grant');
      assert.equal(await useToken(lectern, mine.person, next.access), 401);
      requireOauthError(await refresh(lectern, mine.client, next.refresh), 'invalid_grant');
    });

    for (const table of ['oauth_access_tokens', 'oauth_refresh_tokens', 'audit']) {
      it(`[D41] when the database fails in ${table}, between consuming and issuing, then the refresh token stays unspent and the grant as wide as it was`, async () => {
        const mine = await connectApp(lectern, WIDE);
        const mend = await failInserts(lectern, table);
        try {
          const { status } = await refresh(lectern, mine.client, mine.refresh, { scope: 'live.list offline_access' });
          assert.ok(status >= 500, String(status));
        } finally {
          await mend();
        }
        assert.equal(await create(mine, mine.access), 201);
        const { scope } = requireTokens(await refresh(lectern, mine.client, mine.refresh));
        assert.deepEqual(sorted(scope), sorted(WIDE));
      });
    }

    it('[D39] when a refresh is narrower, then outstanding access tokens are narrowed at once', async () => {
      const mine = await connectApp(lectern, WIDE);
      assert.equal(await create(mine, mine.access), 201);
      const narrow = requireTokens(
        await refresh(lectern, mine.client, mine.refresh, { scope: 'live.list offline_access' }),
      );
      assert.deepEqual(sorted(narrow.scope), ['live.list', 'offline_access']);
      for (const { access } of [mine, narrow]) {
        assert.equal(await create(mine, access), 403);
        assert.equal(await useToken(lectern, mine.person, access), 200);
      }
    });

    it('[Endpoints] when a grant is narrowed and the server restarts, then it never becomes wide again', async () => {
      const mine = await connectApp(lectern, WIDE);
      const narrow = requireTokens(
        await refresh(lectern, mine.client, mine.refresh, { scope: 'offline_access live.list' }),
      );
      await lectern.restart();
      for (const scope of [WIDE, 'live.list live.get offline_access', 'live.create']) {
        requireOauthError(await refresh(lectern, mine.client, narrow.refresh, { scope }), 'invalid_scope');
      }
      const same = requireTokens(await refresh(lectern, mine.client, narrow.refresh));
      assert.deepEqual(sorted(same.scope), ['live.list', 'offline_access']);
      requireOauthError(await refresh(lectern, mine.client, same.refresh, { scope: WIDE }), 'invalid_scope');
    });

    it('[D38] when a grant is narrowed, then the list of grants shows the narrowed scopes', async () => {
      const mine = await connectApp(lectern, WIDE);
      await refresh(lectern, mine.client, mine.refresh, { scope: 'live.list offline_access' });
      const [grant] = await listGrants(mine);
      assert.deepEqual(grant.scopes.toSorted(), ['live.list', 'offline_access']);
    });

    it('[Endpoints] when scopes are doubled and reordered, then they are the same scopes', async () => {
      const mine = await connectApp(lectern);
      const scope = 'offline_access live.get live.get live.list';
      assert.deepEqual(
        sorted(requireTokens(await refresh(lectern, mine.client, mine.refresh, { scope })).scope),
        sorted(mine.scope),
      );
    });

    it('[D39] when a refresh drops offline_access, then the response has no refresh token, and the grant ends with its access token', async () => {
      const mine = await connectApp(lectern);
      const last = requireTokens(await refresh(lectern, mine.client, mine.refresh, { scope: 'live.list' }));
      assert.equal(last.refresh, '');
      const [grant] = await listGrants(mine);
      assert.ok(Date.parse(grant.expires_at) <= nowMs + 3_600_000);
      nowMs += 3_601_000;
      assert.deepEqual(await listGrants(mine), []);
      assert.equal(await useToken(lectern, mine.person, last.access), 401);
    });

    it('[D39] when an access token is 3599 seconds old, then it still works; after 3601 it does not', async () => {
      const mine = await connectApp(lectern);
      assert.equal(mine.expiresIn, 3600);
      nowMs += 3_599_000;
      assert.equal(await useToken(lectern, mine.person, mine.access), 200);
      nowMs += 2_000;
      assert.equal(await useToken(lectern, mine.person, mine.access), 401);
    });

    it('[States] when tokens are refreshed, then the deadline of 30 days stays fixed', async () => {
      const mine = await connectApp(lectern);
      const [{ expires_at: deadline, created_at: begun }] = await listGrants(mine);
      assert.equal(Date.parse(deadline) - Date.parse(begun), 30 * DAY_MS);
      nowMs += 15 * DAY_MS;
      const half = requireTokens(await refresh(lectern, mine.client, mine.refresh));
      assert.equal((await listGrants(mine))[0].expires_at, deadline);
      nowMs += 14.9 * DAY_MS;
      const late = requireTokens(await refresh(lectern, mine.client, half.refresh));
      assert.equal(late.expiresIn, 3600);
      nowMs += 0.2 * DAY_MS;
      requireOauthError(await refresh(lectern, mine.client, late.refresh), 'invalid_grant');
      assert.deepEqual(await listGrants(mine), []);
    });

    it('[D39] when the deadline is near, then an access token does not outlive it, and says so', async () => {
      const mine = await connectApp(lectern);
      nowMs += 30 * DAY_MS - 600_000;
      const last = requireTokens(await refresh(lectern, mine.client, mine.refresh));
      assert.ok(last.expiresIn <= 600, String(last.expiresIn));
      nowMs += 601_000;
      assert.equal(await useToken(lectern, mine.person, last.access), 401);
    });

    it('[Endpoints] when a client is disabled, then it cannot refresh, and its access tokens end at once', async () => {
      const mine = await connectApp(lectern);
      assert.equal(await useToken(lectern, mine.person, mine.access), 200);
      await disableOauthClient(lectern, mine.client);
      assert.equal(await useToken(lectern, mine.person, mine.access), 401);
      requireOauthError(await refresh(lectern, mine.client, mine.refresh), 'invalid_client');
    });

    it('[Endpoints] when a user is disabled, then there is no access and no refresh', async () => {
      const mine = await connectApp(lectern);
      assert.equal(await useToken(lectern, mine.person, mine.access), 200);
      await lectern.installation.administration.setUserDisabled(mine.person.email, true);
      assert.equal(await useToken(lectern, mine.person, mine.access), 401);
      requireOauthError(await refresh(lectern, mine.client, mine.refresh), 'invalid_grant');
    });

    it('[Endpoints] when a grant is deleted by DELETE, then access and refresh end at once; a second DELETE, or one by others, gets 404', async () => {
      const [mine, other] = [await connectApp(lectern), await connectApp(lectern)];
      const [grant] = await listGrants(mine);
      assert.equal((await other.person.delete(`/v1/me/oauth-grants/${grant.id}`)).status, 404);
      assert.equal(await useToken(lectern, mine.person, mine.access), 200);
      assert.equal((await mine.person.delete(`/v1/me/oauth-grants/${grant.id}`)).status, 204);
      await requireDead(lectern, mine, mine);
      assert.equal((await mine.person.delete(`/v1/me/oauth-grants/${grant.id}`)).status, 404);
    });

    it('[D40] when revocation races a refresh, then the revocation wins: all that the refresh got is dead', async () => {
      for (let round = 0; round < 10; round++) {
        const mine = await connectApp(lectern);
        const [response, revoked] = await Promise.all([
          refresh(lectern, mine.client, mine.refresh),
          revoke(lectern, mine.client, mine.refresh),
        ]);
        assert.equal(revoked.status, 200);
        if (response.status !== 200) requireOauthError(response, 'invalid_grant');
        await requireDead(lectern, mine, mine, ...(response.status === 200 ? [requireTokens(response)] : []));
      }
    });

    it('[Endpoints] when DELETE races a refresh, then the DELETE wins: all that the refresh got is dead', async () => {
      for (let round = 0; round < 10; round++) {
        const mine = await connectApp(lectern);
        const [grant] = await listGrants(mine);
        const [response, deleted] = await Promise.all([
          refresh(lectern, mine.client, mine.refresh),
          mine.person.delete(`/v1/me/oauth-grants/${grant.id}`),
        ]);
        assert.equal(deleted.status, 204);
        if (response.status !== 200) requireOauthError(response, 'invalid_grant');
        await requireDead(lectern, mine, mine, ...(response.status === 200 ? [requireTokens(response)] : []));
      }
    });

    it('[D39] when a narrower and an ordinary refresh of one token come at once, then the grant ends', async () => {
      const mine = await connectApp(lectern, WIDE);
      const responses = await Promise.all([
        refresh(lectern, mine.client, mine.refresh, { scope: 'live.list offline_access' }),
        refresh(lectern, mine.client, mine.refresh),
      ]);
      assert.deepEqual(responses.map(({ status }) => status).toSorted(), [200, 400]);
      await requireDead(lectern, mine, mine, requireTokens(responses.find(({ status }) => status === 200)!));
    });
  });
}
