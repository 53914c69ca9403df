import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import {
  type CredentialPrefix,
  hashCredentialSecret,
  newCredentialSecret,
} from '../../../src/domain/account/credentials/credential-secret.ts';
import { newId } from '../../../src/domain/identifiers.ts';
import {
  type ApiResponse,
  api,
  assertProblem,
  createTestLive,
  type RequestHeaders,
} from '../../support/requests/api.ts';
import {
  createFixture,
  DOCUMENTED_OPERATIONS,
  type DocumentedOperation,
  type Fixture,
  fillPath,
  importFixtureEdition,
  operationTitle,
  toExampleRequest,
} from '../../support/requests/documented-operations.ts';
import { PAGE_ENGINES, type TestOwner } from '../../support/server/lectern.ts';
import { useInProcessServer } from '../../support/server/suite-server.ts';

const KINDS = ['organization', 'account'] as const;
const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const OF_LIVES = DOCUMENTED_OPERATIONS.filter(({ path }) => path.includes('{live_id}'));

for (const engine of PAGE_ENGINES) {
  describe(`authentication on ${engine}`, () => {
    const { lectern } = useInProcessServer({
      engine,
      settings: { LECTERN_LIVES_PER_OWNER: '1000', LECTERN_TOKENS_PER_USER: '1000' },
    });
    const fixtures = {} as Record<TestOwner['kind'], Fixture>;

    before(async () => {
      await importFixtureEdition(lectern);
      for (const kind of KINDS) fixtures[kind] = await createFixture(lectern, kind);
    });

    const subjectOf = ({ owner }: Fixture['client']) =>
      owner.kind === 'organization' ? { organization: owner.id } : { user: (owner as { email?: string }).email! };
    const issue = (kind: TestOwner['kind'], scopes?: readonly string[]) =>
      lectern.installation.administration.createToken({ subject: subjectOf(fixtures[kind].client), scopes });
    /** The operation with another credential, on the fixture or on a Live made for it. */
    const attempt = async (operation: DocumentedOperation, fixture: Fixture, token: string | null, headers = {}) => {
      const { path, options } = toExampleRequest(operation, fixture.example, fixture.etag);
      return fixture.client.request(operation.method, path, { ...options, token, headers });
    };
    const unchanged = async ({ client, example, etag }: Fixture) =>
      assert.equal((await client.get(`/v1/lives/${example.live_id}`)).etag, etag);
    const assertChallenge = (response: ApiResponse, challenge: string) => {
      assertProblem(response, 401, 'invalid_token');
      assert.equal(response.headers.get('www-authenticate'), challenge);
    };
    /** These headers alone do not authenticate. */
    const assertUnauthorized = async (headers: RequestHeaders, challenge: string, query = '') => {
      for (const { client, example, etag } of Object.values(fixtures)) {
        const path = `/v1/lives/${example.live_id}${query}`;
        assertChallenge(await client.get(path, { token: null, headers }), challenge);
        assertChallenge(await client.patch(path, { name: 'x' }, { token: null, ifMatch: etag, headers }), challenge);
        assertChallenge(await client.get(client.owner.livesPath + query, { token: null, headers }), challenge);
        await unchanged(fixtures[client.owner.kind]);
      }
    };
    /** A credential made by hand: no rule of issuing stands between it and the check. */
    const keep = async (kind: TestOwner['kind'], secret: string, more: { expiresAt?: string; revokedAt?: string }) => {
      const { storage } = lectern.installation;
      const { owner } = fixtures[kind].client;
      const user =
        kind === 'account' ? await storage.accounts.findUserByEmail((owner as { email?: string }).email!) : null;
      await storage.credentials.create({
        id: newId(),
        kind: kind === 'account' ? 'personal' : 'service',
        hash: hashCredentialSecret(secret),
        name: 'By hand',
        organizationId: kind === 'account' ? null : owner.id,
        userId: user?.id ?? null,
        scopes: kind === 'account' ? [] : ['live.get', 'live.list', 'live.update'],
        createdAt: new Date().toISOString(),
        expiresAt: null,
        revokedAt: null,
        ...more,
      });
      return secret;
    };

    for (const operation of DOCUMENTED_OPERATIONS) {
      it(`[D3] when ${operationTitle(operation)} has no credential, then it is 401 with the bare challenge`, async () => {
        const fixture = fixtures[operation.kinds[0]!];
        assertChallenge(await attempt(operation, fixture, null), 'Bearer');
        assertChallenge(
          await attempt(operation, fixture, newCredentialSecret('service')),
          'Bearer error="invalid_token"',
        );
        await unchanged(fixture);
      });
    }

    it('[D3] when the header is not a bearer credential, then the response is 401', async () => {
      for (const kind of KINDS) {
        const { token } = fixtures[kind].client.owner;
        const prefix = token.slice(0, token.indexOf('_') + 1);
        const flipped = BASE62[(BASE62.indexOf(token.at(-1)!) + 1) % 62]!;
        const wrong = [
          token.slice(0, -1),
          `${token}x`,
          token.slice(0, -1) + flipped,
          token.toUpperCase(),
          token.toLowerCase(),
          token.replace(prefix, 'oa_'),
          token.replace(prefix, ''),
          `x${token}`,
          `${token}, ${token}`,
          `${token} x`,
          `"${token}"`,
          `${token};`,
          'null',
          'undefined',
          '0',
          '*',
          '\u00ff',
          'x'.repeat(8000),
          prefix,
          '""',
        ];
        for (const secret of wrong) {
          await assertUnauthorized({ authorization: `Bearer ${secret}` }, 'Bearer error="invalid_token"');
        }
      }
    });

    it('[D3] when a credential of any kind is unknown but well formed to the checksum, then the response is 401', async () => {
      for (const prefix of ['personal', 'service', 'access', 'refresh'] satisfies CredentialPrefix[]) {
        await assertUnauthorized(
          { authorization: `Bearer ${newCredentialSecret(prefix)}` },
          'Bearer error="invalid_token"',
        );
      }
    });

    // RFC 6750 §3.1: an unsupported method of authentication is as none at all.
    it('[D3] when another scheme is used, then no bearer token is sent, so the challenge is bare', async () => {
      const { token } = fixtures.organization.client.owner;
      const basic = Buffer.from(`user:${token}`).toString('base64');
      for (const authorization of [`Basic ${basic}`, 'Digest username="x"', 'Negotiate YII=']) {
        await assertUnauthorized({ authorization }, 'Bearer');
      }
    });

    it('[Authentication] when a credential is sent, then it counts only in the header Authorization: Bearer', async () => {
      for (const kind of KINDS) {
        const { token } = fixtures[kind].client.owner;
        const headers = [
          'x-api-key',
          'x-authorization',
          'x-auth-token',
          'proxy-authorization',
          'x-forwarded-authorization',
        ];
        for (const name of headers) await assertUnauthorized({ [name]: `Bearer ${token}` }, 'Bearer');
        const response = await fixtures[kind].client.get('/v1/books', {
          token: null,
          headers: { authorization: token },
        });
        assertProblem(response, 401, 'invalid_token');
      }
    });

    it('[Authentication] when cookies are sent, then they never authenticate, and beside a credential they are ignored', async () => {
      for (const kind of KINDS) {
        const { client, example } = fixtures[kind];
        const { token } = client.owner;
        for (const name of ['token', 'session', 'access_token', 'authorization', 'lectern', '__Host-session', 'sid']) {
          await assertUnauthorized({ cookie: `${name}=${token}; ${name}=Bearer%20${token}` }, 'Bearer');
        }
        const path = `/v1/lives/${example.live_id}`;
        const beside = await client.get(path, { headers: { cookie: `token=${newCredentialSecret('personal')}` } });
        assert.deepEqual([beside.status, beside.headers.get('set-cookie')], [200, null]);
      }
    });

    it('[Authentication] when a credential is in the query string, then it never authenticates', async () => {
      for (const kind of KINDS) {
        const { token } = fixtures[kind].client.owner;
        for (const name of ['access_token', 'token', 'authorization', 'api_key', 'bearer']) {
          await assertUnauthorized({}, 'Bearer', `?${name}=${token}&${name}=Bearer%20${token}`);
        }
      }
    });

    it('[Authentication] when a credential is revoked, then it is 401 from that moment on, also after a restart', async () => {
      const { administration } = lectern.installation;
      const revoked: string[] = [];
      for (const kind of KINDS) {
        const { client } = fixtures[kind];
        const { id, token } = await issue(kind);
        assert.equal((await client.get(client.owner.livesPath, { token })).status, 200);
        await administration.revokeToken(id);
        revoked.push(token);
        await assertUnauthorized({ authorization: `Bearer ${token}` }, 'Bearer error="invalid_token"');
        assert.equal((await client.get(client.owner.livesPath)).status, 200);
      }
      await lectern.restart();
      for (const kind of KINDS) {
        fixtures[kind] = { ...fixtures[kind], client: api(lectern, fixtures[kind].client.owner) };
        await unchanged(fixtures[kind]);
      }
      for (const token of revoked) {
        await assertUnauthorized({ authorization: `Bearer ${token}` }, 'Bearer error="invalid_token"');
      }
    });

    it('[Authentication] when a credential was revoked or has expired before its first use, then it is 401', async () => {
      for (const kind of KINDS) {
        const prefix = kind === 'account' ? 'personal' : 'service';
        const past = new Date(Date.now() - 1).toISOString();
        const ended = [{ expiresAt: past }, { revokedAt: past }, { expiresAt: past, revokedAt: past }];
        for (const more of ended) {
          const secret = await keep(kind, newCredentialSecret(prefix), more);
          await assertUnauthorized({ authorization: `Bearer ${secret}` }, 'Bearer error="invalid_token"');
        }
      }
    });

    it('[Authentication] when a credential in use expires, then it ends', async () => {
      const expiresAt = new Date(Date.now() + 1_500).toISOString();
      const secrets = new Map<TestOwner['kind'], string>();
      for (const kind of KINDS) {
        const secret = newCredentialSecret(kind === 'account' ? 'personal' : 'service');
        secrets.set(kind, await keep(kind, secret, { expiresAt }));
        const { client } = fixtures[kind];
        assert.equal((await client.get(client.owner.livesPath, { token: secret })).status, 200);
      }
      await new Promise((resolve) => setTimeout(resolve, Date.parse(expiresAt) - Date.now() + 5));
      for (const secret of secrets.values()) {
        await assertUnauthorized({ authorization: `Bearer ${secret}` }, 'Bearer error="invalid_token"');
      }
    });

    it('[D35] when a credential is issued, then it has the documented form, and only its SHA-256 is kept', async () => {
      for (const [kind, form] of [
        ['account', /^bt_[0-9A-Za-z]{49}$/],
        ['organization', /^svc_[0-9A-Za-z]{49}$/],
      ] as const) {
        const { id, token } = await issue(kind);
        assert.match(token, form);
        const kept = await lectern.installation.administration.listTokens(subjectOf(fixtures[kind].client));
        const found = kept.find((credential) => credential.id === id)!;
        assert.equal(found.hash, hashCredentialSecret(token));
        assert.ok(!JSON.stringify(kept).includes(token.slice(4, 20)));
      }
    });

    for (const kind of KINDS) {
      it(`[GET personal lives and account] when an ${kind} asks for the collections of others, then they are 404`, async () => {
        const { client } = fixtures[kind];
        const foreign = await createFixture(lectern, kind);
        const otherKind = fixtures[kind === 'account' ? 'organization' : 'account'];
        const parent = client.owner.livesPath.replace(client.owner.id, '{id}');
        for (const id of [
          foreign.client.owner.id,
          otherKind.client.owner.id,
          newId(),
          client.owner.id.slice(1),
          'me',
        ]) {
          assertProblem(await client.get(parent.replace('{id}', id)), 404, 'not_found');
          assertProblem(await client.post(parent.replace('{id}', id), {}), 404, 'not_found');
        }
        const { body } = await foreign.client.get(foreign.client.owner.livesPath);
        assert.equal(body.data.length, 1);
      });

      it(`[Queue operations] when an item belongs to another Live of the same ${kind}, then it is 404`, async () => {
        const { client, example } = fixtures[kind];
        const other = await createTestLive(client);
        for (const operation of OF_LIVES.filter(({ path }) => path.includes('{item_id}'))) {
          const path = fillPath(operation.path, { ...example, live_id: other.id });
          assertProblem(await client.request(operation.method, path, { ifMatch: other.etag }), 404, 'not_found');
        }
      });
    }
  });
}
