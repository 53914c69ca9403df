import { type Kysely, sql } from 'kysely';

/** As they were: rings of 20 steps and of 200 entries of what was shown, one after the other. */
const STEPS = 20;
const SHOWN = 200;

/**
 * What is kept of a change becomes one row where it was two, of a step and of what was shown by it. The marks of Lives name the slots of
 * their steps; the rows stay, and have their places taken one after another. [D50]
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{ id: string; journal: string }>`SELECT id, journal FROM lives`.execute(db);
  for (const { id, journal } of rows) {
    await sql`UPDATE lives SET journal = ${toMark(journal)} WHERE id = ${id}`.execute(db);
  }
}

function toMark(journal: string): string {
  const { end, undo, depth } = JSON.parse(journal) as { end: number; undo: number; depth: number };
  const steps = Array.from({ length: depth }, (_, index) => (undo - depth + 1 + index) % STEPS);
  return JSON.stringify({ end, slot: end === 0 ? STEPS + SHOWN - 1 : STEPS + (end % SHOWN), steps });
}
