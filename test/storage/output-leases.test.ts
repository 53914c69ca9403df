import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { PageLease } from '../../src/storage/storage.ts';
import { ENGINES } from '../support/server/lectern.ts';
import { useStorage } from './place.ts';

const LIMIT = 4;

for (const engine of ENGINES) {
  describe(`[D60] leases of outputs on ${engine}`, () => {
    const { place, storage } = useStorage(engine);

    const addOutput = (id: string) =>
      place.sql(`INSERT INTO outputs (id, live_id, name, view, settings, hash, created_at)
        VALUES ('${id}', 'live', 'Projector', 'screen', '{}', '${id}', '2026-01-01T00:00:00.000Z')`);
    const leasesOf = (holderId: string, count: number, node = 'one'): PageLease[] =>
      Array.from({ length: count }, (_, index) => ({ id: `${holderId}-${node}-${index}`, holderId, node }));
    const connect = (lease: PageLease) => storage.outputs.connect(lease, LIMIT);
    const countOf = async (outputId: string) => (await storage.outputs.find(outputId))!.connections;

    it('when a lease was ended while its node renews, then it stays ended, and the node is notified', async () => {
      await addOutput('ended');
      const [first, ...others] = leasesOf('ended', LIMIT + 1);
      await connect(first!);
      // Leases of the same millisecond have no order.
      await place.sql(`UPDATE output_leases SET since = since - 1 WHERE id = '${first!.id}'`);
      const ended = [];
      for (const lease of others) ended.push(...(await connect(lease))!);
      assert.deepEqual(ended, [first!.id]);
      assert.deepEqual(await storage.outputs.renew('one', [first!, ...others]), [first]);
      assert.equal(await countOf('ended'), LIMIT);
    });

    it('when leases of a node have expired and others have been added, then renewing them restores none', async () => {
      await addOutput('late');
      const late = leasesOf('late', LIMIT);
      for (const lease of late) await connect(lease);
      await place.sql("UPDATE output_leases SET expires_at = 0 WHERE output_id = 'late'");
      for (const lease of leasesOf('late', LIMIT, 'two')) assert.deepEqual(await connect(lease), []);
      assert.deepEqual(await storage.outputs.renew('one', late), late);
      assert.equal(await countOf('late'), LIMIT);
    });

    it('when leases have expired and no other page has connected, then they are renewed', async () => {
      await addOutput('alone');
      const leases = leasesOf('alone', 2);
      for (const lease of leases) await connect(lease);
      await place.sql("UPDATE output_leases SET expires_at = 0 WHERE output_id = 'alone'");
      assert.deepEqual(await storage.outputs.renew('one', leases), []);
      assert.equal(await countOf('alone'), 2);
    });

    it('when pages connect at the same time, then the connecting page is never the one whose lease ends', async () => {
      await addOutput('moment');
      await Promise.all(leasesOf('moment', LIMIT).map(connect));
      await place.sql("UPDATE output_leases SET since = since + 1000 WHERE output_id = 'moment'");
      const newest = { id: 'zzz', holderId: 'moment', node: 'one' };
      const ended = (await connect(newest))!;
      assert.deepEqual([ended.length, ended.includes(newest.id)], [1, false]);
      assert.equal(await countOf('moment'), LIMIT);
    });
  });
}
