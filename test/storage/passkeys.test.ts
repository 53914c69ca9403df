import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { toAuditRecord, toCommandActor } from '../../src/domain/audit/audit.ts';
import { newId, newUuid } from '../../src/domain/identifiers.ts';
import { hashOpaqueSecret, newOpaqueSecret } from '../../src/domain/opaque-secret.ts';
import { Retention } from '../../src/domain/retention.ts';
import type { PasskeyRecord } from '../../src/storage/storage.ts';
import { startStoredSession } from '../support/requests/start-session.ts';
import { ENGINES } from '../support/server/lectern.ts';
import { count, useStorage } from './place.ts';

const NOW = '2026-11-21T10:00:00.000Z';
const LATER = '2026-11-21T10:05:00.000Z';
const audit = () => toAuditRecord(toCommandActor('test'), { owner: null });

for (const engine of ENGINES) {
  describe(`passkeys in the storage (${engine})`, () => {
    const { storage } = useStorage(engine);

    async function createUser(
      passwordHash: string | null = null,
    ): Promise<{ id: string; accountId: string; email: string }> {
      const user = { id: newUuid(), accountId: newUuid(), email: `${newId()}@example.org` };
      await storage.accounts.createUser({ ...user, name: 'Someone', passwordHash });
      return user;
    }
    const passkeyOf = (userId: string, more: Partial<PasskeyRecord> = {}): PasskeyRecord => ({
      id: newOpaqueSecret(),
      userId,
      name: 'Phone',
      publicKey: 'pQECAyYgASFYIA',
      counter: 0,
      transports: ['internal', 'hybrid'],
      createdAt: NOW,
      lastUsedAt: null,
      ...more,
    });
    const addedBy = async (userId: string, quota = 20) => ({
      secretHash: (await startStoredSession(storage, userId, NOW)).hash,
      quota,
    });
    const audits = async () => (await storage.audit.list(null, { limit: 1_000, before: null, since: null })).length;

    test('when a challenge is consumed, then it works once, for its holder, before it expires', async () => {
      const challenge = { hash: hashOpaqueSecret(newOpaqueSecret()), holderHash: 'holder' };
      await storage.passkeys.addChallenge({ ...challenge, expiresAt: LATER });
      const take = (more = {}) => storage.passkeys.consumeChallenge({ ...challenge, now: NOW, ...more });
      assert.equal(await take({ holderHash: 'another' }), false);
      assert.equal(await take({ now: LATER }), false);
      const taken = await Promise.all(Array.from({ length: 10 }, () => take()));
      assert.equal(taken.filter(Boolean).length, 1, 'one of ten that come at once');
      assert.equal(await take(), false);
    });

    test('when challenges have expired, then they are deleted in batches', async () => {
      await storage.passkeys.deleteExpiredChallenges('2099-01-01T00:00:00.000Z', 1_000);
      for (const [index, expiresAt] of [NOW, NOW, NOW, LATER].entries()) {
        await storage.passkeys.addChallenge({ hash: `${index}`, holderHash: 'holder', expiresAt });
      }
      assert.equal(await storage.passkeys.deleteExpiredChallenges(NOW, 2), 2);
      assert.equal(await storage.passkeys.deleteExpiredChallenges(NOW, 2), 1);
      assert.equal(await storage.passkeys.consumeChallenge({ hash: '3', holderHash: 'holder', now: NOW }), true);
    });

    test('when the hourly sweep runs, then it deletes expired challenges', async () => {
      await storage.passkeys.addChallenge({ hash: 'swept', holderHash: 'holder', expiresAt: NOW });
      const retention = new Retention(storage, { auditDays: 1, clock: Date.now }, assert.fail);
      await retention.sweep(Date.parse(NOW));
      const before = '2000-01-01T00:00:00.000Z';
      assert.equal(
        await storage.passkeys.consumeChallenge({ hash: 'swept', holderHash: 'holder', now: before }),
        false,
      );
    });

    test('when a passkey is added, then it is read back unchanged, and signs in its user', async () => {
      const user = await createUser();
      const passkey = passkeyOf(user.id, { counter: 4_294_967_295 });
      const by = await addedBy(user.id);
      const before = await audits();
      assert.equal(await storage.passkeys.add(passkey, by, audit()), 'added');
      assert.equal(await audits(), before + 1);
      assert.deepEqual(await storage.passkeys.list(user.id), [passkey]);
      assert.deepEqual(await storage.passkeys.find(passkey.id), { passkey, user });
      assert.equal(await storage.passkeys.find(newOpaqueSecret()), null);
      await storage.accounts.setUserDisabled(user.id, true);
      assert.equal(await storage.passkeys.find(passkey.id), null, 'a disabled user is not signed in');
    });

    test('when two users add the same id, then it belongs to the first', async () => {
      const [first, second] = [await createUser(), await createUser()];
      const passkey = passkeyOf(first.id);
      await storage.passkeys.add(passkey, await addedBy(first.id), audit());
      const by = await addedBy(second.id);
      const before = await audits();
      assert.equal(await storage.passkeys.add({ ...passkey, userId: second.id }, by, audit()), 'taken');
      assert.equal(await audits(), before);
      assert.equal((await storage.passkeys.find(passkey.id))?.user.id, first.id);
    });

    test('when many are added at once, then the quota holds', async () => {
      const { id } = await createUser();
      const by = await addedBy(id, 3);
      const outcomes = await Promise.all(
        Array.from({ length: 8 }, () => storage.passkeys.add(passkeyOf(id), by, audit())),
      );
      assert.equal(count(outcomes, 'added'), 3);
      assert.equal(count(outcomes, 'quota_exceeded'), 5);
      assert.equal((await storage.passkeys.list(id)).length, 3);
    });

    test('when a session has ended, or has another secret, then no passkey is added', async () => {
      const { id: userId } = await createUser('hash');
      const [ended, copied] = [
        await startStoredSession(storage, userId, NOW),
        await startStoredSession(storage, userId, NOW),
      ];
      await storage.sessions.end({ id: ended.id, userId }, audit());
      const kept = { from: copied.hash, to: newId() };
      await storage.people.changePassword({ userId, from: 'hash', to: 'another hash', kept }, audit());
      const before = await audits();
      for (const { hash: secretHash } of [ended, copied]) {
        const added = storage.passkeys.add(passkeyOf(userId), { secretHash, quota: 20 }, audit());
        assert.equal(await added, 'session_over');
      }
      assert.deepEqual(await storage.passkeys.list(userId), []);
      assert.equal(await audits(), before);
      assert.equal(await storage.passkeys.add(passkeyOf(userId), { secretHash: kept.to, quota: 20 }, audit()), 'added');
    });

    test('when a passkey is removed while it is verified, then it signs in no user', async () => {
      const { id: userId } = await createUser('hash');
      const passkey = passkeyOf(userId);
      await storage.passkeys.add(passkey, await addedBy(userId), audit());
      const start = () => {
        const session = { id: newId(), hash: newId(), userId, device: 'Test', createdAt: NOW, lastUsedAt: NOW };
        const proof = { passkeyId: passkey.id };
        return storage.sessions.start(
          { ...session, expiresAt: LATER },
          proof,
          { replaced: null, max: 50, rank: () => 0 },
          audit(),
        );
      };
      assert.equal((await start())?.id, userId);
      await storage.passkeys.remove({ id: passkey.id, userId }, audit());
      assert.equal(await start(), null);
    });

    test('when two uses saw the same counter, then one counts', async () => {
      const { id: userId } = await createUser();
      const passkey = passkeyOf(userId, { counter: 7 });
      await storage.passkeys.add(passkey, await addedBy(userId), audit());
      const use = (from: number, to: number) => storage.passkeys.recordUse(passkey.id, { from, to }, LATER);
      const outcomes = await Promise.all([use(7, 8), use(7, 9)]);
      assert.equal(outcomes.filter(Boolean).length, 1);
      assert.equal(await use(7, 10), false);
      const [kept] = await storage.passkeys.list(userId);
      assert.equal(kept?.counter, outcomes[0] ? 8 : 9);
      assert.equal(kept?.lastUsedAt, LATER);
    });

    test('when a user renames or removes passkeys, then only the user’s own are affected', async () => {
      const [owner, other] = [await createUser('hash'), await createUser('hash')];
      const passkey = passkeyOf(owner.id);
      await storage.passkeys.add(passkey, await addedBy(owner.id), audit());
      const before = await audits();
      assert.equal(await storage.passkeys.rename({ id: passkey.id, userId: other.id }, 'Mine', audit()), false);
      assert.equal(await storage.passkeys.remove({ id: passkey.id, userId: other.id }, audit()), 'missing');
      assert.equal(await audits(), before);
      assert.equal(await storage.passkeys.rename({ id: passkey.id, userId: owner.id }, 'Tablet', audit()), true);
      assert.equal((await storage.passkeys.list(owner.id))[0]?.name, 'Tablet');
      assert.equal(await storage.passkeys.remove({ id: passkey.id, userId: owner.id }, audit()), 'removed');
      assert.deepEqual(await storage.passkeys.list(owner.id), []);
      assert.equal(await audits(), before + 2);
    });

    test('when a user has no password, then the last passkey stays, even with two concurrent removals', async () => {
      const { id: userId } = await createUser();
      const two = [passkeyOf(userId), passkeyOf(userId)];
      for (const passkey of two) await storage.passkeys.add(passkey, await addedBy(userId), audit());
      const outcomes = await Promise.all(two.map(({ id }) => storage.passkeys.remove({ id, userId }, audit())));
      assert.deepEqual(outcomes.sort(), ['last_way_in', 'removed']);
      assert.equal((await storage.passkeys.list(userId)).length, 1);
    });
  });
}
