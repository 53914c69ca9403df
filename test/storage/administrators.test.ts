import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { toAuditRecord, toCommandActor } from '../../src/domain/audit/audit.ts';
import { newId, newUuid } from '../../src/domain/identifiers.ts';
import { migrate } from '../../src/storage/migrations/migrate.ts';
import type { Storage } from '../../src/storage/storage.ts';
import { ENGINES, type TestEngine } from '../support/server/lectern.ts';
import { createPlace, type Place, useStorage } from './place.ts';

const AT = '2026-01-01T00:00:00.000Z';
const audit = () => toAuditRecord(toCommandActor('test'), { owner: null });

async function withStorage(engine: TestEngine, use: (storage: Storage, place: Place) => Promise<void>): Promise<void> {
  const place = await createPlace(engine);
  const storage = await place.open();
  try {
    await use(storage, place);
  } finally {
    await storage.close();
    await place.drop();
  }
}

const newUser = (email: string) => ({ id: newUuid(), email, name: 'U', accountId: newUuid(), passwordHash: 'none' });
const emails = async (storage: Storage) => (await storage.administrators.list()).map(({ email }) => email);

for (const engine of ENGINES) {
  describe(`[D69] administrators in the database, on ${engine}`, () => {
    it('when users are created by command, then only the first becomes an administrator, even if several come at once', async () => {
      await withStorage(engine, async (storage) => {
        const users = ['a', 'b', 'c', 'd'].map((name) => newUser(`${name}@example.org`));
        await Promise.all(users.map((user) => storage.accounts.createUser(user)));
        await storage.accounts.createUser(newUser('later@example.org'));
        assert.equal((await emails(storage)).length, 1);
      });
      await withStorage(engine, async (storage) => {
        await storage.accounts.createUser(newUser('first@example.org'));
        await storage.accounts.createUser(newUser('second@example.org'));
        assert.deepEqual(await emails(storage), ['first@example.org']);
      });
    });

    it('when the first user signs up, then only an invited one becomes an administrator', async () => {
      await withStorage(engine, async (storage) => {
        assert.equal(await storage.people.signUp(newUser('stranger@example.org'), null, [audit()]), 'created');
        await storage.accounts.createUser(newUser('second@example.org'));
        assert.deepEqual(await emails(storage), []);
      });
      await withStorage(engine, async (storage) => {
        for (const [hash, email] of [
          ['one', 'invited@example.org'],
          ['two', 'other@example.org'],
        ] as const) {
          const none = { userId: null, organizationId: null, role: null, invitedBy: null };
          const times = { createdAt: AT, expiresAt: '2099-01-01T00:00:00.000Z' };
          await storage.links.create({ hash, id: newId(), purpose: 'invitation', email, ...none, ...times });
          const use = { hash, now: AT, mayOffer: () => true };
          assert.equal(await storage.people.signUp(newUser(email), use, [audit()]), 'created');
        }
        assert.deepEqual(await emails(storage), ['invited@example.org']);
      });
    });

    describe('with two administrators', () => {
      const { storage } = useStorage(engine);
      const [first, second] = [newUser('first@example.org'), newUser('second@example.org')];
      before(async () => {
        await storage.accounts.createUser(first);
        await storage.accounts.createUser(second);
      });

      it('when a user is named twice, then the second time changes nothing, and an unknown user is missing', async () => {
        assert.equal(await storage.administrators.add(second.id, AT), true);
        assert.equal(await storage.administrators.add(second.id, '2027-01-01T00:00:00.000Z'), false);
        assert.equal(await storage.administrators.add(newUuid(), AT), 'missing');
        const listed = await storage.administrators.list();
        assert.deepEqual(
          listed.map(({ userId, namedAt }) => [userId, namedAt === AT]),
          [
            [second.id, true],
            [first.id, false],
          ],
        );
      });

      it('when both are removed at once, then one stays', async () => {
        const outcomes = await Promise.all([first, second].map(({ id }) => storage.administrators.remove(id)));
        assert.deepEqual(outcomes.sort(), ['last', 'removed']);
        assert.equal((await storage.administrators.list()).length, 1);
        for (const { id } of [first, second]) await storage.administrators.add(id, AT);
      });

      it('when the others are disabled, then the last enabled one cannot be removed', async () => {
        await storage.accounts.setUserDisabled(second.id, true);
        assert.equal(await storage.administrators.remove(first.id), 'last');
        await storage.accounts.setUserDisabled(second.id, false);
      });

      it('[D52] when the account of one is deleted, then the user is no longer an administrator', async () => {
        const owner = { kind: 'account', id: second.accountId } as const;
        assert.equal(await storage.ownerDeletion.begin(owner, { now: AT, actor: toCommandActor('test') }), 'begun');
        assert.deepEqual(await emails(storage), [first.email]);
      });
    });

    it('when an installation from before is upgraded, then its oldest enabled user is the administrator', async () => {
      const place = await createPlace(engine);
      const tables = place.tables();
      await migrate(tables, engine, '0031-plans');
      for (const [id, disabled, at] of [
        ['new', 0, '2026-02-01T00:00:00.000Z'],
        ['old', 0, '2026-01-01T00:00:00.000Z'],
        ['disabled', 1, '2025-01-01T00:00:00.000Z'],
      ] as const) {
        await place.sql(
          `INSERT INTO users (id, email, name, disabled, created_at) VALUES ('${id}', '${id}@example.org', 'U', ${disabled}, '${at}')`,
        );
        await place.sql(
          `INSERT INTO accounts (id, user_id, name, created_at) VALUES ('a-${id}', '${id}', 'U', '${at}')`,
        );
      }
      await tables.destroy();
      const storage = await place.open();
      assert.deepEqual(await emails(storage), ['old@example.org']);
      await storage.close();
      await place.drop();
    });
  });
}
