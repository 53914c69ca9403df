import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { LecternError } from '../../../src/contract/lectern-error.ts';
import { createTestUser } from '../../support/requests/tokens.ts';
import { createTestOrganization, PAGE_ENGINES } from '../../support/server/lectern.ts';
import { useInProcessServer } from '../../support/server/suite-server.ts';

const READ = [
  'live.list',
  'live.get',
  'presentation.list',
  'presentation.get',
  'translation.list',
  'translation.get',
  'translation.read',
  'translation.search',
];
const OPERATE = [
  'live.create',
  'live.update',
  'live.delete',
  'output.manage',
  'plan.update',
  'presentation.update',
  'presentation.publish',
];
/** [D34]: what a service token can hold that a member of the role issues. */
const ALLOWED: Record<string, string[]> = {
  owner: [...READ, ...OPERATE, 'translation.update'],
  admin: [...READ, ...OPERATE, 'translation.update'],
  operator: [...READ, ...OPERATE],
  viewer: READ,
};

for (const engine of PAGE_ENGINES) {
  describe(`[D34] roles on ${engine}`, () => {
    const { lectern } = useInProcessServer({ engine });

    for (const [role, allowed] of Object.entries(ALLOWED)) {
      it(`when the role ${role} issues a service token, then it holds what the role allows, each scope of it and no other`, async () => {
        const { administration } = lectern.installation;
        const { id: organization } = await createTestOrganization(lectern);
        const { email } = await createTestUser(lectern);
        await administration.setMember({ organization, email, role });
        const issue = (scopes?: string[]) =>
          administration.createToken({ subject: { organization }, issuer: email, scopes });
        assert.deepEqual((await issue()).scopes.toSorted(), allowed.toSorted());
        for (const scope of ALLOWED.owner!) {
          if (allowed.includes(scope)) assert.deepEqual((await issue([scope])).scopes, [scope]);
          else {
            await assert.rejects(issue([scope]), isCode('forbidden'));
            await assert.rejects(issue(['live.get', scope]), isCode('forbidden'));
          }
        }
        // No service token has anything to do with a person.
        for (const scope of ['token.list', 'token.create', 'token.delete', 'identity.read', 'offline_access']) {
          await assert.rejects(issue([scope]), isCode('invalid_fields'));
        }
      });
    }

    it('when the issuer leaves or the role changes, then a token survives; a new one is limited by the present role', async () => {
      const { administration } = lectern.installation;
      const { id: organization } = await createTestOrganization(lectern);
      const user = await createTestUser(lectern);
      const member = { organization, email: user.email };
      await administration.setMember({ ...member, role: 'admin' });
      const issue = (scopes?: string[]) =>
        administration.createToken({ subject: { organization }, issuer: user.email, scopes });
      const { token } = await issue();
      const create = async () => (await user.post(`/v1/organizations/${organization}/lives`, {}, { token })).status;
      assert.equal(await create(), 201);
      await administration.setMember({ ...member, role: 'viewer' });
      await assert.rejects(issue(['live.create']), isCode('forbidden'));
      assert.equal(await create(), 201);
      await administration.removeMember(member);
      await assert.rejects(issue(['live.get']), isCode('forbidden'));
      assert.equal(await create(), 201);
      await administration.setUserDisabled(user.email, true);
      assert.equal(await create(), 201);
    });

    it('[Authentication] when a user has a membership, then it gives a personal credential nothing: it acts on its own account alone', async () => {
      const { administration } = lectern.installation;
      const { id: organization } = await createTestOrganization(lectern);
      const user = await createTestUser(lectern);
      for (const role of Object.keys(ALLOWED)) {
        await administration.setMember({ organization, email: user.email, role });
        assert.equal((await user.get(`/v1/organizations/${organization}/lives`)).status, 403);
        assert.equal((await user.get(user.owner.livesPath)).status, 200);
      }
    });
  });
}

const isCode = (code: string) => (error: unknown) => error instanceof LecternError && error.code === code;
