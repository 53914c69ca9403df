import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { failInserts } from '../support/failing-inserts.ts';
import { ENGINES, startTestLectern, type TestLectern } from '../support/lectern.ts';
import {
  type Connection,
  connect,
  disableClient,
  refresh,
  registerClient,
  requireDead,
  requireOauthError,
  requireTokens,
  revoke,
  type Tokens,
  useToken,
} from '../support/oauth-flow.ts';

const DAY_MS = 86_400_000;
const WIDE = 'live.list live.get live.create identity.read offline_access';

const sorted = (scope: string): string[] => scope.split(' ').toSorted();

for (const engine of ENGINES) {
  describe(`refresh tokens on ${engine}`, () => {
    let lectern: TestLectern;
    /** The server's clock stands still but for this. */
    let nowMs = Date.now();
    before(async () => {
      lectern = await startTestLectern(engine, { LECTERN_BUDGET_PAGES: '1000000' }, { clock: () => nowMs });
    });
    after(() => lectern.close());

    const listGrants = async ({ person }: Connection) => (await person.get('/v1/me/oauth-grants')).body.data;
    /** By what it may do: a Live is made. */
    const create = async ({ person }: Connection, token: string) =>
      (await person.post(person.owner.livesPath, {}, { token })).status;

    it('[States] a refresh rotates, and leaves the access tokens before it valid', async () => {
      const mine = await connect(lectern);
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
      it(`[States] a refresh token used ${back} turns ago ends the whole grant, without grace`, async () => {
        const mine = await connect(lectern);
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
      it(`[D41] a replay behind ${name} is still found, and ends the grant`, async () => {
        const mine = await connect(lectern);
        const next = requireTokens(await refresh(lectern, mine.client, mine.refresh));
        assert.equal((await refresh(lectern, mine.client, mine.refresh, changes)).status, 400);
        await requireDead(lectern, mine, next);
      });
    }

    it('[D41] a replay under another client, enabled or not, is still found, and ends the grant', async () => {
      for (const disabled of [false, true]) {
        const mine = await connect(lectern);
        const next = requireTokens(await refresh(lectern, mine.client, mine.refresh));
        const other = await registerClient(lectern);
        if (disabled) await disableClient(lectern, other);
        assert.equal((await refresh(lectern, other, mine.refresh)).status, 400);
        await requireDead(lectern, mine, next);
      }
    });

    it("[D41] an unused refresh token under another client is invalid_grant, and stays the first client's", async () => {
      const mine = await connect(lectern);
      const other = await registerClient(lectern);
      requireOauthError(await refresh(lectern, other, mine.refresh), 'invalid_grant');
      requireTokens(await refresh(lectern, mine.client, mine.refresh));
    });

    it('[D41] of two and of ten refreshes at once at most one wins; afterwards the grant is dead', async () => {
      for (const count of [2, 10, 10]) {
        const mine = await connect(lectern);
        const answers = await Promise.all(
          Array.from({ length: count }, () => refresh(lectern, mine.client, mine.refresh)),
        );
        const won = answers.filter(({ status }) => status === 200);
        assert.equal(won.length, 1);
        for (const answer of answers) if (answer.status !== 200) requireOauthError(answer, 'invalid_grant');
        await requireDead(lectern, mine, mine, requireTokens(won[0]!));
      }
    });

    it('[D41] a replay is remembered over a restart', async () => {
      const mine = await connect(lectern);
      const next = requireTokens(await refresh(lectern, mine.client, mine.refresh));
      lectern = await lectern.restart();
      requireOauthError(await refresh(lectern, mine.client, mine.refresh), 'invalid_grant');
      assert.equal(await useToken(lectern, mine.person, next.access), 401);
      requireOauthError(await refresh(lectern, mine.client, next.refresh), 'invalid_grant');
    });

    for (const table of ['oauth_access_tokens', 'oauth_refresh_tokens', 'audit']) {
      it(`[D41] a database that fails in ${table}, between consuming and issuing, leaves the refresh token unspent and the grant as wide as it was`, async () => {
        const mine = await connect(lectern, WIDE);
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

    it('[D39] a narrower refresh narrows outstanding access tokens at once', async () => {
      const mine = await connect(lectern, WIDE);
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

    it('[Endpoints] narrowed, restarted, and never wide again', async () => {
      const mine = await connect(lectern, WIDE);
      const narrow = requireTokens(
        await refresh(lectern, mine.client, mine.refresh, { scope: 'offline_access live.list' }),
      );
      lectern = await lectern.restart();
      for (const scope of [WIDE, 'live.list live.get offline_access', 'live.create']) {
        requireOauthError(await refresh(lectern, mine.client, narrow.refresh, { scope }), 'invalid_scope');
      }
      const same = requireTokens(await refresh(lectern, mine.client, narrow.refresh));
      assert.deepEqual(sorted(same.scope), ['live.list', 'offline_access']);
      requireOauthError(await refresh(lectern, mine.client, same.refresh, { scope: WIDE }), 'invalid_scope');
    });

    it('[D38] the list of grants shows the narrowed scopes', async () => {
      const mine = await connect(lectern, WIDE);
      await refresh(lectern, mine.client, mine.refresh, { scope: 'live.list offline_access' });
      const [grant] = await listGrants(mine);
      assert.deepEqual(grant.scopes.toSorted(), ['live.list', 'offline_access']);
    });

    it('[Endpoints] doubled and reordered scopes are the same scopes', async () => {
      const mine = await connect(lectern);
      const scope = 'offline_access live.get live.get live.list';
      assert.deepEqual(
        sorted(requireTokens(await refresh(lectern, mine.client, mine.refresh, { scope })).scope),
        sorted(mine.scope),
      );
    });

    it('[D39] a refresh that drops offline_access answers without a refresh token, and the grant ends with its access token', async () => {
      const mine = await connect(lectern);
      const last = requireTokens(await refresh(lectern, mine.client, mine.refresh, { scope: 'live.list' }));
      assert.equal(last.refresh, '');
      const [grant] = await listGrants(mine);
      assert.ok(Date.parse(grant.expires_at) <= nowMs + 3_600_000);
      nowMs += 3_601_000;
      assert.deepEqual(await listGrants(mine), []);
      assert.equal(await useToken(lectern, mine.person, last.access), 401);
    });

    it('[D39] an access token lives 3599 seconds and not 3601', async () => {
      const mine = await connect(lectern);
      assert.equal(mine.expiresIn, 3600);
      nowMs += 3_599_000;
      assert.equal(await useToken(lectern, mine.person, mine.access), 200);
      nowMs += 2_000;
      assert.equal(await useToken(lectern, mine.person, mine.access), 401);
    });

    it('[States] the deadline of 30 days is fixed: refreshes do not move it', async () => {
      const mine = await connect(lectern);
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

    it('[D39] an access token does not outlive the deadline, and says so', async () => {
      const mine = await connect(lectern);
      nowMs += 30 * DAY_MS - 600_000;
      const last = requireTokens(await refresh(lectern, mine.client, mine.refresh));
      assert.ok(last.expiresIn <= 600, String(last.expiresIn));
      nowMs += 601_000;
      assert.equal(await useToken(lectern, mine.person, last.access), 401);
    });

    it('[Endpoints] a client that is disabled refreshes nothing, and its access tokens end at once', async () => {
      const mine = await connect(lectern);
      assert.equal(await useToken(lectern, mine.person, mine.access), 200);
      await disableClient(lectern, mine.client);
      assert.equal(await useToken(lectern, mine.person, mine.access), 401);
      requireOauthError(await refresh(lectern, mine.client, mine.refresh), 'invalid_client');
    });

    it('[Endpoints] a user who is disabled has no access and no refresh', async () => {
      const mine = await connect(lectern);
      assert.equal(await useToken(lectern, mine.person, mine.access), 200);
      await lectern.installation.administration.setUserDisabled(mine.person.email, true);
      assert.equal(await useToken(lectern, mine.person, mine.access), 401);
      requireOauthError(await refresh(lectern, mine.client, mine.refresh), 'invalid_grant');
    });

    it('[Endpoints] DELETE of a grant ends access and refresh at once, and is 404 the second time and for others', async () => {
      const [mine, other] = [await connect(lectern), await connect(lectern)];
      const [grant] = await listGrants(mine);
      assert.equal((await other.person.delete(`/v1/me/oauth-grants/${grant.id}`)).status, 404);
      assert.equal(await useToken(lectern, mine.person, mine.access), 200);
      assert.equal((await mine.person.delete(`/v1/me/oauth-grants/${grant.id}`)).status, 204);
      await requireDead(lectern, mine, mine);
      assert.equal((await mine.person.delete(`/v1/me/oauth-grants/${grant.id}`)).status, 404);
    });

    it('[D40] revocation that races a refresh wins: whatever the refresh got is dead', async () => {
      for (let round = 0; round < 10; round++) {
        const mine = await connect(lectern);
        const [answer, revoked] = await Promise.all([
          refresh(lectern, mine.client, mine.refresh),
          revoke(lectern, mine.client, mine.refresh),
        ]);
        assert.equal(revoked.status, 200);
        if (answer.status !== 200) requireOauthError(answer, 'invalid_grant');
        await requireDead(lectern, mine, mine, ...(answer.status === 200 ? [requireTokens(answer)] : []));
      }
    });

    it('[Endpoints] DELETE that races a refresh wins: whatever the refresh got is dead', async () => {
      for (let round = 0; round < 10; round++) {
        const mine = await connect(lectern);
        const [grant] = await listGrants(mine);
        const [answer, deleted] = await Promise.all([
          refresh(lectern, mine.client, mine.refresh),
          mine.person.delete(`/v1/me/oauth-grants/${grant.id}`),
        ]);
        assert.equal(deleted.status, 204);
        if (answer.status !== 200) requireOauthError(answer, 'invalid_grant');
        await requireDead(lectern, mine, mine, ...(answer.status === 200 ? [requireTokens(answer)] : []));
      }
    });

    it('[D39] a narrower and an ordinary refresh of one token at once end the grant', async () => {
      const mine = await connect(lectern, WIDE);
      const answers = await Promise.all([
        refresh(lectern, mine.client, mine.refresh, { scope: 'live.list offline_access' }),
        refresh(lectern, mine.client, mine.refresh),
      ]);
      assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, 400]);
      await requireDead(lectern, mine, mine, requireTokens(answers.find(({ status }) => status === 200)!));
    });
  });
}
