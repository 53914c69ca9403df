import { type Kysely, type RawBuilder, type SelectQueryBuilder, type Simplify, sql } from 'kysely';
import { registerPreparedStatement } from '../../dialects/prepared-statements.ts';
import type { Tables } from '../../schema.ts';
import type { Engine } from '../../storage.ts';

/** Builds the condition that a column has one of the keys. */
type Among = (column: string) => RawBuilder<boolean>;

/** Placeholder for the keys in a compiled statement. */
const KEYS: readonly string[] = [];

/**
 * Returns a function that reads the rows of given keys, for look-ups that every request makes. On PostgreSQL all keys
 * are one array parameter: the statement is compiled once, and each connection keeps its plan, which takes longer to
 * make than the read itself. `select` must name its columns: a cached plan of all columns fails when another node's
 * migration adds one.
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
