import { type Kysely, sql } from 'kysely';
import type { Tables } from '../schema.ts';
import type { Owner, OwnerProfile, OwnerStore } from '../storage.ts';

type Db = Kysely<Tables>;

export function ownerStore(db: Db): OwnerStore {
  return {
    find: (owner) => findProfile(db, owner),

    async setDesign(owner, design, expectedRevision) {
      return (await change(db, owner, { design: JSON.stringify(design) }, expectedRevision)) ? 'committed' : 'stale';
    },

    async setLogo(owner, logo) {
      await change(db, owner, { logo: logo && JSON.stringify(logo) });
    },

    async setRestricted(owner, restricted) {
      await change(db, owner, { restricted: Number(restricted) });
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
    designRevision: row?.design_revision ?? 0,
    logo: row?.logo ? JSON.parse(row.logo) : null,
  };
}

/** Adds 1 to the version, and where a revision is expected to that too. False where the revision is another one. */
async function change(
  db: Db,
  owner: Owner,
  columns: Partial<Pick<Tables['owner_profiles'], 'design' | 'logo' | 'restricted'>>,
  expectedRevision?: number,
): Promise<boolean> {
  const key = { owner_kind: owner.kind, owner_id: owner.id };
  const first = { restricted: 0, design: null, logo: null, design_revision: 0, version: 0 };
  return db.transaction().execute(async (transaction) => {
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
  });
}
