import { type Kysely, type Selectable, sql, type Transaction } from 'kysely';
import type { Tables } from '../../schema.ts';
import type { DeckRecord, DeckStore, DeckSummary, Engine, ListedDeck, SnapshotRecord } from '../../storage.ts';
import { bumpBackstageVersions } from '../live/bump-backstage.ts';
import type { SendNotification } from '../live/lives.ts';
import { lockOwner } from '../owners/lock-owner.ts';
import { findUnlisted } from '../owners/unlisted-images.ts';
import { recordAudit } from '../shared/audit.ts';
import { countRows } from '../shared/count-rows.ts';
import { findIdempotencyRecord, insertIdempotencyRecord } from '../shared/idempotency-records.ts';
import { findLine, toDeckPatterns, toDeckWords, toFirstLine, withoutLeadingZeros } from './deck-words.ts';

const SUMMARY = ['id', 'organization_id', 'title', 'revision', 'kind', 'shared', 'created_at'] as const;

export function deckStore(db: Kysely<Tables>, engine: Engine, sendNotification: SendNotification): DeckStore {
  const bumpBackstage = (transaction: Transaction<Tables>, id: string) =>
    bumpBackstageVersions(transaction, engine, sendNotification, { kind: 'organization', id });
  const lock = (transaction: Transaction<Tables>, id: string) =>
    lockOwner(transaction, { kind: 'organization', id }, engine);
  return {
    create: (deck, quota, more) =>
      db.transaction().execute(async (transaction) => {
        if (!(await lock(transaction, deck.organizationId))) return 'missing';
        const idempotencyRecord = more?.idempotencyRecord;
        if (idempotencyRecord && (await findIdempotencyRecord(transaction, idempotencyRecord))) return 'repeated';
        const unlisted = await findUnlisted(transaction, deck.organizationId, imagesOf(deck));
        if (unlisted.length > 0) return { unlisted };
        if ((await countRows(transaction, 'decks', deck.organizationId)) >= quota) return 'quota_exceeded';
        await transaction.insertInto('decks').values(toDeckRow(deck)).execute();
        if (idempotencyRecord) await insertIdempotencyRecord(transaction, idempotencyRecord);
        await recordAudit(transaction, more?.audit);
        return 'created';
      }),

    async list(organizationId, { limit, after }) {
      const rows = await db
        .selectFrom('decks')
        .leftJoin('snapshots', (join) =>
          join.onRef('snapshots.deck_id', '=', 'decks.id').onRef('snapshots.revision', '=', 'decks.published'),
        )
        .select(SUMMARY.map((column) => `decks.${column}` as const))
        .select([
          'decks.slide_count',
          'decks.updated_at',
          'decks.first_line',
          'decks.footer',
          'decks.songbook',
          'snapshots.id as snapshot_id',
          'snapshots.deck_revision',
          'snapshots.created_at as published_at',
        ])
        .select((select) =>
          select
            .selectFrom('usage_counts')
            .select(({ fn }) => fn.max('day').as('day'))
            .whereRef('usage_counts.organization_id', '=', 'decks.organization_id')
            .where('usage_counts.thing', '=', sql<string>`'song ' || decks.id`)
            .as('last_used'),
        )
        .where('decks.organization_id', '=', organizationId)
        .$if(after !== null, (query) =>
          query.where((where) =>
            where(where.refTuple('decks.created_at', 'decks.id'), '>', where.tuple(after!.createdAt, after!.id)),
          ),
        )
        .orderBy('decks.created_at')
        .orderBy('decks.id')
        .limit(limit)
        .execute();
      return rows.map((row): ListedDeck => {
        const { snapshot_id: id, deck_revision: deckRevision, published_at: createdAt } = row;
        return {
          ...toSummary(row),
          slideCount: row.slide_count,
          updatedAt: row.updated_at,
          firstLine: row.first_line,
          authors: toFooter(row)?.authors ?? null,
          songbook: toSongbook(row),
          lastUsed: row.last_used,
          published: id === null ? null : { id, deckRevision, createdAt: createdAt! },
        };
      });
    },

    async findSummaries(organizationId, ids) {
      if (ids.length === 0) return new Map();
      const rows = await db
        .selectFrom('decks')
        .select(SUMMARY)
        .where('organization_id', '=', organizationId)
        .where('id', 'in', ids)
        .execute();
      return new Map(rows.map((row) => [row.id, toSummary(row)]));
    },

    async find(organizationId, id) {
      const row = await db
        .selectFrom('decks')
        .select([...SUMMARY, 'slides', 'slide_order', 'footer', 'language_tag', 'songbook', 'updated_at'])
        .where('id', '=', id)
        .where('organization_id', '=', organizationId)
        .executeTakeFirst();
      if (!row) return null;
      return {
        ...toSummary(row),
        slides: JSON.parse(row.slides),
        order: row.slide_order === null ? null : JSON.parse(row.slide_order),
        footer: toFooter(row),
        languageTag: row.language_tag,
        songbook: toSongbook(row),
        updatedAt: row.updated_at,
      };
    },

    async search(organizationId, typed, { limit, bySlides }) {
      const patterns = toDeckPatterns(typed);
      if (!patterns) return [];
      const all = (each: readonly string[]) =>
        sql.join(
          each.map((pattern) => sql`words LIKE ${pattern}`),
          sql` AND `,
        );
      const inSource = sql<boolean>`(${sql.join(
        patterns.inSource.map((pattern) => sql`footer LIKE ${pattern}`),
        sql` OR `,
      )})`;
      const rank = sql<number>`CASE WHEN song_number = ${patterns.number} THEN -2 WHEN ${inSource} THEN -1 WHEN words LIKE ${patterns.titleBegins} THEN 0 WHEN ${all(patterns.inTitle)} THEN 1
        WHEN words LIKE ${patterns.asPhrase} THEN 2 ELSE 3 END`;
      const rows = await db
        .selectFrom('decks')
        .select([...SUMMARY, 'footer', 'songbook', 'first_line', rank.as('rank')])
        .where('organization_id', '=', organizationId)
        .where(sql<boolean>`(${all(patterns.anywhere)} OR ${inSource} OR song_number = ${patterns.number})`)
        .orderBy('rank')
        .orderBy('title')
        .orderBy('id')
        .limit(limit)
        .execute();
      const hasTitle = ({ rank: found }: { rank: number }) => found < 2;
      const others = rows.filter((row) => !hasTitle(row)).slice(0, bySlides);
      const documents =
        others.length === 0
          ? []
          : await db
              .selectFrom('decks')
              .select(['id', 'slides'])
              .where(
                'id',
                'in',
                others.map(({ id }) => id),
              )
              .execute();
      const lines = new Map(documents.map(({ id, slides }) => [id, findLine(JSON.parse(slides), typed)]));
      return [...rows.filter(hasTitle), ...others].map((row) => ({
        ...toSummary(row),
        authors: toFooter(row)?.authors ?? null,
        songbook: toSongbook(row),
        firstLine: row.first_line,
        numbered: row.rank === -2,
        begins: row.rank <= 0,
        line: lines.get(row.id) ?? null,
      }));
    },

    replace: (deck, audit, { changesPhones }) =>
      // Locked, so that a concurrent removal of an image sees the deck's references.
      db.transaction().execute(async (transaction) => {
        if (!(await lock(transaction, deck.organizationId))) return 'stale';
        const unlisted = await findUnlisted(transaction, deck.organizationId, imagesOf(deck));
        if (unlisted.length > 0) return { unlisted };
        const { numUpdatedRows } = await transaction
          .updateTable('decks')
          .set({ ...toContent(deck), revision: deck.revision })
          .where('id', '=', deck.id)
          .where('organization_id', '=', deck.organizationId)
          .where('revision', '=', deck.revision - 1)
          .executeTakeFirst();
        if (numUpdatedRows === 0n) return 'stale';
        await recordAudit(transaction, audit);
        return changesPhones ? bumpBackstage(transaction, deck.organizationId) : new Map();
      }),

    delete: ({ organizationId, id, revision }, audit) =>
      db.transaction().execute(async (transaction) => {
        if (!(await lock(transaction, organizationId))) return 'stale';
        const { numDeletedRows } = await transaction
          .deleteFrom('decks')
          .where('id', '=', id)
          .where('organization_id', '=', organizationId)
          .where('revision', '=', revision)
          .executeTakeFirst();
        if (numDeletedRows === 0n) return 'stale';
        await recordAudit(transaction, audit);
        return bumpBackstage(transaction, organizationId);
      }),

    publish: (snapshot, quota, more) =>
      db.transaction().execute(async (transaction) => {
        const { organizationId, deckId } = snapshot;
        if (!(await lock(transaction, organizationId))) return 'missing';
        const deck = await transaction
          .selectFrom('decks')
          .select('published')
          .where('id', '=', deckId)
          .where('organization_id', '=', organizationId)
          .executeTakeFirst();
        if (!deck) return 'missing';
        // The lock prevents concurrent publishing.
        const record = { ...snapshot, revision: deck.published + 1 };
        const idempotencyRecord = more?.toIdempotencyRecord?.(record);
        if (idempotencyRecord && (await findIdempotencyRecord(transaction, idempotencyRecord))) return 'repeated';
        if ((await countRows(transaction, 'snapshots', organizationId)) >= quota) return 'quota_exceeded';
        if (!(await keepImages(transaction, record))) return 'image_missing';
        await transaction.updateTable('decks').set({ published: record.revision }).where('id', '=', deckId).execute();
        await transaction
          .insertInto('snapshots')
          .values({
            id: record.id,
            organization_id: organizationId,
            deck_id: deckId,
            revision: record.revision,
            deck_revision: record.deckRevision,
            title: record.title,
            slides: JSON.stringify(record.slides),
            kind: record.kind,
            footer: record.footer && JSON.stringify(record.footer),
            language_tag: record.languageTag,
            songbook: record.songbook && JSON.stringify(record.songbook),
            created_at: record.createdAt,
          })
          .execute();
        if (idempotencyRecord) await insertIdempotencyRecord(transaction, idempotencyRecord);
        await recordAudit(transaction, more?.audit);
        return record;
      }),

    listSnapshots: (deckId, { limit, after }) =>
      db
        .selectFrom('snapshots')
        .select([
          'id',
          'deck_id as deckId',
          'revision',
          'deck_revision as deckRevision',
          'title',
          'created_at as createdAt',
        ])
        .where('deck_id', '=', deckId)
        .$if(after !== null, (query) => query.where('revision', '<', after!))
        .orderBy('revision', 'desc')
        .limit(limit)
        .execute(),

    async findSnapshot(id) {
      const row = await db.selectFrom('snapshots').selectAll().where('id', '=', id).executeTakeFirst();
      return row ? toSnapshot(row) : null;
    },

    async findLatestSnapshot(deckId) {
      const row = await db
        .selectFrom('snapshots')
        .select(['id', 'deck_revision as deckRevision'])
        .where('deck_id', '=', deckId)
        .orderBy('revision', 'desc')
        .limit(1)
        .executeTakeFirst();
      return row ? { ...row } : null;
    },
  };
}

export const toDeckRow = (deck: DeckRecord) => ({
  id: deck.id,
  organization_id: deck.organizationId,
  revision: deck.revision,
  published: 0,
  ...toContent(deck),
  created_at: deck.createdAt,
});

const toContent = (deck: DeckRecord) => ({
  title: deck.title,
  slides: JSON.stringify(deck.slides),
  kind: deck.kind,
  slide_order: deck.order && JSON.stringify(deck.order),
  footer: deck.footer && JSON.stringify(deck.footer),
  shared: Number(deck.shared),
  language_tag: deck.languageTag,
  songbook: deck.songbook && JSON.stringify(deck.songbook),
  song_number: deck.songbook && withoutLeadingZeros(deck.songbook.number),
  first_line: toFirstLine(deck),
  words: toDeckWords(deck),
  slide_count: deck.slides.length,
  updated_at: deck.updatedAt,
});

const toFooter = ({ footer }: Pick<Selectable<Tables['decks']>, 'footer'>): DeckRecord['footer'] =>
  footer === null ? null : JSON.parse(footer);

const toSongbook = ({ songbook }: Pick<Selectable<Tables['decks']>, 'songbook'>): DeckRecord['songbook'] =>
  songbook === null ? null : JSON.parse(songbook);

const imagesOf = ({ slides }: Pick<DeckRecord, 'slides'>): string[] => [
  ...new Set(slides.flatMap(({ image }) => image ?? [])),
];

/** Marks the images of a snapshot as kept. Returns false, with no change, if one of them is not in the list. */
async function keepImages(
  transaction: Transaction<Tables>,
  { organizationId, slides }: Pick<SnapshotRecord, 'organizationId' | 'slides'>,
): Promise<boolean> {
  const digests = [...new Set(slides.flatMap(({ image }) => image?.digest ?? []))];
  if (digests.length === 0) return true;
  if ((await findUnlisted(transaction, organizationId, digests)).length > 0) return false;
  await transaction
    .updateTable('images')
    .set({ kept: 1 })
    .where('organization_id', '=', organizationId)
    .where('digest', 'in', digests)
    .execute();
  return true;
}

const toSummary = (row: Pick<Selectable<Tables['decks']>, (typeof SUMMARY)[number]>): DeckSummary => ({
  id: row.id,
  organizationId: row.organization_id,
  title: row.title,
  revision: row.revision,
  kind: row.kind,
  shared: row.shared === 1,
  createdAt: row.created_at,
});

export const toSnapshot = (row: Selectable<Tables['snapshots']>): SnapshotRecord => ({
  id: row.id,
  organizationId: row.organization_id,
  deckId: row.deck_id,
  revision: row.revision,
  deckRevision: row.deck_revision,
  title: row.title,
  kind: row.kind,
  footer: toFooter(row),
  languageTag: row.language_tag,
  songbook: toSongbook(row),
  slides: JSON.parse(row.slides),
  createdAt: row.created_at,
});
