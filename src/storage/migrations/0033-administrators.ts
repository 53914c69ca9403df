import { type Kysely, sql } from 'kysely';
import type { Engine } from '../storage.ts';
import { columnTypes } from './column-types.ts';

/** Creates the administrators of the installation. The user who was created first is one. [D69] */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const { keyed, text } = columnTypes(engine);
  const statements = [
    `CREATE TABLE administrators (user_id ${text} PRIMARY KEY REFERENCES users(id) ON DELETE CASCADE,
       named_at ${text} NOT NULL) ${keyed}`,
    `INSERT INTO administrators (user_id, named_at)
       SELECT users.id, users.created_at FROM users JOIN accounts ON accounts.user_id = users.id
       WHERE users.disabled = 0 ORDER BY users.created_at, users.id LIMIT 1`,
  ];
  for (const statement of statements) await sql.raw(statement).execute(db);
}
