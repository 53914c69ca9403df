import { type Kysely, sql } from 'kysely';

/** Adds the name of a resource at the time of a change, and the detail of the change. Null in earlier records. [D43] */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const column of ['resource_name', 'detail']) {
    await sql.raw(`ALTER TABLE audit ADD COLUMN ${column} TEXT`).execute(db);
  }
}
