import { type Kysely, sql } from 'kysely';
import type { Engine } from '../storage.ts';
import { columnTypes } from './column-types.ts';

/** Items per UPDATE statement. */
const WRITTEN_AT_ONCE = 500;

interface Item {
  readonly id: string;
  readonly book_id: number;
  readonly chapter: number;
  readonly verse: number;
  readonly translation: string;
}
interface LinedItem extends Item {
  readonly line: string | null;
  readonly run: string | null;
}

/**
 * Adds lines and runs of queues, and the page with the focus. In existing queues, adjacent blocks with the same verses
 * in different translations become lines, and consecutive verses of a chapter become a run. [D53] [D54]
 */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const { text } = columnTypes(engine);
  const statements = [
    `ALTER TABLE queue_items ADD COLUMN line ${text}`,
    `ALTER TABLE queue_items ADD COLUMN run ${text}`,
    'ALTER TABLE lives ADD COLUMN focus_lines INTEGER NOT NULL DEFAULT 1',
    'ALTER TABLE lives ADD COLUMN focus_part INTEGER NOT NULL DEFAULT 0',
    `ALTER TABLE lives ADD COLUMN paging TEXT NOT NULL DEFAULT '{"lines":1,"page_characters":320}'`,
  ];
  for (const statement of statements) await sql.raw(statement).execute(db);
  const lives = await sql<{ live_id: string }>`SELECT DISTINCT live_id FROM queue_items`.execute(db);
  for (const { live_id: liveId } of lives.rows) await writeLines(db, engine, liveId);
}

async function writeLines(db: Kysely<unknown>, engine: Engine, liveId: string): Promise<void> {
  const { rows } = await sql<Item>`
    SELECT id, book_id, chapter, verse, translation FROM queue_items WHERE live_id = ${liveId} ORDER BY rank, id`.execute(
    db,
  );
  const lined = toLinedItems(rows).filter(({ line, run }) => line !== null || run !== null);
  for (let start = 0; start < lined.length; start += WRITTEN_AT_ONCE) {
    const part = JSON.stringify(
      lined.slice(start, start + WRITTEN_AT_ONCE).map(({ id, line, run }) => ({ id, line, run })),
    );
    const given =
      engine === 'sqlite'
        ? sql`(SELECT value ->> 'id' AS id, value ->> 'line' AS line, value ->> 'run' AS run FROM json_each(${part}))`
        : sql`json_to_recordset(${part}::json)`;
    const columns = engine === 'sqlite' ? sql`` : sql`(id text, line text, run text)`;
    await sql`
      UPDATE queue_items SET line = given.line, run = given.run FROM ${given} AS given${columns}
      WHERE queue_items.live_id = ${liveId} AND queue_items.id = given.id`.execute(db);
  }
}

function toLinedItems(items: readonly Item[]): LinedItem[] {
  const lined: LinedItem[] = [];
  let first: LinedItem[] = [];
  let translations: string[] = [];
  for (const block of blocksOf(items)) {
    const joins = !translations.includes(block[0]!.translation) && isAligned(first, block);
    if (joins) {
      translations.push(block[0]!.translation);
      lined.push(...block.map((item, at) => ({ ...item, line: first[at]!.id, run: first[at]!.run ?? first[at]!.id })));
    } else {
      first = withRuns(block);
      translations = [block[0]!.translation];
      lined.push(...first);
    }
  }
  return lined;
}

/** Groups consecutive items of one translation. */
function blocksOf(items: readonly Item[]): Item[][] {
  const blocks: Item[][] = [];
  for (const item of items) {
    const block = blocks.at(-1);
    if (block && block[0]!.translation === item.translation) block.push(item);
    else blocks.push([item]);
  }
  return blocks;
}

const isAligned = (one: readonly Item[], other: readonly Item[]): boolean =>
  one.length === other.length && one.every((item, at) => isSameVerse(item, other[at]!));

const isSameVerse = (one: Item, other: Item): boolean =>
  one.book_id === other.book_id && one.chapter === other.chapter && one.verse === other.verse;

function withRuns(block: readonly Item[]): LinedItem[] {
  let run: string | null = null;
  return block.map((item, at) => {
    const before = block[at - 1];
    const follows = before !== undefined && isSameVerse({ ...before, verse: before.verse + 1 }, item);
    run = follows ? (run ?? before.id) : null;
    return { ...item, line: null, run };
  });
}
