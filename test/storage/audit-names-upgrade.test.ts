import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { toAuditRecord } from '../../src/domain/audit/audit.ts';
import { migrate } from '../../src/storage/migrations/migrate.ts';
import type { Owner } from '../../src/storage/storage.ts';
import { TEST_ACTOR } from '../support/requests/live-state.ts';
import { ENGINES } from '../support/server/lectern.ts';
import { createPlace } from './place.ts';

const OWNER: Owner = { kind: 'account', id: 'a' };

for (const engine of ENGINES) {
  describe(`audit records written before the upgrade, on ${engine}`, () => {
    it('[D43] when records are read, then these are unchanged, without names, and new ones have theirs', async () => {
      const place = await createPlace(engine);
      const tables = place.tables();
      await migrate(tables, engine, '0019-outdated-search-indexes');
      await place.sql(`INSERT INTO audit (owner_id, id, owner_kind, at, channel, operation, resource)
        VALUES ('a', '00000000-0000-7000-8000-000000000000', 'account', '2026-01-01T00:00:00.000Z', 'rest', 'deleteLive', 'gone')`);
      await tables.destroy();

      const storage = await place.open();
      const named = { resource: 'live', resourceName: 'Sunday', detail: 'John 3:16' };
      await storage.audit.add(toAuditRecord(TEST_ACTOR, { owner: OWNER, ...named }));
      const records = await storage.audit.list(OWNER, { limit: 10, before: null, since: null });
      assert.deepEqual(
        records.map(({ resource, resourceName, detail }) => ({ resource, resourceName, detail })),
        [named, { resource: 'gone', resourceName: null, detail: null }],
      );
      await storage.close();
      await place.drop();
    });
  });
}
