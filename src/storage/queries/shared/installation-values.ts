import { randomBytes } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { Tables } from '../../schema.ts';
import type { Storage } from '../../storage.ts';
import { recordAudit } from './audit.ts';

type Db = Kysely<Tables>;

/** Name of the value that a restore replaces. */
export const EPOCH = 'epoch';

export function installationValueStore(db: Db): Pick<Storage, 'findInstallationValue' | 'setInstallationValue'> {
  return {
    findInstallationValue: (name) => findInstallationValue(db, name),

    setInstallationValue: (name, value, audit) =>
      db.transaction().execute(async (transaction) => {
        await setInstallationValue(transaction, name, value);
        if (audit) await recordAudit(transaction, audit);
      }),
  };
}

async function setInstallationValue(db: Db, key: string, value: string): Promise<void> {
  await db
    .insertInto('installation')
    .values({ key, value })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
    .execute();
}

/** Returns the epoch of an installation, and creates it for a new one. */
export async function readEpoch(db: Db): Promise<string> {
  await db
    .insertInto('installation')
    .values({ key: EPOCH, value: randomBytes(12).toString('base64url') })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .execute();
  return (await findInstallationValue(db, EPOCH))!;
}

export async function findInstallationValue(db: Db, key: string): Promise<string | null> {
  const row = await db.selectFrom('installation').select('value').where('key', '=', key).executeTakeFirst();
  return row?.value ?? null;
}
