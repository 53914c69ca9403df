import type { Kysely, Selectable, Transaction } from 'kysely';
import type { Tables } from '../../schema.ts';
import type { Engine, ImageRecord, ImageStore } from '../../storage.ts';
import { lockOwner } from '../owners/lock-owner.ts';
import { recordAudit } from '../shared/audit.ts';
import { countRows } from '../shared/count-rows.ts';

/** All columns except the content. */
const COLUMNS = ['digest', 'media_type', 'width', 'height', 'bytes', 'created_at'] as const;

export function imageStore(db: Kysely<Tables>, engine: Engine): ImageStore {
  const lock = (transaction: Transaction<Tables>, id: string) =>
    lockOwner(transaction, { kind: 'organization', id }, engine);
  return {
    add: (organizationId, image, content, quota, audit) =>
      db.transaction().execute(async (transaction) => {
        if (!(await lock(transaction, organizationId))) return 'missing';
        const known = await findState(transaction, organizationId, image.digest);
        if (known?.listed) {
          await recordAudit(transaction, audit);
          return 'added';
        }
        // Also counts images that only snapshots show, because they take space as well.
        if (!known && (await countRows(transaction, 'images', organizationId)) >= quota) return 'quota_exceeded';
        await recordAudit(transaction, audit);
        if (known) {
          const listed = { listed: 1, created_at: image.createdAt };
          await transaction
            .updateTable('images')
            .set(listed)
            .where('organization_id', '=', organizationId)
            .where('digest', '=', image.digest)
            .execute();
          return 'added';
        }
        await transaction
          .insertInto('images')
          .values({
            organization_id: organizationId,
            digest: image.digest,
            media_type: image.mediaType,
            width: image.width,
            height: image.height,
            bytes: image.bytes,
            listed: 1,
            kept: 0,
            created_at: image.createdAt,
            content,
          })
          .execute();
        return 'added';
      }),

    async list(organizationId, { limit, after }) {
      const rows = await db
        .selectFrom('images')
        .select(COLUMNS)
        .where('organization_id', '=', organizationId)
        .where('listed', '=', 1)
        .$if(after !== null, (query) =>
          query.where((where) =>
            where(where.refTuple('created_at', 'digest'), '>', where.tuple(after!.createdAt, after!.digest)),
          ),
        )
        .orderBy('created_at')
        .orderBy('digest')
        .limit(limit)
        .execute();
      return rows.map(toImage);
    },

    async find(organizationId, digests) {
      if (digests.length === 0) return [];
      const rows = await db
        .selectFrom('images')
        .select(COLUMNS)
        .where('organization_id', '=', organizationId)
        .where('digest', 'in', digests)
        .where('listed', '=', 1)
        .execute();
      return rows.map(toImage);
    },

    remove: (organizationId, digest, audit) =>
      db.transaction().execute(async (transaction) => {
        await lock(transaction, organizationId);
        const known = await findState(transaction, organizationId, digest);
        if (!known?.listed) return 'missing';
        if (await isShown(transaction, organizationId, digest)) return 'in_use';
        const { numDeletedRows } = await transaction
          .deleteFrom('images')
          .where('organization_id', '=', organizationId)
          .where('digest', '=', digest)
          .where('kept', '=', 0)
          .executeTakeFirst();
        if (numDeletedRows === 0n) {
          await transaction
            .updateTable('images')
            .set({ listed: 0 })
            .where('organization_id', '=', organizationId)
            .where('digest', '=', digest)
            .execute();
        }
        await recordAudit(transaction, audit);
        return 'removed';
      }),

    isListed: (organizationId, digest) =>
      db.transaction().execute(async (transaction) => {
        await lock(transaction, organizationId);
        return (await findState(transaction, organizationId, digest))?.listed === 1;
      }),

    async findContent(digest) {
      const row = await db
        .selectFrom('images')
        .select(['media_type', 'content'])
        .where('digest', '=', digest)
        .limit(1)
        .executeTakeFirst();
      return row ? { mediaType: row.media_type, content: row.content } : null;
    },
  };
}

function findState(transaction: Transaction<Tables>, organizationId: string, digest: string) {
  return transaction
    .selectFrom('images')
    .select(['listed', 'kept'])
    .where('organization_id', '=', organizationId)
    .where('digest', '=', digest)
    .executeTakeFirst();
}

/** Returns whether a deck, the logo, a look or an output refers to the image. */
async function isShown(transaction: Transaction<Tables>, organizationId: string, digest: string): Promise<boolean> {
  const deck = await transaction
    .selectFrom('decks')
    .select('id')
    .where('organization_id', '=', organizationId)
    .where('slides', 'like', `%"image":"${digest}"%`)
    .limit(1)
    .executeTakeFirst();
  if (deck) return true;
  const profile = await transaction
    .selectFrom('owner_profiles')
    .select('version')
    .where('owner_kind', '=', 'organization')
    .where('owner_id', '=', organizationId)
    .where((where) =>
      where.or([
        where('logo', 'like', `%"digest":"${digest}"%`),
        where('looks', 'like', `%"background_image":"${digest}"%`),
      ]),
    )
    .executeTakeFirst();
  if (profile) return true;
  const output = await transaction
    .selectFrom('outputs')
    .innerJoin('lives', 'lives.id', 'outputs.live_id')
    .select('outputs.id')
    .where('lives.owner_kind', '=', 'organization')
    .where('lives.owner_id', '=', organizationId)
    .where('outputs.settings', 'like', `%_image":"${digest}"%`)
    .limit(1)
    .executeTakeFirst();
  return output !== undefined;
}

export const toImage = (row: Pick<Selectable<Tables['images']>, (typeof COLUMNS)[number]>): ImageRecord => ({
  digest: row.digest,
  mediaType: row.media_type,
  width: row.width,
  height: row.height,
  bytes: row.bytes,
  createdAt: row.created_at,
});
