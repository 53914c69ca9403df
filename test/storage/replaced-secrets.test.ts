import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { migrate } from '../../src/storage/migrations/migrate.ts';
import { ENGINES } from '../support/lectern.ts';
import { createPlace } from './place.ts';

for (const engine of ENGINES) {
  describe(`secrets that were replaced before the upgrade, on ${engine}`, () => {
    it('work until their overlap ends', async () => {
      const place = await createPlace(engine);
      const tables = place.tables();
      await migrate(tables, engine, '0014-queue-as-it-comes');
      const at = '2026-01-01T00:00:00.000Z';
      const [ends, expires] = ['2998-01-01T00:00:00.000Z', '2999-01-01T00:00:00.000Z'];
      await place.sql(
        `INSERT INTO users (id, email, name, disabled, created_at) VALUES ('u', 'u@example.org', 'U', 0, '${at}')`,
      );
      await place.sql(`INSERT INTO accounts (id, user_id, name, created_at) VALUES ('a', 'u', 'U', '${at}')`);
      const columns = 'id, kind, hash, name, user_id, scopes, created_at, expires_at, previous_hash, previous_ends_at';
      await place.sql(`INSERT INTO credentials (${columns}) VALUES
        ('rotated', 'personal', 'new', 'Rotated', 'u', '[]', '${at}', '${expires}', 'old', '${ends}'),
        ('untouched', 'personal', 'only', 'Untouched', 'u', '[]', '${at}', '${expires}', NULL, NULL)`);
      await tables.destroy();
      const storage = await place.open();
      for (const [hash, id, endsAt] of [
        ['new', 'rotated', expires],
        ['old', 'rotated', ends],
        ['only', 'untouched', expires],
      ]) {
        const authority = await storage.credentials.findAuthority(hash!);
        assert.deepEqual([authority?.credential.id, authority?.endsAt], [id, endsAt]);
      }
      await storage.close();
      await place.drop();
    });
  });
}
