import { type Kysely, sql, type Transaction } from 'kysely';
import { IDEMPOTENCY_HOURS } from '../../../contract/limits.ts';
import type { Tables } from '../../schema.ts';
import type { Engine, Receipt, ReceiptStore } from '../../storage.ts';

const HOUR_MS = 3_600_000;

/** Receipts from before this moment count no longer. [D9] */
const cutoff = (): string => new Date(Date.now() - IDEMPOTENCY_HOURS * HOUR_MS).toISOString();

export function receiptStore(db: Kysely<Tables>, engine: Engine): ReceiptStore {
  return {
    find: (credentialId, key) => findReceipt(db, { credentialId, key }),

    async removeOld(limit) {
      const skipping = sql.raw(engine === 'postgres' ? 'FOR UPDATE SKIP LOCKED' : '');
      const { numAffectedRows } = await sql`DELETE FROM receipts WHERE (credential_id, key) IN (
        SELECT credential_id, key FROM receipts WHERE at < ${cutoff()} ORDER BY at LIMIT ${limit} ${skipping}
      )`.execute(db);
      return Number(numAffectedRows ?? 0);
    },
  };
}

export async function findReceipt(
  db: Kysely<Tables>,
  { credentialId, key }: Pick<Receipt, 'credentialId' | 'key'>,
): Promise<Receipt | null> {
  const row = await db
    .selectFrom('receipts')
    .selectAll()
    .where('credential_id', '=', credentialId)
    .where('key', '=', key)
    .where('at', '>=', cutoff())
    .executeTakeFirst();
  if (!row) return null;
  const { hash, at, body, etag, location } = row;
  return { credentialId, key, hash, at, answer: { body, etag, location } };
}

/**
 * Keeps a receipt with what was created, in one transaction. Whoever creates has locked the owner and has seen by
 * `findReceipt` that there is none yet, so that what is replaced here is one that counts no longer.
 */
export async function keepReceipt(transaction: Transaction<Tables>, receipt: Receipt): Promise<void> {
  const { credentialId: credential_id, key, hash, at, answer } = receipt;
  await transaction
    .insertInto('receipts')
    .values({ credential_id, key, hash, at, ...answer })
    .onConflict((conflict) => conflict.columns(['credential_id', 'key']).doUpdateSet({ hash, at, ...answer }))
    .execute();
}
