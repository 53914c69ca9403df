import { type Kysely, type RawBuilder, type SelectQueryBuilder, type Simplify, sql } from 'kysely';
import { registerPreparedStatement } from '../../dialects/prepared-statements.ts';
import type { Tables } from '../../schema.ts';
import type { Engine } from '../../storage.ts';

/** Whether a column has one of the keys. */
type Among = (column: string) => RawBuilder<boolean>;

/** In a compiled statement, where the keys go. */
const KEYS: readonly string[] = [];

/**
 * Reads the rows of some keys, for what every request asks. On PostgreSQL the keys are one parameter, however many they are: the
 * statement is compiled once, and each connection keeps its plan, which takes longer than the reading. `select` names its columns:
 * a plan of "all" fails when another node's migration adds one.
 */
export function byKeys<Row>(
  db: Kysely<Tables>,
  engine: Engine,
  name: string,
  // biome-ignore lint/suspicious/noExplicitAny: which tables it joins is its own business
  select: (among: Among) => SelectQueryBuilder<any, any, Row>,
): (keys: readonly string[]) => Promise<readonly Simplify<Row>[]> {
  if (engine === 'sqlite') {
    return (keys) => select((column) => sql`${sql.ref(column)} IN (${sql.join(keys)})`).execute();
  }
  const compiled = select((column) => sql`${sql.ref(column)} = ANY(${sql.val(KEYS)})`).compile();
  registerPreparedStatement(`lectern-${name}`, compiled.sql);
  return async (keys) => {
    const parameters = compiled.parameters.map((parameter) => (parameter === KEYS ? keys : parameter));
    return (await db.executeQuery<Simplify<Row>>({ ...compiled, parameters })).rows;
  };
}
