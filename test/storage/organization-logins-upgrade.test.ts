import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { migrate } from '../../src/storage/migrations/migrate.ts';
import { ENGINES } from '../support/server/lectern.ts';
import { createPlace } from './place.ts';

const AT = '2026-01-01T00:00:00.000Z';
const NOW = '2026-01-01T00:00:10.000Z';
const END = '2026-01-01T00:10:00.000Z';

for (const engine of ENGINES) {
  describe(`[D67] terminals and tokens from before the upgrade, on ${engine}`, () => {
    it('when they are used, then a waiting terminal gets a personal token, and a service token keeps its scopes when any member leaves', async () => {
      const place = await createPlace(engine);
      const tables = place.tables();
      await migrate(tables, engine, '0017-approvals-of-sessions');
      for (const statement of [
        `INSERT INTO users (id, email, name, disabled, created_at) VALUES ('u', 'u@example.org', 'U', 0, '${AT}')`,
        `INSERT INTO accounts (id, user_id, name, created_at) VALUES ('a', 'u', 'U', '${AT}')`,
        `INSERT INTO organizations (id, name, created_at) VALUES ('o', 'O', '${AT}')`,
        `INSERT INTO members (organization_id, user_id, role, created_at) VALUES ('o', 'u', 'viewer', '${AT}')`,
        `INSERT INTO credentials (id, kind, hash, name, organization_id, scopes, created_at)
          VALUES ('s', 'service', 'service', 'S', 'o', '["live.update"]', '${AT}')`,
        `INSERT INTO credentials (id, kind, hash, name, user_id, scopes, created_at, expires_at)
          VALUES ('p', 'personal', 'personal', 'P', 'u', '[]', '${AT}', '${END}')`,
        `INSERT INTO terminal_logins (device_hash, user_code_hash, name, scopes, expires_in_days, state, created_at, expires_at)
          VALUES ('device', 'code', 'T', '[]', 7, 'pending', '${AT}', '${END}')`,
      ]) {
        await place.sql(statement);
      }
      await tables.destroy();

      const storage = await place.open();
      assert.equal((await storage.terminalLogins.findPending('code', NOW))?.organizationId, null);
      await storage.accounts.removeMember({ organizationId: 'o', userId: 'u' });
      const service = await storage.credentials.findAuthority('service');
      assert.deepEqual(
        [service?.owner, service?.role, service?.credential.scopes],
        [{ kind: 'organization', id: 'o' }, null, ['live.update']],
      );
      const personal = await storage.credentials.findAuthority('personal');
      assert.deepEqual([personal?.owner, personal?.role], [{ kind: 'account', id: 'a' }, null]);
      await storage.close();
      await place.drop();
    });
  });
}
