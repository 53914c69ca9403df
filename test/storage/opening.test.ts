import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import pg from 'pg';
import { migrate, SchemaTooNewError } from '../../src/storage/migrations/migrate.ts';
import { openStorage } from '../../src/storage/open-storage.ts';
import { eventually } from '../support/requests/pusher.ts';
import { createDataDirectory, createPostgresDatabase } from '../support/server/database.ts';
import { findFreePort } from '../support/server/free-port.ts';
import { ENGINES } from '../support/server/lectern.ts';
import { createPlace, edition, isUnavailable, type Place } from './place.ts';

for (const engine of ENGINES) {
  describe(`opening a storage on ${engine}`, () => {
    it('[D5] when a storage is reopened, then all data and the epoch stay; another installation has another epoch', async () => {
      const place = await createPlace(engine);
      const first = await place.open();
      assert.equal(await first.accounts.isEmpty(), true);
      await first.setInstallationValue('fact', 'one');
      await first.setInstallationValue('fact', 'two');
      await first.editions.import(edition('kept'));
      const kept = await first.editions.find('kept');
      await first.close();
      const second = await place.open();
      assert.equal(second.epoch, first.epoch);
      assert.equal(await second.findInstallationValue('fact'), 'two');
      assert.equal(await second.findInstallationValue('other'), null);
      assert.deepEqual(await second.editions.find('kept'), kept);
      await second.close();
      await place.drop();
      const elsewhere = await createPlace(engine);
      const other = await elsewhere.open();
      assert.notEqual(other.epoch, first.epoch);
      await other.close();
      await elsewhere.drop();
    });

    it('when a database has recorded two migrations of one number, then opening runs and records neither again', async () => {
      const place = await createPlace(engine);
      const tables = place.tables();
      await migrate(tables, engine, '0025-queue-revision');
      await tables.destroy();
      const read = () =>
        place.sql(`SELECT name, timestamp FROM kysely_migration WHERE name >= '0025' AND name < '0027' ORDER BY name`);
      const recorded = (await read()) as { name: string }[];
      assert.deepEqual(
        recorded.map(({ name }) => name),
        ['0025-operators', '0025-queue-revision'],
      );
      const storage = await place.open();
      await storage.close();
      assert.deepEqual(await read(), recorded);
      await place.drop();
    });

    it('when the schema is newer, then opening is refused, nothing is changed, and the lock is released', async () => {
      const place = await createPlace(engine);
      const { epoch, close } = await place.open();
      await close();
      await place.sql(
        `INSERT INTO kysely_migration (name, timestamp) VALUES ('9999-later', '2030-01-01T00:00:00.000Z')`,
      );
      await place.sql('DELETE FROM installation');
      const everything = async () => [
        await place.sql('SELECT * FROM kysely_migration ORDER BY name'),
        await place.sql('SELECT * FROM installation'),
        await place.sql(
          engine === 'sqlite'
            ? 'SELECT name, sql FROM sqlite_master ORDER BY name'
            : `SELECT table_name, column_name, data_type FROM information_schema.columns
               WHERE table_schema = 'public' ORDER BY 1, 2`,
        ),
      ];
      const before = await everything();
      await assert.rejects(
        place.open(),
        (error: Error) => error instanceof SchemaTooNewError && /9999-later/.test(error.message),
      );
      assert.deepEqual(await everything(), before);
      await place.sql(`DELETE FROM kysely_migration WHERE name = '9999-later'`);
      const again = await place.open();
      assert.notEqual(again.epoch, epoch);
      await again.close();
      await place.drop();
    });
  });
}

describe('opening a storage on sqlite', () => {
  it('[D47] when a first process has the data folder, then a second is refused, and succeeds once the first ends', async () => {
    const place = await createPlace('sqlite');
    const first = await place.open();
    const openElsewhere = async () => {
      const source = new URL('../../src/storage/', import.meta.url).href;
      const program = `import { openStorage } from ${JSON.stringify(`${source}open-storage.ts`)};
        const options = ${JSON.stringify({ dataDir: place.dataDir, databaseUrl: null, sqliteSynchronous: 'FULL' })};
        try { await (await openStorage(options, () => {})).close(); console.log('opened'); }
        catch (error) { console.log(error.constructor.name); }`;
      const child = spawn(process.execPath, ['--input-type=module', '-e', program]);
      let output = '';
      child.stdout.on('data', (chunk) => {
        output += chunk;
      });
      await once(child, 'close');
      return output.trim();
    };
    assert.equal(await openElsewhere(), 'DataFolderInUseError');
    await first.setInstallationValue('still', 'there');
    assert.equal(await first.findInstallationValue('still'), 'there');
    await first.close();
    assert.equal(await openElsewhere(), 'opened');
  });

  it('when migrations are killed at any statement, then the next opening starts them again', async () => {
    const killedAt = async (statement: number): Promise<{ place: Place; signal: unknown }> => {
      const place = await createPlace('sqlite');
      const storage = new URL('../../src/storage/', import.meta.url).href;
      const program = `import { Kysely } from 'kysely';
        import { openSqlite } from '${storage}dialects/sqlite.ts';
        import { migrate } from '${storage}migrations/migrate.ts';
        let run = 0;
        const log = () => { if (++run === ${statement}) process.kill(process.pid, 'SIGKILL'); };
        const { dialect } = openSqlite(${JSON.stringify(join(place.dataDir, 'lectern.db'))}, 'FULL');
        const db = new Kysely({ dialect, log });
        await migrate(db, 'sqlite');
        await db.destroy();`;
      const child = spawn(process.execPath, ['--input-type=module', '-e', program], { cwd: import.meta.dirname });
      const [, signal] = await once(child, 'exit');
      return { place, signal };
    };
    let killed = 0;
    for (let statement = 4; ; statement += 9) {
      const { place, signal } = await killedAt(statement);
      const storage = await place.open();
      await storage.setInstallationValue('still', 'there');
      await storage.close();
      await place.drop();
      if (signal !== 'SIGKILL') break;
      killed++;
    }
    assert.ok(killed > 5, `${killed} kills`);
  });
});

describe('opening a storage on postgres', () => {
  it('when openers run migrations in parallel, then they run once, and all openers serve one installation', async () => {
    const place = await createPlace('postgres');
    const opened = await Promise.all([place.open(), place.open(), place.open()]);
    assert.equal(new Set(opened.map(({ epoch }) => epoch)).size, 1);
    const names = (await place.sql('SELECT name FROM kysely_migration')) as { name: string }[];
    assert.ok(names.length > 0);
    assert.equal(new Set(names.map(({ name }) => name)).size, names.length);
    await opened[0]!.setInstallationValue('seen', 'by all');
    for (const storage of opened) assert.equal(await storage.findInstallationValue('seen'), 'by all');
    await Promise.all(opened.map((storage) => storage.close()));
    await place.drop();
  });

  it('when the server is unreachable, then it is unavailable', async () => {
    const databaseUrl = `postgres://unknown@127.0.0.1:${await findFreePort()}/nothing`;
    const options = { dataDir: '', databaseUrl, sqliteSynchronous: 'FULL' as const, postgresConnections: 2 };
    await assert.rejects(
      openStorage(options, () => {}),
      isUnavailable,
    );
  });
});

describe('closing a storage on postgres', () => {
  it('when the server closes connections first, then no error is reported', async () => {
    const database = await createPostgresDatabase();
    const heard: Error[] = [];
    const options = { dataDir: createDataDirectory(), databaseUrl: database.url, sqliteSynchronous: 'FULL' as const };
    const storage = await openStorage({ ...options, postgresConnections: 2 }, (error) => heard.push(error));
    const client = new pg.Client({ connectionString: database.url });
    await client.connect();
    const others = `FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()`;
    const { rows } = await client.query<{ pid: number }>(`SELECT pid ${others} AND application_name = 'lectern'`);
    assert.ok(rows.length > 0);
    for (const { pid } of rows) process.kill(pid, 'SIGSTOP');
    try {
      await storage.close();
      await client.query(`SELECT pg_terminate_backend(pid) ${others}`);
    } finally {
      for (const { pid } of rows) process.kill(pid, 'SIGCONT');
    }
    await eventually('they are gone', async () => (await client.query(`SELECT 1 ${others}`)).rowCount === 0);
    await client.end();
    assert.deepEqual(heard, []);
    await database.drop();
  });
});
