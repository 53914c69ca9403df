import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { toAuditRecord } from '../../src/domain/audit/audit.ts';
import { migrate } from '../../src/storage/migrations/migrate.ts';
import type { CodeState } from '../../src/storage/storage.ts';
import { TEST_ACTOR } from '../support/requests/live-state.ts';
import { ENGINES } from '../support/server/lectern.ts';
import { createPlace } from './place.ts';

const AT = '2026-01-01T00:00:00.000Z';
const NOW = '2026-01-01T00:00:10.000Z';
const END = '2026-01-01T00:10:00.000Z';
const audit = () => toAuditRecord(TEST_ACTOR, { owner: null });

for (const engine of ENGINES) {
  describe(`approvals from before the upgrade, on ${engine}`, () => {
    it('when one is collected, then it fails, because its session is unknown; pending and used ones are unchanged', async () => {
      const place = await createPlace(engine);
      const tables = place.tables();
      await migrate(tables, engine, '0016-members-by-user');
      await place.sql(
        `INSERT INTO users (id, email, name, disabled, created_at) VALUES ('u', 'u@example.org', 'U', 0, '${AT}')`,
      );
      await place.sql(`INSERT INTO accounts (id, user_id, name, created_at) VALUES ('a', 'u', 'U', '${AT}')`);
      for (const [name, user, state] of [
        ['waiting', 'NULL', 'pending'],
        ['allowed', "'u'", 'approved'],
        ['denied', "'u'", 'denied'],
      ]) {
        await place.sql(`INSERT INTO terminal_logins (device_hash, user_code_hash, name, scopes, expires_in_days, user_id, state,
          created_at, expires_at) VALUES ('${name}', 'code ${name}', 'T', '[]', 7, ${user}, '${state}', '${AT}', '${END}')`);
      }
      await place.sql(`INSERT INTO oauth_clients (id, name, redirect_uris, scopes, disabled, created_at)
        VALUES ('c', 'App', '[]', '[]', 0, '${AT}')`);
      await place.sql(`INSERT INTO oauth_grants (id, client_id, user_id, scopes, created_at, expires_at)
        VALUES ('g', 'c', 'u', '[]', '${AT}', '${END}')`);
      for (const [hash, grant] of [
        ['unused', 'NULL'],
        ['used', "'g'"],
      ]) {
        await place.sql(`INSERT INTO oauth_codes (hash, client_id, user_id, redirect_uri, code_challenge, scopes, created_at,
          expires_at, grant_id) VALUES ('${hash}', 'c', 'u', '', '', '[]', '${AT}', '${END}', ${grant})`);
      }
      await tables.destroy();

      const storage = await place.open();
      const { terminalLogins, oauth } = storage;
      const stateOf = async (device: string) => (await terminalLogins.find(device, NOW))?.state;
      assert.deepEqual([await stateOf('waiting'), await stateOf('allowed')], ['pending', undefined]);
      assert.equal(await stateOf('denied'), 'denied');
      assert.equal((await terminalLogins.findPending('code waiting', NOW))?.name, 'T');
      const seen: Pick<CodeState, 'grantId' | 'sessionEndsAt'>[] = [];
      for (const hash of ['unused', 'used']) {
        await oauth.exchangeCode(
          hash,
          ({ grantId, sessionEndsAt }) => {
            seen.push({ grantId, sessionEndsAt });
            return { kind: 'refuse', reason: 'seen', audit: audit(), at: NOW };
          },
          1,
        );
      }
      assert.deepEqual(seen, [
        { grantId: null, sessionEndsAt: null },
        { grantId: 'g', sessionEndsAt: null },
      ]);
      await storage.close();
      await place.drop();
    });
  });
}
