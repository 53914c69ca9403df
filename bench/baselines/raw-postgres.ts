/**
 * One statement after another on each of some connections of `pg`: what pushes on PostgreSQL are compared with. Each is
 * a compare-and-set on the sequence of a Live of the connection's own and an inserted queue item, in one round trip and
 * one durable commit.
 *
 * Usage: `node raw-postgres.ts '{"url": "postgres://…", "connections": 32}'` (RawPostgres). Prints one JSON line
 * (RawPostgresResult). It makes two tables in the database, and drops them at the end.
 */
import pg from 'pg';
import { toPayload } from '../load/payload.ts';
import { quantile, round } from '../load/quantile.ts';

export type RawPostgres = {
  url: string;
  connections?: number;
  /** Measured statements of all connections together, and unmeasured ones before. */
  statements?: number;
  warmStatements?: number;
  payloadCharacters?: number;
};
export type RawPostgresResult = { statementsPerSecond: number; p50Milliseconds: number; p99Milliseconds: number };

const options = JSON.parse(process.argv[2] ?? '{}') as RawPostgres;
const { url, connections = 32, statements = 8000, warmStatements = 2000, payloadCharacters = 200 } = options;
const PUSH = {
  name: 'push',
  text: `WITH pushed AS (UPDATE raw_live SET sequence = sequence + 1 WHERE id = $1 AND sequence = $2 RETURNING id, sequence)
    INSERT INTO raw_item (live, position, verse) SELECT id, sequence, $3 FROM pushed`,
};

const clients = await Promise.all(
  Array.from({ length: connections }, async () => {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    return client;
  }),
);
await clients[0]!.query(`
  CREATE TABLE raw_live (id integer PRIMARY KEY, sequence integer NOT NULL);
  CREATE TABLE raw_item (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, live integer NOT NULL, position integer NOT NULL, verse text NOT NULL);
  INSERT INTO raw_live SELECT id, 0 FROM generate_series(1, ${connections}) AS id;
`);
const sequences = clients.map(() => 0);
let latencies: number[] = [];
await run(warmStatements);
latencies = [];
const startedAt = performance.now();
await run(statements);
const seconds = (performance.now() - startedAt) / 1000;
await clients[0]!.query('DROP TABLE raw_live, raw_item');
await Promise.all(clients.map((client) => client.end()));

const result: RawPostgresResult = {
  statementsPerSecond: Math.round(statements / seconds),
  p50Milliseconds: round(quantile(latencies, 0.5)),
  p99Milliseconds: round(quantile(latencies, 0.99)),
};
console.log(JSON.stringify(result));

/** The connections together run `count` statements. */
async function run(count: number): Promise<void> {
  let begun = 0;
  await Promise.all(
    clients.map(async (client, index) => {
      while (begun < count) {
        begun++;
        const sequence = sequences[index]!;
        sequences[index] = sequence + 1;
        const before = performance.now();
        const { rowCount } = await client.query({
          ...PUSH,
          values: [index + 1, sequence, toPayload(sequence, payloadCharacters)],
        });
        latencies.push(performance.now() - before);
        if (rowCount !== 1) throw new Error('the compare-and-set failed');
      }
    }),
  );
}
