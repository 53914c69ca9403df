import { type Kysely, sql } from 'kysely';

/** What a resource was called when it was changed, and what of it was. Null in records of before. [D43] */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const column of ['resource_name', 'detail']) {
    await sql.raw(`ALTER TABLE audit ADD COLUMN ${column} TEXT`).execute(db);
  }
}
