import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { hashCredentialSecret } from '../../../src/domain/account/credentials/credential-secret.ts';
import { deleteOwner } from '../../../src/domain/account/lifecycle/owner-deletion.ts';
import { OwnerExport } from '../../../src/domain/account/lifecycle/owner-export.ts';
import { toCommandActor } from '../../../src/domain/audit/audit.ts';
import { assertProblem } from '../../support/requests/api.ts';
import { createGrant } from '../../support/requests/grants.ts';
import { createTestUser, type TestUser } from '../../support/requests/tokens.ts';
import { PAGE_ENGINES } from '../../support/server/lectern.ts';
import { useInProcessServer } from '../../support/server/suite-server.ts';

const GRANTS = '/v1/me/oauth-grants';

for (const engine of PAGE_ENGINES) {
  describe(`[D38] grants over REST on ${engine}`, () => {
    let now = Date.now();
    const { lectern } = useInProcessServer({ engine, clock: () => now });

    const statusOf = async (user: TestUser, token: string) => (await user.get('/v1/me', { token })).status;
    const listOf = async (user: TestUser) => (await user.get(GRANTS)).body.data;
    const at = (ms: number) => new Date(now + ms).toISOString();

    it('when grants are listed, then the current ones of the user are shown as they are, newest first', async () => {
      const user = await createTestUser(lectern);
      const old = await createGrant(lectern, user.owner, { createdAt: at(-2_000), scopes: ['live.get', 'live.list'] });
      const young = await createGrant(lectern, user.owner, { createdAt: at(-1_000) });
      await createGrant(lectern, user.owner, { expiresAt: at(-1) });
      await createGrant(lectern, user.owner, { revoked: true });
      await createGrant(lectern, (await createTestUser(lectern)).owner);
      const [first, second, ...others] = await listOf(user);
      assert.deepEqual([first.id, others], [young.id, []]);
      const { expires_at, ...known } = second;
      assert.deepEqual(known, {
        id: old.id,
        client: { id: old.clientId, name: 'App' },
        scopes: ['live.get', 'live.list'],
        created_at: at(-2_000),
        last_used_at: null,
      });
      assert.ok(Date.parse(expires_at) > now);
    });

    it('when a grant was used, then the list says when, to the hour', async () => {
      const user = await createTestUser(lectern);
      const { access } = await createGrant(lectern, user.owner);
      assert.equal(await statusOf(user, access), 200);
      for (let attempts = 0; ; attempts++) {
        const [grant] = await listOf(user);
        if (grant.last_used_at !== null) break;
        assert.ok(attempts < 100, 'the use is written within seconds');
        await new Promise((resolve) => setTimeout(resolve, 100));
      }
      const [{ last_used_at }] = await listOf(user);
      assert.equal(Date.parse(last_used_at), now);
    });

    it('when a grant is deleted (DELETE), then access ends at once and a record is made; a repeat, others and invalid ids get 404', async () => {
      const user = await createTestUser(lectern);
      const other = await createTestUser(lectern);
      const { id, access } = await createGrant(lectern, user.owner);
      const kept = await createGrant(lectern, user.owner);
      assert.equal(await statusOf(user, access), 200);
      assertProblem(await other.delete(`${GRANTS}/${id}`), 404, 'not_found');
      assert.equal(await statusOf(user, access), 200);
      assert.equal((await user.delete(`${GRANTS}/${id}`)).status, 204);
      assert.equal(await statusOf(user, access), 401);
      assert.equal(await statusOf(user, kept.access), 200, 'the other app goes on');
      for (const unknown of [id, 'unknown', '%00', 'a b', 'x'.repeat(200)]) {
        assertProblem(await user.delete(`${GRANTS}/${encodeURI(unknown)}`), 404, 'not_found');
      }
      const { body } = await user.get(`/v1/accounts/${user.owner.id}/audit`);
      const records = body.data.filter(({ operation }: { operation: string }) => operation === 'deleteGrant');
      assert.deepEqual(
        records.map(({ resource }: { resource: string }) => resource),
        [id],
      );
    });

    it('[D39] when time passes, then an access token counts until its end, by the clock', async () => {
      const user = await createTestUser(lectern);
      const { access, id } = await createGrant(lectern, user.owner, { expiresAt: at(60_000) });
      const { body } = await user.get('/v1/me', { token: access });
      assert.deepEqual(
        [body.credential.kind, body.credential.id, body.credential.expires_at],
        ['delegated', id, at(60_000)],
      );
      now += 59_999;
      assert.equal(await statusOf(user, access), 200);
      now += 1;
      assert.equal(await statusOf(user, access), 401);
      assertProblem(await user.delete(`${GRANTS}/${id}`), 404, 'not_found');
    });

    it('[D47] when a client or a user is disabled, then it has no access at once', async () => {
      const user = await createTestUser(lectern);
      const { access, clientId } = await createGrant(lectern, user.owner);
      const { access: second } = await createGrant(lectern, user.owner);
      assert.deepEqual([await statusOf(user, access), await statusOf(user, second)], [200, 200]);
      await lectern.installation.clients.disable(clientId);
      assert.deepEqual([await statusOf(user, access), await statusOf(user, second)], [401, 200]);
      await lectern.installation.administration.setUserDisabled(user.email, true);
      assert.equal(await statusOf(user, second), 401);
    });

    it('[D52] when data is exported, then connected apps are named without secrets; when the account is deleted, then nothing of them is left', async () => {
      const user = await createTestUser(lectern);
      const { id, access, refresh } = await createGrant(lectern, user.owner);
      const owner = { kind: 'account', id: user.owner.id } as const;
      const { entries } = await new OwnerExport(lectern.installation).read('grants', owner, null);
      assert.deepEqual(entries, await listOf(user));
      assert.equal((entries[0] as { id: string }).id, id);
      await deleteOwner(lectern.installation, owner.id, toCommandActor('account delete'));
      assert.equal(await statusOf(user, access), 401);
      const { oauth } = lectern.installation.storage;
      const known = await oauth.refresh(hashCredentialSecret(refresh), () => assert.fail('it is known still'));
      assert.equal(known, null);
    });
  });
}
