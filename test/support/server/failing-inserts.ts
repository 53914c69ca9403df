import type { TestLectern } from './lectern.ts';
import { runSql } from './sql.ts';

/**
 * Makes every insert into a table fail, as on a full disk or a dying server. Returns a function that repairs the table.
 */
export async function failInserts(lectern: TestLectern, table: string): Promise<() => Promise<void>> {
  if (lectern.engine === 'sqlite') {
    await runSql(
      lectern,
      `CREATE TRIGGER test_failure BEFORE INSERT ON ${table} BEGIN SELECT RAISE(ABORT, 'made to fail'); END`,
    );
    return async () => {
      await runSql(lectern, 'DROP TRIGGER test_failure');
    };
  }
  await runSql(
    lectern,
    `CREATE FUNCTION test_failure() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'made to fail'; END $$`,
  );
  await runSql(
    lectern,
    `CREATE TRIGGER test_failure BEFORE INSERT ON ${table} FOR EACH ROW EXECUTE FUNCTION test_failure()`,
  );
  return async () => {
    await runSql(lectern, 'DROP FUNCTION test_failure CASCADE');
  };
}
