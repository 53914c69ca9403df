import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { Kysely, sql } from 'kysely';
import pg from 'pg';
import { postgresDialect } from '../../src/storage/dialects/postgres.ts';
import { toPoolConfig } from '../../src/storage/dialects/postgres-driver.ts';
import { openStorage } from '../../src/storage/open-storage.ts';
import type { Storage } from '../../src/storage/storage.ts';
import { UnusableDataError } from '../../src/storage/unusable-data-error.ts';
import { eventually } from '../support/requests/pusher.ts';
import { createDataDirectory, createPostgresDatabase } from '../support/server/database.ts';
import { isUnavailable } from './place.ts';

const LONGER_THAN_A_STATEMENT_MS = 400;

describe('a PostgreSQL with settings of an administrator', () => {
  const open = (databaseUrl: string): Promise<Storage> => {
    const options = { dataDir: createDataDirectory(), sqliteSynchronous: 'FULL' as const, postgresConnections: 4 };
    return openStorage({ ...options, databaseUrl }, () => {});
  };
  const connect = async (url: string) => {
    const client = new pg.Client({ connectionString: url });
    // The database from which a test ends all connections to another.
    client.on('error', () => {});
    await client.connect();
    return client;
  };
  /** The database, an administrator's connection from another database, and its quoted name. */
  const setUp = async () => {
    const { url, drop } = await createPostgresDatabase();
    const beside = new URL(url);
    const name = beside.pathname.slice(1);
    beside.pathname = '/postgres';
    const administrator = await connect(beside.href);
    const run = (text: string) => administrator.query(text.replaceAll('THIS', name));
    const cutOff = () => run(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = 'THIS'`);
    const end = async () => {
      await administrator.end();
      await drop();
    };
    return { url, run, cutOff, end };
  };

  it('[D3] when it was briefly read-only, then writes succeed as soon as possible', async () => {
    const { url, run, cutOff, end } = await setUp();
    const storage = await open(url);
    await run('ALTER DATABASE "THIS" SET default_transaction_read_only = on');
    await cutOff();
    await eventually('it is reported', () => storage.setInstallationValue('a', 'b').then(() => false, isUnavailable));
    // Other connections of the pool may still be found broken first.
    await eventually('it says why', () =>
      storage.ping().then(
        () => false,
        (error) => isUnavailable(error) && /read-only: it is a standby/.test(error.detail),
      ),
    );
    assert.equal(await storage.findInstallationValue('a'), null, 'it can be read');
    await run('ALTER DATABASE "THIS" RESET default_transaction_read_only');
    // A readiness check sends no write first.
    await eventually('it is ready', () =>
      storage.ping().then(
        () => true,
        () => false,
      ),
    );
    await storage.setInstallationValue('a', 'b');
    await storage.close();
    await end();
  });

  it('when connections break while unused, then each is reported once', async () => {
    const { url, cutOff, end } = await setUp();
    const errors: Error[] = [];
    const options = { dataDir: createDataDirectory(), sqliteSynchronous: 'FULL' as const, postgresConnections: 3 };
    const storage = await openStorage({ ...options, databaseUrl: url }, (error) => errors.push(error));
    await Promise.all(['a', 'b', 'c'].map((key) => storage.findInstallationValue(key)));
    await cutOff();
    await eventually('it is reported', async () => errors.length > 0);
    await eventually('it goes on', () =>
      storage.findInstallationValue('a').then(
        () => true,
        () => false,
      ),
    );
    assert.equal(new Set(errors).size, errors.length);
    await storage.close();
    await end();
  });

  it('[D3] when it accepts no more connections, then it is unavailable, whatever the reason', async () => {
    const { url, run, cutOff, end } = await setUp();
    const storage = await open(url);
    const role = `role_${new URL(url).pathname.slice(1)}`;
    await run(`CREATE ROLE ${role} LOGIN SUPERUSER`);
    const other = new URL(url);
    other.username = role;
    const its = await open(other.href);
    for (const [refuse, allow] of [
      ['ALTER DATABASE "THIS" ALLOW_CONNECTIONS false', 'ALTER DATABASE "THIS" ALLOW_CONNECTIONS true'],
      [`ALTER ROLE ${role} NOLOGIN`, `ALTER ROLE ${role} LOGIN`],
    ]) {
      await run(refuse!);
      await cutOff();
      await eventually('it is reported', () => its.findInstallationValue('a').then(() => false, isUnavailable));
      await assert.rejects(its.findInstallationValue('a'), isUnavailable);
      await assert.rejects(its.ping(), isUnavailable);
      await run(allow!);
      await eventually('it goes on', () =>
        its.ping().then(
          () => true,
          () => false,
        ),
      );
    }
    await its.close();
    await storage.close();
    await end();
    const administrator = await connect(url.replace(/\/[^/]*$/, '/postgres'));
    await administrator.query(`DROP ROLE ${role}`);
    await administrator.end();
  });

  it('when only an administrator can fix a problem, then opening it reports that', async () => {
    const { url, run, end } = await setUp();
    const role = `poor_${new URL(url).pathname.slice(1)}`;
    await run(`CREATE ROLE ${role} LOGIN`);
    const poor = new URL(url);
    poor.username = role;
    await assert.rejects(open(poor.href), (error: Error) => {
      assert.ok(error instanceof UnusableDataError);
      assert.match(error.message, /^Cannot use the database: permission denied for schema public\.$/);
      return true;
    });
    await run(`DROP ROLE ${role}`);
    await run('ALTER DATABASE "THIS" SET default_transaction_read_only = on');
    await assert.rejects(open(url), { message: /^Cannot use the database: .* read-only transaction\.$/ });
    await end();
  });

  it('when it or its URL sets time limits, then they do not interrupt what a start has to wait for', async () => {
    const { url, run, end } = await setUp();
    await (await open(url)).close();
    await run('ALTER DATABASE "THIS" SET statement_timeout = 100');
    const holder = await connect(`${url}?statement_timeout=0`);
    await holder.query('BEGIN; LOCK TABLE kysely_migration IN ACCESS EXCLUSIVE MODE');
    const opening = open(`${url}?statement_timeout=100&application_name=ours`);
    setTimeout(() => holder.query('COMMIT').then(() => holder.end()), LONGER_THAN_A_STATEMENT_MS);
    const storage = await opening;
    // PostgreSQL's own workers start and stop.
    const { rows } = await run(`SELECT DISTINCT application_name FROM pg_stat_activity
      WHERE datname = 'THIS' AND backend_type = 'client backend'`);
    assert.deepEqual(rows, [{ application_name: 'lectern' }]);
    await storage.close();
    await end();
  });

  it('[D3] when it allows fewer connections than the pool, then a burst waits, and requests that wait too long are refused', async (t) => {
    const { url, run, end } = await setUp();
    t.after(end);
    // The limit does not apply to superusers.
    const role = `narrow_${new URL(url).pathname.slice(1)}`;
    await run(`CREATE ROLE ${role} LOGIN CONNECTION LIMIT 2`);
    const narrow = new URL(url);
    narrow.username = role;
    const db = new Kysely<unknown>({ dialect: postgresDialect(narrow.href, 8, () => {}) });
    const one = sql<{ one: number }>`SELECT 1 AS one, pg_sleep(0.02)`;
    const responses = await Promise.all(Array.from({ length: 40 }, () => one.execute(db)));
    assert.equal(responses.filter(({ rows }) => rows[0]?.one === 1).length, 40);
    await run(`ALTER ROLE ${role} CONNECTION LIMIT 0`);
    await run(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = '${role}'`);
    await eventually('it is reported', () => one.execute(db).then(() => false, isUnavailable));
    await db.destroy();
    await run(`DROP ROLE ${role}`);
  });

  it('when a rank is read, then it is exactly the stored one', async () => {
    const { url, run, end } = await setUp();
    await run('ALTER DATABASE "THIS" SET extra_float_digits = 0');
    const db = new Kysely<unknown>({ dialect: postgresDialect(url, 1, assert.fail) });
    const { rows } = await sql`SELECT 1::float8 / 3 AS third`.execute(db);
    assert.deepEqual(rows, [{ third: 1 / 3 }]);
    await db.destroy();
    await end();
  });

  it('[D46] when a node holds the cluster lock, then no other node does, and the lock is released when the node is gone', async () => {
    const { url, run, cutOff, end } = await setUp();
    const storages = await Promise.all([open(url), open(url)]);
    const endTurn = await storages[0]!.acquireClusterLock();
    let taken = false;
    const next = storages[1]!.acquireClusterLock().then((release) => {
      taken = true;
      return release;
    });
    // Longer than the retry interval.
    await sleep(LONGER_THAN_A_STATEMENT_MS);
    assert.equal(taken, false);
    await storages[0]!.setInstallationValue('a', 'b');
    await endTurn();
    await next;
    const { rows } = await run(`SELECT count(*)::int AS waiting FROM pg_locks WHERE locktype = 'advisory' AND granted
      AND database = (SELECT oid FROM pg_database WHERE datname = 'THIS')`);
    assert.deepEqual(rows, [{ waiting: 1 }]);
    await cutOff();
    await eventually('it is free', async () => (await storages[0]!.acquireClusterLock().catch(() => null)) !== null);
    for (const storage of storages) await storage.close();
    await end();
  });
});

describe('the URL of a PostgreSQL', () => {
  it('when it sets a parameter that Lectern sets, then the value of Lectern is used', () => {
    const own = { application_name: 'lectern', statement_timeout: 1 };
    const given = 'postgres://ada:p%40ss@db:5433/x?application_name=y&sslmode=disable&statement_timeout=9';
    const { connectionString, ...rest } = toPoolConfig(given, own);
    assert.equal(connectionString, 'postgres://ada:p%40ss@db:5433/x?sslmode=disable&uselibpqcompat=true');
    // Set, so that the driver does not read the environment.
    assert.deepEqual(rest, { ssl: false, sslnegotiation: 'postgres', ...own });
  });
  it('when it contains a literal percent sign, then its paths and its password are unchanged', () => {
    const path = createDataDirectory();
    writeFileSync(join(path, 'ca é.pem'), 'authority');
    const url = `postgres://ada:100%25%zz%@db/x?sslmode=verify-full&sslrootcert=${encodeURIComponent(join(path, 'ca é.pem'))}`;
    const { password, ssl } = new pg.Client(toPoolConfig(url, {}));
    assert.equal(password, '100%%zz%');
    assert.deepEqual({ ...(ssl as unknown as object) }, { ca: 'authority' });
  });
});
