import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import pg from 'pg';
import { newId } from '../../src/domain/identifiers.ts';
import { openStorage } from '../../src/storage/open-storage.ts';
import type { LiveRecord, QueueItem, Storage } from '../../src/storage/storage.ts';
import { liveRecord } from '../support/requests/live-state.ts';
import { createDataDirectory, createPostgresDatabase, type PostgresDatabase } from '../support/server/database.ts';
import { createOwners, isUnavailable } from './place.ts';

const item = (rank: number): QueueItem => ({
  id: newId(),
  rank,
  bookId: 1,
  book: 'Genesis',
  chapter: 1,
  verse: rank + 1,
  text: 'Words',
  translation: 'one',
  revisionId: 'revision',
  line: null,
  run: null,
});

/** Another node that was suspended in a transaction, or an administrator. */
describe('[D3] another PostgreSQL session locks a Live', () => {
  let database: PostgresDatabase;
  let storage: Storage;
  let other: pg.Client;
  let held: LiveRecord;
  let free: LiveRecord[];

  before(async () => {
    database = await createPostgresDatabase();
    const options = { sqliteSynchronous: 'FULL' as const, postgresConnections: 4 };
    storage = await openStorage({ ...options, dataDir: createDataDirectory(), databaseUrl: database.url }, () => {});
    const { account: owner } = await createOwners(storage);
    const records = Array.from({ length: 9 }, () => liveRecord(owner));
    for (const record of records) assert.equal(await storage.lives.create(record, 100, null), 'created');
    // In the middle of the group.
    free = records.toSpliced(4, 1);
    held = records[4]!;
    other = new pg.Client({ connectionString: database.url });
    await other.connect();
  });
  beforeEach(() => other.query('BEGIN'));
  after(async () => {
    await other.end();
    await storage.close();
    await database.drop();
  });

  /** Commits the next state of a Live, with one more verse. */
  const commit = async ({ id }: LiveRecord) => {
    const { record, items } = (await storage.lives.load(id))!;
    return () =>
      storage.lives.commit({
        expectedSequence: record.sequence,
        next: { ...record, sequence: record.sequence + 1 },
        queue: [{ type: 'insert', items: [item(items.length)] }],
        journal: null,
        audit: null,
      });
  };
  const sequenceOf = async ({ id }: LiveRecord) => (await storage.lives.findVersion(id))!.sequence;

  it('when others of the same group are committed, then they succeed without it, and only that one is refused', async () => {
    await other.query('SELECT FROM lives WHERE id = $1 FOR UPDATE', [held.id]);
    const commits = await Promise.all([...free.slice(0, 4), held, ...free.slice(4)].map(commit));
    let refused = false;
    const outcomes = await Promise.all(
      commits.map((each, index) => {
        if (index !== 4) return each();
        return assert.rejects(each(), isUnavailable).then(() => {
          refused = true;
        });
      }),
    );
    assert.ok(refused);
    assert.deepEqual(
      outcomes,
      commits.map((_, index) => (index === 4 ? undefined : 'committed')),
    );
    assert.equal(await sequenceOf(held), 0, 'nothing of it is there');
    await other.query('ROLLBACK');
    assert.equal(await (await commit(held))(), 'committed');
  });

  it('when further groups are committed meanwhile, then they do not wait for it', async () => {
    await other.query('SELECT FROM lives WHERE id = $1 FOR UPDATE', [held.id]);
    let overtaken = false;
    // Once is enough, whatever the speed of the machine.
    for (let attempt = 0; attempt < 10 && !overtaken; attempt++) {
      const [first, next] = await Promise.all([commit(held), commit(free[0]!)]);
      let waiting = true;
      const refusal = assert.rejects(first(), isUnavailable).finally(() => {
        waiting = false;
      });
      await new Promise(setImmediate);
      assert.equal(await next(), 'committed');
      overtaken = waiting;
      await refusal;
    }
    assert.ok(overtaken);
    await other.query('ROLLBACK');
  });

  it('when the other session commits, then that commit decides', async () => {
    const late = await commit(held);
    await other.query('UPDATE lives SET sequence = sequence + 1 WHERE id = $1', [held.id]);
    const outcome = late();
    await other.query('COMMIT');
    assert.equal(await outcome, 'stale');
  });

  it('when a verse of the queue is locked, then only its Live is refused', async () => {
    const [holder, ...others] = free;
    await (await commit(holder!))();
    const { record } = (await storage.lives.load(holder!.id))!;
    await other.query('SELECT FROM queue_items WHERE live_id = $1 FOR UPDATE', [holder!.id]);
    const commits = await Promise.all(others.map(commit));
    const next = { ...record, sequence: record.sequence + 1 };
    const clear = storage.lives.commit({
      expectedSequence: record.sequence,
      next,
      queue: [{ type: 'clear' }],
      journal: null,
      audit: null,
    });
    const rest = Promise.all(commits.map((each) => each()));
    await assert.rejects(clear, isUnavailable);
    assert.deepEqual(
      await rest,
      others.map(() => 'committed'),
    );
    await other.query('ROLLBACK');
  });

  it('when the other session deletes a Live, then that Live is stale', async () => {
    const late = await commit(held);
    await other.query('DELETE FROM lives WHERE id = $1', [held.id]);
    const outcome = late();
    await other.query('COMMIT');
    assert.equal(await outcome, 'stale');
  });
});
