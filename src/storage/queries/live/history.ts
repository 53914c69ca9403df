import { setImmediate as nextTick } from 'node:timers/promises';
import { type Kysely, sql } from 'kysely';
import type { Tables } from '../../schema.ts';
import type { LiveStore, ShownDetails } from '../../storage.ts';
import { parseHead, parseShownItems, toHistoryColumns } from './history-columns.ts';

type Db = Kysely<Tables>;

/** The queries of the history of Lives. */
export const historyStore = (db: Db): Pick<LiveStore, 'listShown' | 'listShownItems' | 'findShown' | 'hasShown'> => ({
  async listShown(id, { limit, above, before, maxBytes, verses }) {
    await convertEarlierEntries(db, id);
    const history = db.selectFrom('journal').where('live_id', '=', id).where('head', 'is not', null);
    // Reads only the entries of the page: an entry can contain whole books.
    const found = await history
      .select([
        'slot',
        'number',
        verses
          ? sql<number>`octet_length(head) + octet_length(verses)`.as('bytes')
          : sql<number>`octet_length(head)`.as('bytes'),
      ])
      .where('number', '>', above)
      .$if(before !== null, (query) => query.where('number', '<', before))
      .orderBy('number', 'desc')
      .limit(limit + 1)
      .execute();
    let bytes = 0;
    const page = found.slice(0, limit).filter((entry, index) => {
      bytes += entry.bytes;
      return index === 0 || bytes <= maxBytes;
    });
    if (page.length === 0) return { entries: [], next: null };
    const rows = await history
      .select(['number', 'at', 'head', verses ? 'verses' : sql<null>`NULL`.as('verses')])
      .where(
        'slot',
        'in',
        page.map(({ slot }) => slot),
      )
      // Excludes a newer entry that has replaced one of these in the meantime.
      .where('number', '<=', page[0]!.number)
      .orderBy('number', 'desc')
      .execute();
    const entries = rows.map(({ head, ...row }) => ({ ...row, ...parseHead(head!) }));
    const titles = await findDeckTitles(
      db,
      entries.flatMap(({ slide }) => slide?.snapshotId ?? []),
    );
    return {
      entries: entries.map(({ left: _, ...entry }) => ({
        ...entry,
        deckTitle: titles.get(entry.slide?.snapshotId ?? '') ?? null,
      })),
      next: page.length < found.length ? page.at(-1)!.number : null,
    };
  },

  async listShownItems(id, numbers, maxBytes) {
    await convertEarlierEntries(db, id);
    if (numbers.length === 0) return [];
    const history = db.selectFrom('journal').where('live_id', '=', id).where('head', 'is not', null);
    const sizes = await history
      .select(['number', sql<number>`octet_length(head) + octet_length(verses) + octet_length(items)`.as('bytes')])
      .where('number', 'in', numbers)
      .orderBy('number', 'desc')
      .execute();
    let bytes = 0;
    const page = sizes.filter((entry, index) => {
      bytes += entry.bytes;
      return index === 0 || bytes <= maxBytes;
    });
    if (page.length === 0) return [];
    const rows = await history
      .select(['number', 'at', 'head', 'verses', 'items'])
      .where(
        'number',
        'in',
        page.map(({ number }) => number),
      )
      .orderBy('number', 'desc')
      .execute();
    return rows.map(({ number, at, head, verses, items }) => {
      const { slide, passages } = parseHead(head!);
      return { number, at, slide, passages, shown: parseShownItems({ verses: verses!, items: items! }) };
    });
  },

  async findShown(id, number) {
    await convertEarlierEntries(db, id);
    const history = db.selectFrom('journal').where('live_id', '=', id).where('head', 'is not', null);
    const row = await history.select(['at', 'head', 'verses', 'items']).where('number', '=', number).executeTakeFirst();
    if (!row) return null;
    const { at, head, verses, items } = row;
    const next = await history
      .select('head')
      .where('number', '=', number + 1)
      .executeTakeFirst();
    return {
      number,
      at,
      slide: parseHead(head!).slide,
      shown: parseShownItems({ verses: verses!, items: items! }),
      left: next ? parseHead(next.head!).left : null,
    };
  },

  async hasShown(owners) {
    const row = await db
      .selectFrom('lives')
      .innerJoin('journal', 'journal.live_id', 'lives.id')
      .select('lives.id')
      .where((where) =>
        where.or(owners.map(({ kind, id }) => where.and({ 'lives.owner_kind': kind, 'lives.owner_id': id }))),
      )
      .where((where) => where.or([where('journal.head', 'is not', null), where('journal.shown', 'is not', null)]))
      .limit(1)
      .executeTakeFirst();
    return row !== undefined;
  },
});

/** Returns the titles of the decks that were shown, by snapshot. */
async function findDeckTitles(db: Db, snapshotIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const ids = [...new Set(snapshotIds)];
  if (ids.length === 0) return new Map();
  const rows = await db.selectFrom('snapshots').select(['id', 'title']).where('id', 'in', ids).execute();
  return new Map(rows.map(({ id, title }) => [id, title]));
}

/**
 * Converts the entries of versions that stored them in `shown` and `place`. Nodes of such a version can run beside this
 * one during an upgrade. They list only their own entries.
 */
async function convertEarlierEntries(db: Db, id: string): Promise<void> {
  const earlier = db.selectFrom('journal').where('live_id', '=', id).where('shown', 'is not', null);
  for (const { slot } of await earlier.select('slot').execute()) {
    const row = await earlier.select(['number', 'shown', 'place']).where('slot', '=', slot).executeTakeFirst();
    if (!row) continue;
    // Entries written before slides were recorded have no place.
    const details: ShownDetails = row.place ? JSON.parse(row.place) : { slide: null, left: null };
    await db
      .updateTable('journal')
      .set({ ...toHistoryColumns(JSON.parse(row.shown!), details), shown: null, place: null })
      .where('live_id', '=', id)
      .where('slot', '=', slot)
      .where('number', '=', row.number)
      .execute();
    await nextTick();
  }
}
