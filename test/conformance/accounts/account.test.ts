import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { newUuid } from '../../../src/domain/identifiers.ts';
import { api, assertProblem } from '../../support/requests/api.ts';
import { createTestAccount, createTestOrganization, PAGE_ENGINES } from '../../support/server/lectern.ts';
import { useInProcessServer } from '../../support/server/suite-server.ts';

for (const engine of PAGE_ENGINES) {
  describe(`[GET personal lives and account] on ${engine}`, () => {
    const { lectern } = useInProcessServer({ engine });

    it('when the owner reads the account, then the response has id, kind, name and handle, and nothing else', async () => {
      const client = api(lectern, await createTestAccount(lectern));
      const { status, body } = await client.get(`/v1/accounts/${client.owner.id}`);
      assert.equal(status, 200);
      assert.deepEqual(body, { id: client.owner.id, kind: 'personal', name: 'User', handle: null });
    });

    it('[Authentication] when the credential is personal, then it needs no scope', async () => {
      const client = api(lectern, await createTestAccount(lectern, ['live.delete']));
      assert.equal((await client.get(`/v1/accounts/${client.owner.id}`)).status, 200);
    });

    it('when the account is another, an organization or never existed, then the response is 404', async () => {
      const client = api(lectern, await createTestAccount(lectern));
      const [foreign, organization] = [await createTestAccount(lectern), await createTestOrganization(lectern)];
      for (const id of [foreign.id, organization.id, newUuid(), client.owner.id.toUpperCase(), 'me', '%00']) {
        assertProblem(await client.get(`/v1/accounts/${id}`), 404, 'not_found');
      }
    });

    it('[Authentication] when a service token is used, then it is refused, regardless of whose account it is', async () => {
      const client = api(lectern, await createTestOrganization(lectern));
      const { id } = await createTestAccount(lectern);
      for (const whose of [id, client.owner.id]) {
        assertProblem(await client.get(`/v1/accounts/${whose}`), 403, 'forbidden');
      }
    });
  });
}
