import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { Kysely, sql } from 'kysely';
import { openSqlite } from '../../src/storage/dialects/sqlite.ts';
import { withoutFsync } from '../../src/storage/queries/shared/without-fsync.ts';
import type { Tables } from '../../src/storage/schema.ts';
import { createDataDirectory } from '../support/server/database.ts';

const NORMAL = 1;
const FULL = 2;

describe('a commit that was not acknowledged', () => {
  const db = new Kysely<Tables>({ dialect: openSqlite(join(createDataDirectory(), 'lectern.db'), 'FULL').dialect });
  after(() => db.destroy());

  const synchronous = async (connection: Kysely<Tables>) =>
    (await sql<{ synchronous: number }>`PRAGMA synchronous`.execute(connection)).rows[0]!.synchronous;

  it('when a commit was not acknowledged, then only that commit does not wait for the disk', async () => {
    assert.equal(await synchronous(db), FULL);
    for (let again = 0; again < 3; again++) {
      assert.equal(await withoutFsync(db, 'sqlite', synchronous), NORMAL);
      assert.equal(await synchronous(db), FULL);
    }
  });

  it('when such a commit fails, or others write at the same time, then still only that commit does not wait for the disk', async () => {
    const failing = withoutFsync(db, 'sqlite', async (connection) => {
      assert.equal(await synchronous(connection), NORMAL);
      throw new Error('as expected');
    });
    const beside = Promise.all([synchronous(db), db.transaction().execute(synchronous)]);
    await assert.rejects(failing, /as expected/);
    assert.deepEqual(await beside, [FULL, FULL]);
    assert.equal(await synchronous(db), FULL);
  });

  it('when such a commit is within a transaction, then it is as durable as the transaction', async () => {
    assert.equal(
      await db.transaction().execute((transaction) => withoutFsync(transaction, 'sqlite', synchronous)),
      FULL,
    );
  });
});
