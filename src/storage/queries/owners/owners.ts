import { type Kysely, sql } from 'kysely';
import type { Tables } from '../../schema.ts';
import type { Engine, Owner, OwnerProfile, OwnerStore } from '../../storage.ts';
import { recordAudit } from '../shared/audit.ts';
import { lockImages } from './unlisted-images.ts';

type Db = Kysely<Tables>;

export function ownerStore(db: Db, engine: Engine): OwnerStore {
  return {
    find: (owner) => findProfile(db, owner),

    setDesign: (owner, { images, ...change }, expectedRevision, audit) =>
      db.transaction().execute(async (transaction) => {
        const unlisted = await lockImages(transaction, owner, images ?? [], engine);
        if (unlisted.length > 0) return { unlisted };
        const columns = Object.fromEntries(
          Object.entries(change).map(([name, value]) => [name, JSON.stringify(value)]),
        );
        if (!(await changeProfile(transaction, owner, columns, expectedRevision))) return 'stale';
        await recordAudit(transaction, audit);
        return 'committed';
      }),

    setLogo: (owner, logo, audit) =>
      db.transaction().execute(async (transaction) => {
        await changeProfile(transaction, owner, { logo: logo && JSON.stringify(logo) });
        await recordAudit(transaction, audit);
      }),

    setLicence: (owner, ccliLicence, audit) =>
      db.transaction().execute(async (transaction) => {
        await changeProfile(transaction, owner, { ccli_licence: ccliLicence });
        await recordAudit(transaction, audit);
      }),

    async setRestricted(owner, restricted) {
      const columns = { restricted: Number(restricted) };
      await db.transaction().execute((transaction) => changeProfile(transaction, owner, columns));
    },

    async listRestricted(kind) {
      const restricted = db.selectFrom('owner_profiles').where('restricted', '=', 1).where('owner_kind', '=', kind);
      return new Set((await restricted.select('owner_id').execute()).map((row) => row.owner_id));
    },
  };
}

export async function findProfile(db: Db, owner: Owner): Promise<OwnerProfile> {
  const row = await db
    .selectFrom('owner_profiles')
    .selectAll()
    .where('owner_kind', '=', owner.kind)
    .where('owner_id', '=', owner.id)
    .executeTakeFirst();
  const organization =
    owner.kind === 'organization'
      ? await db.selectFrom('organizations').select('name').where('id', '=', owner.id).executeTakeFirst()
      : undefined;
  return {
    version: row?.version ?? 0,
    name: organization?.name ?? null,
    restricted: row?.restricted === 1,
    design: row?.design ? JSON.parse(row.design) : null,
    looks: row?.looks ? JSON.parse(row.looks) : null,
    designRevision: row?.design_revision ?? 0,
    logo: row?.logo ? JSON.parse(row.logo) : null,
    ccliLicence: row?.ccli_licence ?? null,
  };
}

/**
 * Changes a profile within a transaction: increments its version and, if a revision is expected, the design revision.
 * Returns false if the revision is another one.
 */
export async function changeProfile(
  transaction: Db,
  owner: Owner,
  columns: Partial<Pick<Tables['owner_profiles'], 'design' | 'looks' | 'logo' | 'restricted' | 'ccli_licence'>>,
  expectedRevision?: number,
): Promise<boolean> {
  const key = { owner_kind: owner.kind, owner_id: owner.id };
  const first = {
    restricted: 0,
    design: null,
    looks: null,
    logo: null,
    ccli_licence: null,
    design_revision: 0,
    version: 0,
  };
  await transaction
    .insertInto('owner_profiles')
    .values({ ...key, ...first })
    .onConflict((conflict) => conflict.columns(['owner_kind', 'owner_id']).doNothing())
    .execute();
  const { numUpdatedRows } = await transaction
    .updateTable('owner_profiles')
    .set({
      ...columns,
      version: sql`version + 1`,
      ...(expectedRevision !== undefined && { design_revision: expectedRevision + 1 }),
    })
    .where('owner_kind', '=', owner.kind)
    .where('owner_id', '=', owner.id)
    .$if(expectedRevision !== undefined, (query) => query.where('design_revision', '=', expectedRevision!))
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
