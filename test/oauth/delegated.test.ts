import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { setRestricted } from '../../src/domain/account/owners/restriction.ts';
import { assertProblem, createTestLive, sendRequest } from '../support/requests/api.ts';
import {
  createFixture,
  DOCUMENTED_OPERATIONS,
  type Fixture,
  importFixtureEdition,
  operationTitle,
  seedFixture,
  toDelegatedScopes,
  toExampleRequest,
} from '../support/requests/documented-operations.ts';
import { ALL_SCOPES, type AppConnection, connectApp, refresh, requireTokens } from '../support/requests/oauth-flow.ts';
import { createTestUser } from '../support/requests/tokens.ts';
import { PAGE_ENGINES } from '../support/server/lectern.ts';
import { useInProcessServer } from '../support/server/suite-server.ts';

/** [Authentication] only a personal credential does these, whatever its scopes. [D37], [D38] */
const PERSONAL_ONLY = /^\/v1\/me\/(tokens|oauth-grants)\b|\/audit$/;
/** [D60] */
const NEVER_DELEGATED = 'output.manage';

for (const engine of PAGE_ENGINES) {
  describe(`delegated tokens over REST on ${engine}`, () => {
    const { lectern } = useInProcessServer({
      engine,
      settings: { LECTERN_BUDGET_PAGES: '1000000', LECTERN_LIVES_PER_OWNER: '1000' },
    });
    let all: AppConnection;
    let own: Fixture;
    let organization: Fixture;
    /** Connections by the scope that they lack. */
    const lacking: Record<string, Promise<AppConnection>> = {};
    before(async () => {
      await importFixtureEdition(lectern);
      all = await connectApp(lectern, ALL_SCOPES.join(' '));
      own = await seedFixture(all.person);
      organization = await createFixture(lectern, 'organization');
    });

    it('[Authentication] [D37] when a delegated token ends itself as a personal token, then it fails: it is no such credential', async () => {
      const { credential } = (await own.client.get('/v1/me', { token: all.access })).body;
      const response = await own.client.delete(`/v1/me/tokens/${credential.id}`, { token: all.access });
      assertProblem(response, 403, 'forbidden');
    });

    for (const operation of DOCUMENTED_OPERATIONS) {
      const { method, path, scopes, kinds } = operation;
      const ofLive = path.includes('{live_id}');
      const forAccounts = kinds.includes('account') && !PERSONAL_ONLY.test(path) && !scopes.includes(NEVER_DELEGATED);

      if (!forAccounts) {
        it(`[Authentication] when a delegated token calls ${operationTitle(operation)}, then it is refused`, async () => {
          const { example, etag } = kinds.includes('account') ? own : organization;
          const request = toExampleRequest(operation, example, etag);
          const response = await own.client.request(method, request.path, { ...request.options, token: all.access });
          assertProblem(response, 403, 'forbidden');
        });
      } else if (ofLive) {
        it(`[Authentication] when a delegated token calls ${operationTitle(operation)} for a Live of an organization, then the Live is not found`, async () => {
          const { path, options } = toExampleRequest(operation, organization.example, organization.etag);
          const response = await own.client.request(method, path, { ...options, token: all.access });
          assertProblem(response, 404, 'not_found');
        });
      }
      if (!forAccounts) continue;

      const writesLibrary = scopes.includes('translation.update');
      if (writesLibrary) {
        it(`[D29] when a delegated token calls ${operationTitle(operation)}, then it is refused, as such tokens only read libraries`, async () => {
          const { path, options } = toExampleRequest(operation, own.example, own.etag);
          const { status } = await own.client.request(method, path, { ...options, token: all.access });
          assert.equal(status, 403);
        });
        continue;
      }

      it(`[Authentication] when a delegated token with all scopes calls ${operationTitle(operation)} on its user's own, then it works`, async () => {
        const fixture = await seedFixture(all.person, operation);
        const { path, options } = toExampleRequest(operation, fixture.example, fixture.etag);
        const { status, body } = await fixture.client.request(method, path, { ...options, token: all.access });
        assert.equal(status, operation.success, JSON.stringify(body));
      });

      for (const needed of toDelegatedScopes(scopes)) {
        it(`[Authentication] when a delegated token calls ${operationTitle(operation)}, then it needs ${needed}`, async () => {
          const rest = ALL_SCOPES.filter((scope) => scope !== needed).join(' ');
          lacking[needed] ??= connectApp(lectern, rest, all);
          const { access } = await lacking[needed];
          const { path, options } = toExampleRequest(operation, own.example, own.etag);
          const response = await own.client.request(method, path, { ...options, token: access });
          assertProblem(response, 403, 'insufficient_scope');
          const challenge = response.headers.get('www-authenticate')!;
          assert.match(challenge, /^Bearer error="insufficient_scope", scope="[^"]+"$/, '[D3]');
          assert.ok(challenge.includes(needed));
        });
      }
    }

    it('[D33] when /v1/me or account metadata is read, then identity.read is needed', async () => {
      const { person, access } = await connectApp(lectern, 'live.get live.list');
      for (const path of ['/v1/me', `/v1/accounts/${person.owner.id}`]) {
        assertProblem(await person.get(path, { token: access }), 403, 'insufficient_scope');
        assert.equal((await person.get(path, { token: all.access })).status, path === '/v1/me' ? 200 : 404);
      }
    });

    it('[D33] when /v1/me is read, then it says delegated, the grant, its scopes and the end of the token', async () => {
      const { person, access, expiresIn } = await connectApp(lectern, 'identity.read live.get offline_access');
      const { body } = await person.get('/v1/me', { token: access });
      const [grant] = (await person.get('/v1/me/oauth-grants')).body.data;
      assert.equal(body.account.id, person.owner.id);
      assert.deepEqual([body.credential.kind, body.credential.id], ['delegated', grant.id]);
      assert.deepEqual(body.credential.scopes.toSorted(), ['identity.read', 'live.get', 'offline_access']);
      const left = Date.parse(body.credential.expires_at) - Date.now();
      assert.ok(left <= expiresIn * 1000 && left > expiresIn * 1000 - 120_000, String(left));
    });

    it("[Authentication] when another person's Live or account is requested, then the response is 404", async () => {
      const other = await createTestUser(lectern);
      const live = await createTestLive(other);
      for (const path of [live.path, `${live.path}/events`, `/v1/accounts/${other.owner.id}`, other.owner.livesPath]) {
        assertProblem(await other.get(path, { token: all.access }), 404, 'not_found');
      }
    });

    it('[Authentication] when the user is a member of an organization, then a delegated token gets no access there', async () => {
      const { person, access } = await connectApp(lectern, ALL_SCOPES.join(' '));
      const { organizationId } = await lectern.installation.administration.createOrganization({
        name: 'Own',
        ownerEmail: person.email,
      });
      assert.equal((await person.get(`/v1/organizations/${organizationId}/lives`, { token: access })).status, 403);
    });

    it('[D42] when the account is restricted, then the restriction holds for delegated tokens', async () => {
      const { person, access } = await connectApp(lectern, 'live.list');
      await setRestricted(lectern.installation, person.owner.id, true);
      assertProblem(await person.get(person.owner.livesPath, { token: access }), 403, 'processing_restricted');
    });

    it('[Authentication] when REST gets a cookie, or a token outside the header, then it does not authenticate', async () => {
      const { person, browser, access } = all;
      const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
      const path = person.owner.livesPath;
      const refused = async (method: string, to: string, content?: string, headers = {}) => {
        const { status } = await sendRequest(lectern.url, method, to, content, headers);
        assert.equal(status, 401, `${method} ${to}`);
      };
      for (const to of [path, '/v1/me', '/v1/me/tokens', '/v1/me/oauth-grants'])
        await refused('GET', to, undefined, { cookie });
      await refused('POST', path, '{}', {
        cookie,
        'content-type': 'application/json',
        origin: lectern.config.publicUrl,
      });
      await refused('GET', `${path}?access_token=${access}`);
      await refused('GET', path, undefined, { cookie: `access_token=${access}; lectern_session=${access}` });
      await refused('POST', path, `access_token=${access}`, { 'content-type': 'application/x-www-form-urlencoded' });
      for (const scheme of ['Basic ', 'bearer:', 'DPoP ', '']) {
        await refused('GET', path, undefined, { authorization: `${scheme}${access}` });
      }
    });

    it('[Endpoints] when a code, refresh token, session or request is used as a bearer, then it is not accepted as an access token', async () => {
      const { person, code, refresh: token, browser } = await connectApp(lectern);
      const session = browser.cookies.get('lectern_session')!;
      for (const each of [code.code, token, session, `${token.replace(/^or/, 'oa')}`, `oa_${'0'.repeat(49)}`]) {
        assertProblem(await person.get(person.owner.livesPath, { token: each }), 401, 'invalid_token');
      }
    });

    it('[D8] when REST is called across origins, then origins of registered redirect URIs are allowed; events and strangers are not', async () => {
      const { person, access, client } = await connectApp(lectern);
      const { origin } = new URL(client.redirectUri);
      const ask = async (path: string, from: string) => {
        const headers = { authorization: `Bearer ${access}`, origin: from };
        return (await sendRequest(lectern.url, 'GET', path, undefined, headers)).headers;
      };
      const allowed = await ask(person.owner.livesPath, origin);
      assert.equal(allowed.get('access-control-allow-origin'), origin);
      assert.equal(allowed.get('access-control-allow-credentials'), null);
      for (const name of ['etag', 'location', 'retry-after']) {
        assert.ok(allowed.get('access-control-expose-headers')!.toLowerCase().includes(name));
      }
      for (const stranger of ['https://evil.example', `${origin}.evil.example`, 'null', `${origin}:8443`]) {
        assert.equal((await ask(person.owner.livesPath, stranger)).get('access-control-allow-origin'), null);
      }
      const live = await createTestLive(person);
      assert.equal((await ask(`${live.path}/events`, origin)).get('access-control-allow-origin'), null);
    });

    it('[D43] when a delegated token writes, then the audit has it under its grant, and a refresh does not change that', async () => {
      const { person, access, client, refresh: token } = await connectApp(lectern, 'live.create offline_access');
      const next = requireTokens(await refresh(lectern, client, token));
      for (const each of [access, next.access]) {
        assert.equal((await person.post(person.owner.livesPath, {}, { token: each })).status, 201);
      }
      const [grant] = (await person.get('/v1/me/oauth-grants')).body.data;
      const { body } = await person.get(`/v1/accounts/${person.owner.id}/audit`);
      const made = body.data.filter((record: { credential_id: string }) => record.credential_id === grant.id);
      assert.ok(made.length >= 2, JSON.stringify(body.data));
    });
  });
}
