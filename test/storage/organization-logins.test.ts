import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { newCredential } from '../../src/domain/account/credentials/new-credential.ts';
import { toAuditRecord, toCommandActor } from '../../src/domain/audit/audit.ts';
import { newId } from '../../src/domain/identifiers.ts';
import { startStoredSession } from '../support/requests/start-session.ts';
import { createTestUser, type TestUser } from '../support/requests/tokens.ts';
import { createTestOrganization, ENGINES } from '../support/server/lectern.ts';
import { useInProcessServer } from '../support/server/suite-server.ts';

const ROUNDS = 40;
const newAudit = () => toAuditRecord(toCommandActor('test'), { owner: null });

for (const engine of ENGINES) {
  describe(`[D67] terminal logins for an organization that a member approved, on ${engine}`, () => {
    const { lectern } = useInProcessServer({ engine });
    let organizationId: string;
    before(async () => {
      organizationId = (await createTestOrganization(lectern)).id;
    });

    const join = ({ email }: TestUser) =>
      lectern.installation.administration.setMember({ organization: organizationId, email, role: 'operator' });
    const leave = ({ email }: TestUser) =>
      lectern.installation.administration.removeMember({ organization: organizationId, email });
    const member = async () => {
      const user = await createTestUser(lectern);
      await join(user);
      return { user, userId: (await lectern.installation.storage.accounts.findUserByEmail(user.email))!.id };
    };
    const begin = async () => {
      const [deviceHash, userCodeHash] = [newId(), newId()];
      const now = Date.now();
      const times = { createdAt: new Date(now).toISOString(), expiresAt: new Date(now + 600_000).toISOString() };
      const request = { name: 'desk', scopes: [], expiresInDays: 90, organizationId };
      const { terminalLogins } = lectern.installation.storage;
      assert.ok(await terminalLogins.create({ ...request, ...times, deviceHash, userCodeHash }));
      return { deviceHash, userCodeHash };
    };
    const approve = async (userId: string, userCodeHash: string) => {
      const { storage } = lectern.installation;
      const now = new Date().toISOString();
      const { hash: secretHash } = await startStoredSession(storage, userId, now);
      return storage.terminalLogins.decide(userCodeHash, { state: 'approved', userId, secretHash, now }, newAudit());
    };
    const collect = (userId: string, deviceHash: string) => {
      const chosen = { kind: 'service', name: 'desk', organizationId, userId, scopes: [], expiresAt: null } as const;
      const { credential } = newCredential(chosen, Date.now());
      const { terminalLogins } = lectern.installation.storage;
      return terminalLogins.collect(
        deviceHash,
        { ...credential, userId },
        { quota: 1_000, memberQuota: 1_000, audit: newAudit() },
      );
    };

    it('when one is collected while all approvals of the user end, then neither fails', async () => {
      const { userId } = await member();
      const outcomes = new Set<string>();
      for (let round = 0; round < ROUNDS; round++) {
        const logins = [await begin(), await begin(), await begin()];
        for (const { userCodeHash } of logins) assert.ok(await approve(userId, userCodeHash));
        const ending = (async () => {
          for (let turn = 0; turn < round % 8; turn++) await new Promise(setImmediate);
          await lectern.installation.storage.sessions.endAll(userId, null, newAudit());
        })();
        const collected = await Promise.all(logins.map(({ deviceHash }) => collect(userId, deviceHash)));
        await ending;
        for (const outcome of collected) outcomes.add(outcome);
      }
      assert.ok([...outcomes].every((outcome) => outcome === 'collected' || outcome === 'missing'));
    });

    it('when the membership ends, then it ends too, even if the user is a member again before it is collected', async () => {
      const { user, userId } = await member();
      const { deviceHash, userCodeHash } = await begin();
      assert.ok(await approve(userId, userCodeHash));
      await leave(user);
      await join(user);
      assert.equal(await collect(userId, deviceHash), 'missing');
    });

    it('when the user is no longer a member since the page was opened, then the user cannot approve it', async () => {
      const { user, userId } = await member();
      const { userCodeHash } = await begin();
      await leave(user);
      assert.equal(await approve(userId, userCodeHash), false);
      await join(user);
      assert.equal(await approve(userId, userCodeHash), true, 'it waits still');
    });
  });
}
