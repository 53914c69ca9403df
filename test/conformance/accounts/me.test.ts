import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { api, assertProblem } from '../../support/requests/api.ts';
import { createTestToken, createTestUser, startCredential } from '../../support/requests/tokens.ts';
import { createTestOrganization, PAGE_ENGINES } from '../../support/server/lectern.ts';
import { useInProcessServer } from '../../support/server/suite-server.ts';

for (const engine of PAGE_ENGINES) {
  describe(`[D33] GET /v1/me on ${engine}`, () => {
    const { lectern } = useInProcessServer({ engine });

    it('when it is requested, then the account is shown as the account itself shows it, and the credential', async () => {
      const user = await createTestUser(lectern);
      const { status, body } = await user.get('/v1/me');
      assert.equal(status, 200);
      const { body: account } = await user.get(`/v1/accounts/${user.owner.id}`);
      assert.deepEqual(Object.keys(body), ['account', 'credential']);
      assert.deepEqual(body.account, account);
      const [kept] = await lectern.installation.administration.listTokens({ user: user.email });
      assert.deepEqual(body.credential, { kind: 'personal', id: kept!.id, scopes: [], expires_at: kept!.expiresAt });
    });

    it('[D7] when it shows the end, then this is RFC 3339 in UTC with milliseconds', async () => {
      const user = await createTestUser(lectern);
      const { body } = await user.get('/v1/me');
      assert.match(body.credential.expires_at, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    });

    it('when a scoped credential reads it, then no scope is needed, and the scopes of the credential are shown', async () => {
      const user = await createTestUser(lectern);
      for (const scopes of [['live.delete'], ['translation.update', 'token.list'], ['identity.read']]) {
        const { id, token, expires_at } = await createTestToken(user, { scopes });
        const { status, body } = await user.get('/v1/me', { token });
        assert.deepEqual([status, body.credential], [200, { kind: 'personal', id, scopes, expires_at }]);
      }
    });

    it('when a service token reads it, then it says the organization, and neither an account nor a role', async () => {
      const { administration } = lectern.installation;
      const client = api(lectern, await createTestOrganization(lectern));
      const organization = { id: client.owner.id, name: 'Organization' };
      const subject = { organization: organization.id };
      for (const days of [{ expiresInDays: 7 }, {}]) {
        const { id, token, expiresAt } = await administration.createToken({ subject, scopes: ['live.get'], ...days });
        const { status, body } = await client.get('/v1/me', { token });
        const credential = { kind: 'service', id, scopes: ['live.get'], expires_at: expiresAt };
        assert.deepEqual([status, body], [200, { organization, credential }]);
      }
    });

    it('[Authentication] when there is no valid credential, then the response is 401', async () => {
      const user = await createTestUser(lectern);
      const past = new Date(Date.now() - 1).toISOString();
      const [expired, revoked] = [
        await startCredential(lectern, user.owner, { expiresAt: past }),
        await startCredential(lectern, user.owner, { revokedAt: past }),
      ];
      for (const token of [null, 'bt_x', expired.token, revoked.token]) {
        assertProblem(await user.get('/v1/me', { token }), 401, 'invalid_token');
      }
    });

    it('[Authentication] when a user is disabled, then the credentials are 401; when the user is enabled, then they count again', async () => {
      const user = await createTestUser(lectern);
      const other = await createTestUser(lectern);
      const { token } = await createTestToken(user, { scopes: ['live.get'] });
      const { administration } = lectern.installation;
      for (const [disabled, status] of [
        [true, 401],
        [false, 200],
        [true, 401],
      ] as const) {
        await administration.setUserDisabled(user.email, disabled);
        for (const each of [undefined, token]) {
          assert.equal((await user.get('/v1/me', { token: each })).status, status);
        }
        assert.equal((await other.get('/v1/me')).status, 200);
      }
    });

    it('[D1] when it is requested, then it takes no body', async () => {
      const user = await createTestUser(lectern);
      assertProblem(await user.request('GET', '/v1/me', { bytes: '{}' }), 422, 'invalid_fields');
    });
  });
}
