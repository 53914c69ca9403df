import { type RawBuilder, sql } from 'kysely';
import type { Engine } from '../../storage.ts';

/** Returns the Unix time in seconds from the database's clock, which all nodes share. */
export const databaseClock = (engine: Engine): RawBuilder<number> =>
  engine === 'sqlite' ? sql`unixepoch('subsec')` : sql`extract(epoch FROM clock_timestamp())::float8`;
