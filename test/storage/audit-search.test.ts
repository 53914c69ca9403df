import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { type Actor, toAuditRecord } from '../../src/domain/audit/audit.ts';
import type { AuditFilter, Owner } from '../../src/storage/storage.ts';
import { ENGINES } from '../support/server/lectern.ts';
import { useInProcessServer } from '../support/server/suite-server.ts';

const OWNER: Owner = { kind: 'organization', id: '0199aaaa-0000-7000-8000-000000000001' };
const NONE: AuditFilter = { actor: null, operations: null, resource: null };
const PAGE: { limit: number; before: string | null; since: string | null } = { limit: 10, before: null, since: null };

const actor = (operation: string, userId: string | null, credentialId: string | null = null): Actor => ({
  channel: 'page',
  userId,
  credentialId,
  operation,
  requestId: null,
});

for (const engine of ENGINES) {
  describe(`[D43] the search of audit records on ${engine}`, () => {
    const { lectern } = useInProcessServer({ engine });
    const ids: string[] = [];
    before(async () => {
      const changes: [Actor, string][] = [
        [actor('step', 'ana'), 'live'],
        [actor('step', 'jo'), 'live'],
        [actor('renameLive', 'ana'), 'chapel'],
        [actor('org rename', null), 'org'],
        [actor('step', null, 'tablet'), 'live'],
      ];
      for (const [by, resource] of changes) {
        const record = toAuditRecord(by, { owner: OWNER, resource });
        ids.push(record.id);
        await lectern.installation.storage.audit.add(record);
      }
    });

    const find = async (filter: Partial<AuditFilter>, page = PAGE, scanMax = 100) => {
      const { search } = lectern.installation.storage.audit;
      const { records, scannedTo } = await search(OWNER, page, { ...NONE, ...filter }, scanMax);
      return { found: records.map(({ id }) => ids.indexOf(id)), scannedTo: scannedTo && ids.indexOf(scannedTo) };
    };

    it('when conditions are set, then only records that meet all of them are found, newest first', async () => {
      assert.deepEqual((await find({})).found, [4, 3, 2, 1, 0]);
      assert.deepEqual((await find({ actor: { id: 'ana' } })).found, [2, 0]);
      assert.deepEqual((await find({ actor: { id: 'tablet' } })).found, [4]);
      assert.deepEqual((await find({ actor: 'server' })).found, [3]);
      assert.deepEqual((await find({ operations: ['step'] })).found, [4, 1, 0]);
      assert.deepEqual((await find({ resource: 'live', actor: { id: 'ana' } })).found, [0]);
      assert.deepEqual((await find({ operations: ['step'] }, { ...PAGE, before: ids[4]!, since: ids[1]! })).found, [1]);
    });

    it('when more records exist than one search reads, then it says where to go on', async () => {
      assert.deepEqual(await find({ actor: { id: 'ana' } }, PAGE, 2), { found: [], scannedTo: 3 });
      assert.deepEqual(await find({ actor: { id: 'ana' } }, { ...PAGE, before: ids[3]! }, 2), {
        found: [2],
        scannedTo: 1,
      });
      assert.deepEqual(await find({ actor: { id: 'ana' } }, { ...PAGE, before: ids[1]! }, 2), {
        found: [0],
        scannedTo: null,
      });
      assert.deepEqual(await find({ operations: ['step'] }, { ...PAGE, limit: 1 }, 100), { found: [4], scannedTo: 4 });
    });
  });
}
