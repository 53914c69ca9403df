import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { toAuditRecord } from '../../src/domain/audit/audit.ts';
import { migrate } from '../../src/storage/migrations/migrate.ts';
import { TEST_ACTOR } from '../support/requests/live-state.ts';
import { ENGINES } from '../support/server/lectern.ts';
import { createPlace } from './place.ts';

const audit = () => toAuditRecord(TEST_ACTOR, { owner: null });

for (const engine of ENGINES) {
  describe(`secrets replaced before the upgrade, on ${engine}`, () => {
    it('when secrets were replaced before the upgrade, then they work until their overlap ends, even those of nodes that run the old version for a while', async () => {
      const place = await createPlace(engine);
      const tables = place.tables();
      await migrate(tables, engine, '0014-queue-as-it-comes');
      const at = '2026-01-01T00:00:00.000Z';
      const [ends, later, expires] = [
        '2997-01-01T00:00:00.000Z',
        '2998-01-01T00:00:00.000Z',
        '2999-01-01T00:00:00.000Z',
      ];
      await place.sql(
        `INSERT INTO users (id, email, name, disabled, created_at) VALUES ('u', 'u@example.org', 'U', 0, '${at}')`,
      );
      await place.sql(`INSERT INTO accounts (id, user_id, name, created_at) VALUES ('a', 'u', 'U', '${at}')`);
      await place.sql(`INSERT INTO credentials (id, kind, hash, name, user_id, scopes, created_at, expires_at)
        VALUES ('rotated', 'personal', 'first', 'Rotated', 'u', '[]', '${at}', '${expires}')`);
      const rotateAsBefore = (hash: string, endsAt: string) =>
        place.sql(`UPDATE credentials SET previous_hash = hash, previous_ends_at = '${endsAt}', hash = '${hash}'`);
      await rotateAsBefore('second', ends);
      await tables.destroy();

      const storage = await place.open();
      const { rotate, findAuthority } = storage.credentials;
      const endsOf = async (...hashes: string[]) =>
        Promise.all(hashes.map(async (hash) => (await findAuthority(hash))?.endsAt));
      const rotated = (hash: string, replacedEndsAt: string | null) =>
        rotate({ id: 'rotated', userId: 'u', now: at }, { hash, replacedEndsAt, limit: 9 }, audit());
      assert.deepEqual(await endsOf('first', 'second'), [ends, expires]);
      assert.equal(await rotated('third', later), 'rotated');
      assert.deepEqual(await endsOf('first', 'second', 'third'), [ends, later, expires]);
      const previous = async () =>
        (await place.sql('SELECT previous_hash AS hash, previous_ends_at AS ends FROM credentials')).map((row) => ({
          ...(row as object),
        }));
      // Such a node accepts secrets that this one replaced, and this one those that the node replaced.
      assert.deepEqual(await previous(), [{ hash: 'second', ends: later }]);
      await rotateAsBefore('fourth', later);
      assert.deepEqual(await endsOf('first', 'third', 'fourth'), [ends, later, expires]);
      assert.equal(await rotated('fifth', null), 'rotated');
      assert.deepEqual(await endsOf('first', 'third', 'fourth', 'fifth'), [undefined, undefined, undefined, expires]);
      assert.deepEqual(await previous(), [{ hash: null, ends: null }]);
      await storage.close();
      await place.drop();
    });
  });
}
