import assert from 'node:assert/strict';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { executeCommand } from '../../../src/cli/execute.ts';
import { newId } from '../../../src/domain/identifiers.ts';
import { api, createTestLive } from '../../support/requests/api.ts';
import { BrowserAgent } from '../../support/requests/browser-agent.ts';
import {
  createFixture,
  DOCUMENTED_OPERATIONS,
  importFixtureEdition,
  operationTitle,
  toExampleRequest,
} from '../../support/requests/documented-operations.ts';
import { createPerson, organizationPagePath, roleOf } from '../../support/requests/members.ts';
import { connectApp, refresh, requireTokens, useToken } from '../../support/requests/oauth-flow.ts';
import { FULL_RUN_ONLY } from '../../support/run/extent.ts';
import {
  createTestOrganization,
  createTestPlace,
  openTestLectern,
  startTestLectern,
  type TestLectern,
} from '../../support/server/lectern.ts';
import { startPostgres } from '../../support/server/postgres.ts';

const PASSWORD = 'three quiet words';
/** How many owners there are later for each that there is at first. */
const GROWTH = 50;
/** Far more than any statement of a request has to do with, and far fewer than there are. */
const ROWS_MAX = 1_000;
/** A full index scan counts as blocks, not as rows. */
const BLOCKS_MAX = 50;
/** These do not grow with owners. */
const OF_THE_INSTALLATION = /^(installation|kysely_migration\w*|edition\w*|verses|search\w*|sqlite_\w+)$/;
/** Tables whose rows expire within days: deleting an owner scans them. */
const SOON_OVER = /^(one_time_links|terminal_logins|waiting_screens)$/;
/** Sweeps: of all budgets once a minute, and of at most 100 operators whose presence has expired. */
const SWEEP = /^\s*DELETE FROM (budgets|operators)/;
/** Columns that differ between copies of a row for different owners. */
const NAMES = /^(.+_)?(id|hash|key|email|handle|digest|node|resource|by)$/;

/** Uses every REST operation, an app with its tokens, the pages and the audience page, each time with new owners. */
async function useAll(lectern: TestLectern): Promise<void> {
  for (const operation of DOCUMENTED_OPERATIONS) {
    for (const kind of operation.kinds) {
      const { client, example, etag } = await createFixture(lectern, kind, operation);
      const { path, options } = toExampleRequest(operation, example, etag);
      const response = await client.request(operation.method, operation.poll ? `${path}?wait=0` : path, options);
      assert.equal(response.status, operation.success, operationTitle(operation));
    }
  }
  const { person, browser, client, refresh: used } = await connectApp(lectern);
  const { access } = requireTokens(await refresh(lectern, client, used));
  assert.equal(await useToken(lectern, person, access), 200);
  for (const page of ['', '/activity', '/activity?what=lives', '/apps', '/data', '/organizations', '/tokens']) {
    assert.equal((await browser.get(`/account${page}`)).status, 200, page);
  }
  await useOrganization(lectern);
}

/** A user signs in, invites another who joins, and leaves, while the audience watches. */
async function useOrganization(lectern: TestLectern): Promise<void> {
  const { installation, url, config } = lectern;
  const organization = await createTestOrganization(lectern);
  const { path: live } = await createTestLive(api(lectern, organization));
  const page = await fetch(`${url}/l/${live.split('/').at(-1)}`);
  assert.equal(page.status, 200);
  await page.body?.cancel();

  const email = `owner-${newId()}@example.org`;
  const { accountId } = await installation.administration.createUser({ email, name: 'Owner', password: PASSWORD });
  await installation.administration.setMember({ organization: organization.id, email, role: 'owner' });
  const browser = new BrowserAgent(config.publicUrl);
  assert.equal((await browser.signIn(email, 'something else')).status, 403);
  assert.equal((await browser.signIn(email, PASSWORD)).status, 303);
  const members = organizationPagePath(organization);
  const invited = await createPerson(lectern);
  const { text } = await browser.submit(
    await browser.get(members),
    { email: invited.email, role: 'viewer' },
    `${members}/members`,
  );
  const link = /\/link\/[A-Za-z0-9_-]{43}/.exec(text)![0];
  const offer = await invited.browser.follow(await invited.browser.submit(await invited.browser.get(link), {}, link));
  assert.equal((await invited.browser.submit(offer)).status, 303);
  assert.equal(await roleOf(lectern, organization, invited), 'viewer');
  assert.equal((await invited.browser.get(members)).status, 200);

  await executeCommand(installation, 'account delete', { id: organization.id });
  await executeCommand(installation, 'account delete', { id: accountId });
}

interface Plan {
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly 'Rows Removed by Join Filter'?: number;
  readonly 'Shared Hit Blocks': number;
  readonly 'Shared Read Blocks': number;
  readonly Plans?: readonly Plan[];
}

/** Rows that a statement had to do with: those that each of its steps has found, and those that it has passed over. */
function rowsOf(plan: Plan): number {
  const found =
    plan['Actual Rows'] + (plan['Rows Removed by Filter'] ?? 0) + (plan['Rows Removed by Join Filter'] ?? 0);
  return (plan.Plans ?? []).reduce((sum, step) => sum + rowsOf(step), found * plan['Actual Loops']);
}

test(
  'when others have more on PostgreSQL, then what a request reads does not grow, even with earlier plans',
  FULL_RUN_ONLY,
  async (t) => {
    const postgres = await startPostgres({
      settings: {
        // No notice of growth, as in the minute after it.
        autovacuum: 'off',
        session_preload_libraries: 'auto_explain',
        'auto_explain.log_level': 'notice',
        'auto_explain.log_format': 'json',
        'auto_explain.log_analyze': 'on',
        'auto_explain.log_timing': 'off',
        'auto_explain.log_buffers': 'on',
      },
    });
    const notices: string[] = [];
    const { emit } = pg.Client.prototype;
    // A mock of the test runner would keep the arguments and the stack of each call.
    pg.Client.prototype.emit = function (this: pg.Client, name: string, ...given: unknown[]) {
      const { message = '' } = (given[0] ?? {}) as { message?: string };
      if (name === 'notice' && message.startsWith('duration')) notices.push(message.slice(message.indexOf('{')));
      return (emit as (...call: unknown[]) => boolean).call(this, name, ...given);
    };
    const place = await createTestPlace('postgres', {
      LECTERN_DATABASE_URL: postgres.url,
      LECTERN_POSTGRES_CONNECTIONS: '2',
    });
    const dispose = async () => {
      await place.dispose();
      await postgres.stop();
    };
    const lectern = await openTestLectern({ ...place, dispose });
    try {
      await importFixtureEdition(lectern);
      await useAll(lectern);
      const grown = await grow(postgres.url);
      assert.ok(grown > 20 * ROWS_MAX, `${grown} rows more`);

      await explainStatements(postgres.url);
      await useAll(lectern);
      // The least of its calls: what a bad plan reads it reads each time, and what a call wrote or waited for is no
      // plan's.
      const least = new Map<string, readonly [rows: number, blocks: number]>();
      for (const notice of notices) {
        const { 'Query Text': text, Plan } = JSON.parse(notice) as { 'Query Text': string; Plan: Plan };
        const [rows, blocks] = least.get(text) ?? [Infinity, Infinity];
        least.set(text, [
          Math.min(rows, rowsOf(Plan)),
          Math.min(blocks, Plan['Shared Hit Blocks'] + Plan['Shared Read Blocks']),
        ]);
      }
      t.diagnostic(JSON.stringify({ grown, statements: notices.length, texts: least.size }));
      assert.ok(least.size > 100);
      const greedy = [...least].filter(
        ([text, [rows, blocks]]) => (rows > ROWS_MAX || blocks > BLOCKS_MAX) && !SWEEP.test(text),
      );
      assert.deepEqual(greedy, []);
    } finally {
      pg.Client.prototype.emit = emit;
      await lectern.close();
    }
  },
);

/** Sends the plans of all later statements, of connections that are open too. */
async function explainStatements(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query('ALTER SYSTEM SET auto_explain.log_min_duration = 0');
  await client.query('SELECT pg_reload_conf()');
  const name = 'auto_explain.log_min_duration';
  while ((await client.query(`SHOW ${name}`)).rows[0][name] === '-1') await sleep(10);
  await client.end();
}

/** Each owner as often as GROWTH says, with all that it has. Returns how many rows there are more. */
async function grow(url: string): Promise<number> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query('SET session_replication_role = replica');
    const { rows: columns } = await client.query(
      `SELECT table_name, column_name, data_type FROM information_schema.columns WHERE table_schema = 'public'`,
    );
    let grown = 0;
    for (const [table, of] of Map.groupBy(columns, ({ table_name }): string => table_name)) {
      if (OF_THE_INSTALLATION.test(table)) continue;
      const names = of.map(({ column_name }) => `"${column_name}"`);
      const values = of.map(({ column_name: name, data_type: type }, at) =>
        type === 'text' && NAMES.test(name) ? `${names[at]} || '-' || copy` : names[at],
      );
      const { rowCount } = await client.query(
        `INSERT INTO ${table} (${names}) SELECT ${values} FROM ${table}, generate_series(1, ${GROWTH}) AS copy`,
      );
      grown += rowCount ?? 0;
    }
    return grown;
  } finally {
    await client.end();
  }
}

test('when a request runs on SQLite, then every statement finds its rows by a key', async (t) => {
  const statements = new Set<string>();
  const prepare = DatabaseSync.prototype.prepare;
  t.mock.method(DatabaseSync.prototype, 'prepare', function (this: DatabaseSync, sql: string) {
    statements.add(sql);
    return prepare.call(this, sql);
  });
  await using lectern = await startTestLectern('sqlite');
  await importFixtureEdition(lectern);
  statements.clear();
  await useAll(lectern);
  using database = new DatabaseSync(join(lectern.config.dataDir, 'lectern.db'), { readOnly: true });
  const growing = new Set(
    prepare
      .call(database, "SELECT name FROM sqlite_master WHERE type = 'table'")
      .all()
      .map(({ name }) => String(name))
      .filter((name) => !OF_THE_INSTALLATION.test(name) && !SOON_OVER.test(name)),
  );
  const explained = [...statements].filter((sql) => /^\s*(select|insert|update|delete|with)\b/i.test(sql));
  t.diagnostic(JSON.stringify({ statements: explained.length }));
  assert.ok(explained.length > 100);
  const greedy = explained.filter((sql) => {
    // A page of a list ends by itself, where it need not be sorted first.
    const steps = prepare
      .call(database, `EXPLAIN QUERY PLAN ${sql}`)
      .all()
      .map(({ detail }) => String(detail));
    const ends = /limit \?$/.test(sql) && !steps.some((step) => step.startsWith('USE TEMP B-TREE'));
    const scanned = steps.flatMap((step) => /^SCAN (\w+)/.exec(step)?.[1] ?? []);
    return !ends && scanned.some((table) => growing.has(table));
  });
  assert.deepEqual(greedy, []);
});
