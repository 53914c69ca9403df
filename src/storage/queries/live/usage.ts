import { type Kysely, sql } from 'kysely';
import type { Tables } from '../../schema.ts';
import type { CountedUsage, LiveCommit, UsageCount, UsageStore } from '../../storage.ts';

export function usageStore(db: Kysely<Tables>): UsageStore {
  return {
    async list(organizationId, { from, to, limit }) {
      const rows = await db
        .selectFrom('usage_counts')
        .selectAll()
        .where('organization_id', '=', organizationId)
        .where('day', '>=', from)
        .where('day', '<=', to)
        .orderBy('day')
        .limit(limit)
        .execute();
      return rows.map(
        (row): UsageCount => ({
          key: row.thing,
          what: row.thing.startsWith('song ') ? 'song' : 'edition',
          title: row.title,
          authors: row.authors,
          copyright: row.copyright,
          ccli: row.ccli,
          songbook: row.songbook === null ? null : JSON.parse(row.songbook),
          day: row.day,
          liveId: row.live_id,
          count: row.count,
        }),
      );
    },

    async findFirstDay(organizationId, after = '') {
      const row = await db
        .selectFrom('usage_counts')
        .select((select) => select.fn.min('day').as('day'))
        .where('organization_id', '=', organizationId)
        .where('day', '>', after)
        .executeTakeFirst();
      return row?.day ?? null;
    },

    async listOpenLives(organizationId) {
      const rows = await db
        .selectFrom('lives')
        .select('id')
        .where('owner_kind', '=', 'organization')
        .where('owner_id', '=', organizationId)
        .where('usage', 'like', '%"counted":null%')
        .execute();
      return rows.map(({ id }) => id);
    },

    async deleteBefore(day, limit) {
      const { numAffectedRows } = await sql`DELETE FROM usage_counts WHERE (organization_id, thing, day, live_id) IN (
        SELECT organization_id, thing, day, live_id FROM usage_counts WHERE day < ${day} LIMIT ${limit}
      )`.execute(db);
      return Number(numAffectedRows ?? 0);
    },
  };
}

/** Converts a showing to the row that it adds, or adds to. */
export const toUsageRow = (
  { liveId, organizationId }: { readonly liveId: string; readonly organizationId: string },
  { key, day, title, authors, copyright, ccli, songbook }: CountedUsage,
): Tables['usage_counts'] => ({
  organization_id: organizationId,
  thing: key,
  day,
  live_id: liveId,
  title,
  authors,
  copyright,
  ccli,
  songbook: songbook && JSON.stringify(songbook),
  count: 1,
});

export const toUsageRows = ({ next: { id, owner }, counted = [] }: LiveCommit): Tables['usage_counts'][] =>
  counted.map((usage) => toUsageRow({ liveId: id, organizationId: owner.id }, usage));

/** Builds the statement that adds a row, or one to its count with what the song or edition is called by now. */
export const buildUsageInsert = (db: Kysely<Tables>, row: Tables['usage_counts']) =>
  db
    .insertInto('usage_counts')
    .values(row)
    .onConflict((conflict) =>
      conflict.columns(['organization_id', 'thing', 'day', 'live_id']).doUpdateSet(({ ref }) => ({
        title: ref('excluded.title'),
        authors: ref('excluded.authors'),
        copyright: ref('excluded.copyright'),
        ccli: ref('excluded.ccli'),
        songbook: ref('excluded.songbook'),
        count: sql`usage_counts.count + 1`,
      })),
    );
