import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { REPLACED_SECRETS_MAX } from '../../../src/contract/limits.ts';
import { hashCredentialSecret } from '../../../src/domain/account/credentials/credential-secret.ts';
import { newId } from '../../../src/domain/identifiers.ts';
import { type ApiResponse, api, assertProblem, type JsonDocument } from '../../support/requests/api.ts';
import { createTestToken, createTestUser, startCredential, type TestUser } from '../../support/requests/tokens.ts';
import { createTestOrganization, PAGE_ENGINES } from '../../support/server/lectern.ts';
import { useInProcessServer } from '../../support/server/suite-server.ts';

const TOKENS = '/v1/me/tokens';
const DAY_MS = 86_400_000;
/** [Endpoints] metadata without offline_access, [D36] and [D75]. */
const SCOPES = [
  'identity.read',
  'translation.list',
  'translation.get',
  'translation.read',
  'translation.search',
  'live.list',
  'live.get',
  'live.create',
  'live.update',
  'live.delete',
  'token.list',
  'token.create',
  'token.delete',
  'translation.update',
  'output.manage',
  'plan.update',
  'presentation.list',
  'presentation.get',
  'presentation.update',
  'presentation.publish',
];
/** Where the field stands, and the body. */
const MALFORMED: [string, object][] = [
  ['/name', {}],
  ...[null, 5, '', '   ', 'x'.repeat(121), 'a\u0000b', '\u202ename', '\u200b', '\u2800', '\u3164'].map(
    (name): [string, object] => ['/name', { name }],
  ),
  ['/scopes', { name: 'x', scopes: null }],
  ['/scopes', { name: 'x', scopes: 'live.get' }],
  ['/scopes', { name: 'x', scopes: ['live.get', 'live.get'] }],
  ...['offline_access', 'live.fly', 'LIVE.GET', '', '*', 'live.get live.list', 5, null].map(
    (scope): [string, object] => ['/scopes/0', { name: 'x', scopes: [scope] }],
  ),
  ...[0, 366, -1, 1.5, '90', null, 1e9].map((expires_in_days): [string, object] => [
    '/expires_in_days',
    { name: 'x', expires_in_days },
  ]),
  ['/unknown', { name: 'x', unknown: 1 }],
  ['/expires_at', { name: 'x', expires_at: '2030-01-01T00:00:00.000Z' }],
];

for (const engine of PAGE_ENGINES) {
  describe(`[D37] personal tokens on ${engine}`, () => {
    const { lectern } = useInProcessServer({ engine });

    const works = async (user: TestUser, token: string) => {
      const { status } = await user.get('/v1/me', { token });
      assert.ok(status === 200 || status === 401, `${status}`);
      return status === 200;
    };
    const requirePointer = (response: ApiResponse, pointer: string) => {
      assertProblem(response, 422, 'invalid_fields');
      assert.ok(
        response.body.errors.some((error: { pointer: string }) => error.pointer === pointer),
        `${pointer}: ${JSON.stringify(response.body)}`,
      );
    };
    const requireInsufficient = (response: ApiResponse, scopes: readonly string[]) => {
      assertProblem(response, 403, 'insufficient_scope');
      const challenge = /^Bearer error="insufficient_scope", scope="([^"]+)"$/;
      const [, named] = challenge.exec(response.headers.get('www-authenticate') ?? '') ?? [];
      assert.deepEqual(named?.split(' ').toSorted(), [...scopes].toSorted());
    };
    const idsOf = async (user: TestUser): Promise<string[]> =>
      (await user.get(`${TOKENS}?limit=100`)).body.data.map(({ id }: { id: string }) => id);

    describe('POST /v1/me/tokens', () => {
      it('when a token is made, then it works at once, with the end and the scopes that the response gives', async () => {
        const user = await createTestUser(lectern);
        const wanted = { name: '  Tablet ', scopes: ['live.get', 'live.list'], expires_in_days: 7 };
        const begun = Date.now();
        const { status, body } = await user.post(TOKENS, wanted);
        assert.equal(status, 201);
        const { id, token, expires_at, ...rest } = body;
        assert.deepEqual(rest, { name: 'Tablet', scopes: wanted.scopes });
        assert.match(id, /^[A-Za-z0-9_-]{16,64}$/, '[D7] at least 96 random bits');
        assert.match(token, /^bt_[0-9A-Za-z]{49}$/, '[D35]');
        const end = Date.parse(expires_at) - 7 * DAY_MS;
        assert.ok(end >= begun && end <= Date.now(), expires_at);
        const { body: me } = await user.get('/v1/me', { token });
        assert.deepEqual(me.credential, { kind: 'personal', id, scopes: wanted.scopes, expires_at });
        assert.equal((await user.get(user.owner.livesPath, { token })).status, 200);
        requireInsufficient(await user.post(user.owner.livesPath, {}, { token }), ['live.create']);
      });

      it('[D35] when scopes and days are left out, then the token has the rights of the user, for 90 days', async () => {
        const user = await createTestUser(lectern);
        for (const body of [{}, { scopes: [] }]) {
          const begun = Date.now();
          const { scopes, expires_at, token } = await createTestToken(user, body);
          assert.deepEqual(scopes, []);
          const end = Date.parse(expires_at) - 90 * DAY_MS;
          // The token that makes it was made a moment ago, for as long.
          assert.ok(end >= begun - 60_000 && end <= Date.now(), expires_at);
          assert.equal((await user.post(user.owner.livesPath, {}, { token })).status, 201);
        }
      });

      it('[D35], [D36] when 1 or 365 days, 120 characters or every scope of a personal credential are sent, then they are accepted', async () => {
        const user = await createTestUser(lectern);
        for (const body of [
          { expires_in_days: 1 },
          { expires_in_days: 365 },
          { name: 'ü'.repeat(120) },
          { scopes: SCOPES },
        ]) {
          const { body: made, status } = await user.post(TOKENS, { name: 'x', ...body });
          assert.equal(status, 201, JSON.stringify(made));
        }
      });

      it('when a request is malformed, then the response is 422 and says where, and nothing is made', async () => {
        const user = await createTestUser(lectern);
        for (const [pointer, body] of MALFORMED) requirePointer(await user.post(TOKENS, body), pointer);
        assert.equal((await idsOf(user)).length, 1);
      });

      it('[D9] when an Idempotency-Key is sent, then it is refused, and nothing is made', async () => {
        const user = await createTestUser(lectern);
        const headers = { 'idempotency-key': 'once' };
        assertProblem(await user.post(TOKENS, { name: 'x' }, { headers }), 422, 'idempotency_unsupported');
        assert.equal((await idsOf(user)).length, 1);
      });

      it('[D37] when a token makes another, then the new one never outlives it, whatever is asked for', async () => {
        const user = await createTestUser(lectern);
        const maker = await createTestToken(user, { expires_in_days: 2 });
        for (const [body, end] of [
          [{}, maker.expires_at],
          [{ expires_in_days: 365 }, maker.expires_at],
        ] as const) {
          const { status, body: made } = await user.post(TOKENS, { name: 'x', ...body }, { token: maker.token });
          assert.deepEqual([status, made.expires_at], [201, end]);
        }
        const { body: made } = await user.post(TOKENS, { name: 'x', expires_in_days: 1 }, { token: maker.token });
        assert.ok(made.expires_at < maker.expires_at);
        // Nor by the secret of one that lasts longer; its own it may renew.
        const longer = await createTestToken(user);
        const refused = await user.post(`${TOKENS}/${longer.id}/rotate`, {}, { token: maker.token });
        assertProblem(refused, 403, 'forbidden');
        assert.match(refused.body.detail, /must not outlive it\. Nothing was changed\. Rotate the token by itself/);
        assert.equal((await user.get('/v1/me', { token: longer.token })).status, 200);
        const renewed = await user.post(`${TOKENS}/${maker.id}/rotate`, {}, { token: maker.token });
        assert.deepEqual([renewed.status, renewed.body.expires_at], [200, maker.expires_at]);
        const again = await user.post(`${TOKENS}/${maker.id}/rotate`, {}, { token: maker.token });
        assert.deepEqual([again.status, again.body.expires_at], [200, maker.expires_at], 'inside the overlap too');
        assert.equal((await user.delete(`${TOKENS}/${maker.id}`)).status, 204);
        assert.equal(
          (await user.get('/v1/me', { token: made.token })).status,
          200,
          'a revocation of the maker leaves it',
        );
      });

      it('when a token makes another, then the new one never grants more than it does', async () => {
        const user = await createTestUser(lectern);
        const held = ['token.create', 'live.get', 'translation.read'];
        const { token } = await createTestToken(user, { scopes: held });
        const attempt = (scopes?: string[]) => user.post(TOKENS, { name: 'x', scopes }, { token });
        for (const scopes of [held, ['live.get'], ['token.create']]) assert.equal((await attempt(scopes)).status, 201);
        const before = await idsOf(user);
        requireInsufficient(await attempt(['live.update']), ['token.create', 'live.update']);
        requireInsufficient(await attempt([...held, 'token.delete']), [...held, 'token.delete']);
        for (const none of [[], undefined]) requireInsufficient(await attempt(none), SCOPES);
        requirePointer(await attempt(['live.fly']), '/scopes/0');
        assert.deepEqual(await idsOf(user), before);
      });

      it('when a token names every scope, then even it cannot make one that inherits', async () => {
        const user = await createTestUser(lectern);
        const { token } = await createTestToken(user, { scopes: SCOPES });
        requireInsufficient(await user.post(TOKENS, { name: 'x' }, { token }), SCOPES);
      });

      it('[D35] when a token is made, then only a SHA-256 of its secret is kept', async () => {
        const user = await createTestUser(lectern);
        const { id, token } = await createTestToken(user);
        const kept = await lectern.installation.administration.listTokens({ user: user.email });
        assert.equal(kept.find((each) => each.id === id)!.hash, hashCredentialSecret(token));
        assert.ok(!JSON.stringify(kept).includes(token.slice(3, 20)));
      });
    });

    describe('the quota', () => {
      const QUOTA = 4;
      const { lectern: small } = useInProcessServer({ engine, settings: { LECTERN_TOKENS_PER_USER: String(QUOTA) } });

      it('when tokens are made, also in parallel, then those that work are counted, the quota is not passed, and one that ends makes room', async () => {
        const user = await createTestUser(small);
        const past = new Date(Date.now() - 1).toISOString();
        await startCredential(small, user.owner, { expiresAt: past });
        await startCredential(small, user.owner, { revokedAt: past });
        const responses = await Promise.all(Array.from({ length: 10 }, () => user.post(TOKENS, { name: 'x' })));
        const made = responses.filter(({ status }) => status === 201);
        assert.equal(made.length, QUOTA - 1);
        for (const response of responses.filter(({ status }) => status !== 201)) {
          assertProblem(response, 409, 'quota_exceeded');
        }
        assert.equal((await idsOf(user)).length, QUOTA);
        const { id } = made[0]!.body;
        assert.equal((await user.post(`${TOKENS}/${id}/rotate`, {})).status, 200, 'a rotation makes none');
        assert.equal((await user.delete(`${TOKENS}/${id}`)).status, 204);
        assert.equal((await user.post(TOKENS, { name: 'x' })).status, 201);
        assertProblem(await user.post(TOKENS, { name: 'x' }), 409, 'quota_exceeded');
        const other = await createTestUser(small);
        assert.equal((await other.post(TOKENS, { name: 'x' })).status, 201);
      });
    });

    describe('GET /v1/me/tokens', () => {
      it("when tokens are listed, then the user's tokens that work come oldest first, page by page, and without secrets", async () => {
        const user = await createTestUser(lectern);
        const other = await createTestUser(lectern);
        const past = new Date(Date.now() - 1).toISOString();
        await startCredential(lectern, user.owner, { expiresAt: past });
        await startCredential(lectern, user.owner, { revokedAt: past });
        await createTestToken(other);
        const begun = Date.now();
        const made: JsonDocument[] = [];
        for (let index = 0; index < 6; index++) {
          made.push(await createTestToken(user, { name: `Token ${index}`, scopes: SCOPES.slice(0, index) }));
          // Of two in the same millisecond neither is older.
          await sleep(2);
        }
        const listed: JsonDocument[] = [];
        for (let query = '?limit=3'; ; ) {
          const { status, body } = await user.get(TOKENS + query);
          assert.equal(status, 200);
          assert.deepEqual(Object.keys(body), ['data', 'next_cursor']);
          assert.ok(!JSON.stringify(body).includes('bt_'));
          listed.push(...body.data);
          if (body.next_cursor === null) break;
          assert.equal(body.data.length, 3);
          query = `?limit=3&after=${body.next_cursor}`;
        }
        assert.equal(listed.length, 7);
        for (const [index, { created_at, last_used_at, ...rest }] of listed.slice(1).entries()) {
          const { id, name, scopes, expires_at } = made[index]!;
          assert.deepEqual(rest, { id, name, scopes, expires_at });
          assert.ok(Date.parse(created_at) >= begun && Date.parse(created_at) <= Date.now());
          assert.equal(last_used_at, null);
        }
      });

      it('when a token was used, then the list says when it was last used', async () => {
        const user = await createTestUser(lectern);
        const { id, token } = await createTestToken(user);
        const begun = Date.now();
        await user.get('/v1/me', { token });
        const readUse = async (): Promise<string | null> =>
          (await user.get(TOKENS)).body.data.find((each: { id: string }) => each.id === id).last_used_at;
        while ((await readUse()) === null) await sleep(100);
        const at = Date.parse((await readUse())!);
        assert.ok(at >= begun && at <= Date.now(), `${at}`);
      });

      it('[Limits] when tokens are paged, then a page has 1 to 100, 50 by default; cursors of others and made up ones are 422', async () => {
        const user = await createTestUser(lectern);
        const other = await createTestUser(lectern);
        for (let count = 0; count < 50; count++) await startCredential(lectern, user.owner, {});
        await createTestToken(other);
        const { body } = await user.get(TOKENS);
        assert.equal(body.data.length, 50);
        assert.equal((await user.get(`${TOKENS}?limit=100`)).body.data.length, 51);
        for (const limit of ['0', '101', 'x', '1.5', '-1', '']) {
          assertProblem(await user.get(`${TOKENS}?limit=${limit}`), 422, 'invalid_fields');
        }
        const foreign = (await other.get(`${TOKENS}?limit=1`)).body.next_cursor;
        for (const cursor of [foreign, 'x', '', `${body.next_cursor}x`, 'x'.repeat(1000)]) {
          assertProblem(await user.get(`${TOKENS}?after=${cursor}`), 422, 'invalid_cursor');
        }
      });
    });

    describe('PATCH /v1/me/tokens/{token_id}', () => {
      it('when a token is renamed, then nothing else changes', async () => {
        const user = await createTestUser(lectern);
        const { id, token, scopes, expires_at } = await createTestToken(user, { scopes: ['live.get'] });
        const { status, body } = await user.patch(`${TOKENS}/${id}`, { name: ' Phone ' });
        const { created_at, ...rest } = body;
        assert.deepEqual([status, rest], [200, { id, name: 'Phone', scopes, expires_at, last_used_at: null }]);
        assert.ok(await works(user, token));
        const { body: page } = await user.get(TOKENS);
        const listed = page.data.find((each: { id: string }) => each.id === id);
        assert.deepEqual([listed.name, listed.created_at], ['Phone', created_at]);
      });

      it('when a name is not valid, then the response is 422', async () => {
        const user = await createTestUser(lectern);
        const { id } = await createTestToken(user);
        for (const [pointer, body] of MALFORMED.filter(([at]) => at === '/name')) {
          requirePointer(await user.patch(`${TOKENS}/${id}`, body), pointer);
        }
        requirePointer(await user.patch(`${TOKENS}/${id}`, { name: 'x', scopes: [] }), '/scopes');
      });
    });

    describe('POST /v1/me/tokens/{token_id}/rotate', () => {
      const rotate = (user: TestUser, id: string, body: object = {}, token?: string) =>
        user.post(`${TOKENS}/${id}/rotate`, body, { token });

      it('when a token is rotated, then the same token gets a new secret; the old one works for ten more minutes by default', async () => {
        const user = await createTestUser(lectern);
        const { token: old, ...token } = await createTestToken(user, { scopes: ['live.list'], expires_in_days: 9 });
        for (const [body, seconds] of [
          [{}, 600],
          [{ overlap_seconds: 86_400 }, 86_400],
        ] as const) {
          const { token: before } = await createTestToken(user);
          const id = (await user.get('/v1/me', { token: before })).body.credential.id;
          const begun = Date.now();
          assert.equal((await rotate(user, id, body)).status, 200);
          const { body: me } = await user.get('/v1/me', { token: before });
          const overlapEnd = Date.parse(me.credential.expires_at) - seconds * 1000;
          assert.ok(overlapEnd >= begun && overlapEnd <= Date.now(), me.credential.expires_at);
        }
        const { status, body } = await rotate(user, token.id);
        const { token: secret, ...rest } = body;
        assert.deepEqual([status, rest], [200, token]);
        assert.match(secret, /^bt_[0-9A-Za-z]{49}$/);
        assert.notEqual(secret, old);
        for (const each of [old, secret]) {
          assert.equal((await user.get(user.owner.livesPath, { token: each })).status, 200);
          assertProblem(await user.post(user.owner.livesPath, {}, { token: each }), 403, 'insufficient_scope');
          assert.equal((await user.get('/v1/me', { token: each })).body.credential.id, token.id);
        }
        const kept = await lectern.installation.administration.listTokens({ user: user.email });
        assert.equal(kept.find(({ id }) => id === token.id)!.hash, hashCredentialSecret(secret));
      });

      it('when a token is rotated with no overlap, then the old secret ends at once', async () => {
        const user = await createTestUser(lectern);
        const { id, token: old } = await createTestToken(user);
        assert.ok(await works(user, old));
        const { body } = await rotate(user, id, { overlap_seconds: 0 });
        assert.deepEqual([await works(user, old), await works(user, body.token)], [false, true]);
      });

      it('when the overlap ends, then the old secret ends, and not before', async () => {
        const user = await createTestUser(lectern);
        const { id, token: old } = await createTestToken(user);
        const { body } = await rotate(user, id, { overlap_seconds: 2 });
        const { body: me } = await user.get('/v1/me', { token: old });
        const end = Date.parse(me.credential.expires_at);
        while (await works(user, old)) {
          assert.ok(Date.now() < end + 5_000, 'it never ends');
          // Not so often that the budget of the credential ends first. [D10]
          await sleep(10);
        }
        assert.ok(Date.now() >= end);
        assert.ok(await works(user, body.token));
      });

      it('when a token ends, then its old secret does not outlive it', async () => {
        const user = await createTestUser(lectern);
        const {
          id,
          token: old,
          expires_at,
        } = await startCredential(lectern, user.owner, {
          expiresAt: new Date(Date.now() + 3_000).toISOString(),
        });
        const { status, body } = await rotate(user, id, { overlap_seconds: 600 });
        assert.deepEqual([status, body.expires_at], [200, expires_at]);
        assert.equal((await user.get('/v1/me', { token: old })).body.credential.expires_at, expires_at);
        await sleep(Date.parse(expires_at!) - Date.now() + 5);
        assert.deepEqual([await works(user, old), await works(user, body.token)], [false, false]);
        assertProblem(await rotate(user, id), 404, 'not_found');
      });

      it('[D35] when a second rotation comes inside the overlap, then the oldest secret keeps the end it was promised', async () => {
        const user = await createTestUser(lectern);
        const { id, token: first } = await createTestToken(user);
        const endOf = async (token: string) => (await user.get('/v1/me', { token })).body.credential.expires_at;
        const second = (await rotate(user, id, { overlap_seconds: 86_400 })).body.token;
        const promised = await endOf(first);
        const third = (await rotate(user, id)).body.token;
        // By a secret that is on its way out: the present one is replaced.
        const fourth = (await rotate(user, id, {}, second)).body.token;
        const secrets = [first, second, third, fourth];
        const working = async () => Promise.all(secrets.map((secret) => works(user, secret)));
        assert.deepEqual(await working(), [true, true, true, true]);
        assert.equal(await endOf(first), promised);
        const last = (await rotate(user, id, { overlap_seconds: 0 })).body.token;
        assert.deepEqual([...(await working()), await works(user, last)], [false, false, false, false, true]);
      });

      it('[D35] when a token is rotated in parallel, then every secret works', async () => {
        const user = await createTestUser(lectern);
        const { id, token } = await createTestToken(user);
        const responses = await Promise.all(Array.from({ length: 5 }, () => rotate(user, id)));
        for (const secret of [token, ...responses.map(({ body }) => body.token)]) assert.ok(await works(user, secret));
      });

      it(`when more than ${REPLACED_SECRETS_MAX} secrets at a time would be replaced, then it is refused, and nothing is changed`, async () => {
        const user = await createTestUser(lectern);
        const { id, token } = await createTestToken(user);
        let latest = token;
        for (let done = 0; done < REPLACED_SECRETS_MAX; done++) latest = (await rotate(user, id)).body.token;
        assertProblem(await rotate(user, id), 409, 'quota_exceeded');
        assert.deepEqual([await works(user, token), await works(user, latest)], [true, true]);
        const { token: renewed } = (await rotate(user, id, { overlap_seconds: 0 })).body;
        assert.deepEqual([await works(user, latest), await works(user, renewed)], [false, true]);
        assert.equal((await rotate(user, id)).status, 200);
      });

      it('when an overlap is given, then only 0 to 86,400 whole seconds are accepted', async () => {
        const user = await createTestUser(lectern);
        const { id, token } = await createTestToken(user);
        for (const overlap_seconds of [-1, 86_401, 1.5, '600', null]) {
          requirePointer(await rotate(user, id, { overlap_seconds }), '/overlap_seconds');
        }
        requirePointer(await rotate(user, id, { name: 'x' }), '/name');
        assert.ok(await works(user, token));
      });

      it('[D9] when an Idempotency-Key is sent, then it is refused, and nothing is rotated', async () => {
        const user = await createTestUser(lectern);
        const { id, token } = await createTestToken(user);
        const headers = { 'idempotency-key': 'once' };
        const response = await user.post(`${TOKENS}/${id}/rotate`, { overlap_seconds: 0 }, { headers });
        assertProblem(response, 422, 'idempotency_unsupported');
        assert.ok(await works(user, token));
      });

      it('when a token rotates one that may do more than itself, then it does not get its secret', async () => {
        const user = await createTestUser(lectern);
        const held = ['token.create', 'live.get'];
        const scoped = await createTestToken(user, { scopes: held });
        const more = await createTestToken(user, { scopes: ['live.get', 'live.update'] });
        const inheriting = await createTestToken(user);
        const less = await createTestToken(user, { scopes: ['live.get'] });
        requireInsufficient(await rotate(user, more.id, { overlap_seconds: 0 }, scoped.token), [
          'token.create',
          'live.get',
          'live.update',
        ]);
        requireInsufficient(await rotate(user, inheriting.id, { overlap_seconds: 0 }, scoped.token), SCOPES);
        for (const { token } of [more, inheriting]) assert.ok(await works(user, token));
        for (const { id } of [less, scoped]) assert.equal((await rotate(user, id, {}, scoped.token)).status, 200);
      });
    });

    describe('DELETE /v1/me/tokens/{token_id}', () => {
      it('when a token is deleted, then it ends at once, with the secret that a rotation has replaced; others stay', async () => {
        const user = await createTestUser(lectern);
        const [ended, kept] = [await createTestToken(user), await createTestToken(user)];
        const { token: renewed } = (await user.post(`${TOKENS}/${ended.id}/rotate`, {})).body;
        assert.deepEqual([await works(user, ended.token), await works(user, renewed)], [true, true]);
        const { status, body } = await user.delete(`${TOKENS}/${ended.id}`);
        assert.deepEqual([status, body], [204, null]);
        for (const token of [ended.token, renewed]) assert.ok(!(await works(user, token)));
        assert.ok(await works(user, kept.token));
        assert.ok(!(await idsOf(user)).includes(ended.id));
        assertProblem(await user.delete(`${TOKENS}/${ended.id}`), 404, 'not_found');
      });

      it('when a token deletes itself, then it ends, too', async () => {
        const user = await createTestUser(lectern);
        const { id, token } = await createTestToken(user, { scopes: ['token.delete'] });
        assert.equal((await user.delete(`${TOKENS}/${id}`, { token })).status, 204);
        assertProblem(await user.delete(`${TOKENS}/${id}`, { token }), 401, 'invalid_token');
        assertProblem(await user.delete(`${TOKENS}/${id}`), 404, 'not_found');
      });

      it('[D37] when a token ends itself, even a service token, then it needs no scope; it does not end another', async () => {
        const user = await createTestUser(lectern);
        const [own, other] = [
          await createTestToken(user, { scopes: ['live.get'] }),
          await createTestToken(user, { scopes: ['live.get'] }),
        ];
        requireInsufficient(await user.delete(`${TOKENS}/${other.id}`, { token: own.token }), ['token.delete']);
        assert.equal((await user.delete(`${TOKENS}/${own.id}`, { token: own.token })).status, 204);
        assert.ok(!(await works(user, own.token)));
        assert.ok(await works(user, other.token));

        const organization = await createTestOrganization(lectern);
        const { administration } = lectern.installation;
        const [first, second] = [
          await administration.createToken({
            subject: { organization: organization.id },
            scopes: ['translation.list'],
          }),
          await administration.createToken({
            subject: { organization: organization.id },
            scopes: ['translation.list'],
          }),
        ];
        assertProblem(await user.delete(`${TOKENS}/${second.id}`, { token: first.token }), 403, 'forbidden');
        assert.equal((await user.delete(`${TOKENS}/${first.id}`, { token: first.token })).status, 204);
        assert.equal((await user.get('/v1/books', { token: first.token })).status, 401);
        assert.equal((await user.get('/v1/books', { token: second.token })).status, 200);
      });

      it('when a token is deleted in parallel, then one deletion is done, and the others find nothing', async () => {
        const user = await createTestUser(lectern);
        const { id } = await createTestToken(user);
        const responses = await Promise.all(Array.from({ length: 5 }, () => user.delete(`${TOKENS}/${id}`)));
        assert.deepEqual(responses.map(({ status }) => status).toSorted(), [204, 404, 404, 404, 404]);
      });
    });

    it('when a token is unknown, foreign, revoked or expired, or a service token, then every operation on it is 404', async () => {
      const user = await createTestUser(lectern);
      const past = new Date(Date.now() - 1).toISOString();
      const organization = await createTestOrganization(lectern);
      const { administration } = lectern.installation;
      const service = await administration.createToken({ subject: { organization: organization.id } });
      const foreign = await createTestToken(await createTestUser(lectern));
      const ids = [
        newId(),
        'x',
        '%00',
        'me',
        foreign.id,
        service.id,
        (await startCredential(lectern, user.owner, { revokedAt: past })).id,
        (await startCredential(lectern, user.owner, { expiresAt: past })).id,
      ];
      for (const id of ids) {
        assertProblem(await user.patch(`${TOKENS}/${id}`, { name: 'x' }), 404, 'not_found');
        assertProblem(await user.post(`${TOKENS}/${id}/rotate`, {}), 404, 'not_found');
        assertProblem(await user.delete(`${TOKENS}/${id}`), 404, 'not_found');
      }
      assert.equal((await user.get('/v1/books', { token: foreign.token })).status, 200);
      assert.equal((await user.get('/v1/books', { token: service.token })).status, 200);
    });

    it('[D43] when something changes, then it is recorded once; what is refused is not recorded, and a secret never is', async () => {
      const user = await createTestUser(lectern);
      const { id, token } = await createTestToken(user);
      const scoped = await createTestToken(user, { scopes: ['token.create'] });
      await user.patch(`${TOKENS}/${id}`, { name: 'Renamed' });
      const { token: renewed } = (await user.post(`${TOKENS}/${id}/rotate`, {})).body;
      assert.equal((await user.post(`${TOKENS}/${id}/rotate`, {}, { token: scoped.token })).status, 403);
      assert.equal((await user.patch(`${TOKENS}/${id}`, { name: '' })).status, 422);
      await user.delete(`${TOKENS}/${id}`);
      assert.equal((await user.delete(`${TOKENS}/${id}`)).status, 404);
      const { body } = await user.get(`/v1/accounts/${user.owner.id}/audit?limit=100`);
      const recorded = body.data.filter((entry: JsonDocument) => entry.resource === id && entry.channel === 'rest');
      assert.deepEqual(recorded.map(({ operation }: JsonDocument) => operation).toSorted(), [
        'createToken',
        'deleteToken',
        'renameToken',
        'rotateToken',
      ]);
      const text = JSON.stringify(body);
      for (const secret of [token, renewed]) {
        assert.ok(!text.includes(secret.slice(3, 20)) && !text.includes(hashCredentialSecret(secret)));
      }
    });

    it('[Authentication] when a service token asks, then it has no personal tokens', async () => {
      const client = api(lectern, await createTestOrganization(lectern));
      const { id } = await createTestToken(await createTestUser(lectern));
      for (const response of [
        await client.get(TOKENS),
        await client.post(TOKENS, { name: 'x' }),
        await client.patch(`${TOKENS}/${id}`, { name: 'x' }),
        await client.post(`${TOKENS}/${id}/rotate`, {}),
        await client.delete(`${TOKENS}/${id}`),
      ]) {
        assertProblem(response, 403, 'forbidden');
      }
    });

    it('when the server restarts, then tokens, overlaps and ends are as they were before', async () => {
      const user = await createTestUser(lectern);
      const { id, token: old } = await createTestToken(user);
      const ended = await createTestToken(user);
      const { token } = (await user.post(`${TOKENS}/${id}/rotate`, {})).body;
      await user.delete(`${TOKENS}/${ended.id}`);
      await lectern.restart();
      const again: TestUser = { ...user, ...api(lectern, user.owner), owner: user.owner };
      const state = [await works(again, old), await works(again, token), await works(again, ended.token)];
      assert.deepEqual(state, [true, true, false]);
    });
  });
}
