import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { migrate } from '../../src/storage/migrations/migrate.ts';
import { liveRecord } from '../support/requests/live-state.ts';
import { createOwners, createPlace } from './place.ts';

describe('the rows of queues', () => {
  it('when rows were stored in queue order, then order and text are unchanged', async () => {
    const place = await createPlace('sqlite');
    const tables = place.tables();
    await migrate(tables, 'sqlite', '0013-stems');
    const ranks = [2, 0, 1.5, 1];
    const rows = (live: string) =>
      ranks.map((rank) => `('${live}', 'item ${rank}', ${rank}, 43, 'John', 3, ${rank * 2}, 'of ${live}', 'kjv', 'r')`);
    await place.sql(
      `INSERT INTO queue_items (live_id, id, rank, book_id, book, chapter, verse, text, translation, revision_id)
       VALUES ${['one', 'two'].flatMap(rows).join(', ')}`,
    );
    await tables.destroy();
    const storage = await place.open();
    const { account } = await createOwners(storage);
    for (const id of ['one', 'two']) {
      assert.equal(await storage.lives.create(liveRecord(account, { id }), 10, null), 'created');
      const { items } = (await storage.lives.load(id))!;
      assert.deepEqual(
        items.map(({ rank, verse, text, ...item }) => [rank, item.id, verse, text]),
        ranks.toSorted((a, b) => a - b).map((rank) => [rank, `item ${rank}`, rank * 2, `of ${id}`]),
      );
    }
    await storage.close();
    await place.drop();
  });
});
