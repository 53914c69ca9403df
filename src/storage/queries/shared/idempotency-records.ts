import { type Kysely, sql, type Transaction } from 'kysely';
import { IDEMPOTENCY_HOURS } from '../../../contract/limits.ts';
import type { Tables } from '../../schema.ts';
import type { Engine, IdempotencyRecord, IdempotencyRecordStore } from '../../storage.ts';
import { lockRows } from './engine-sql.ts';

const HOUR_MS = 3_600_000;

/** Returns the time before which idempotency records are expired. [D9] */
const cutoff = (): string => new Date(Date.now() - IDEMPOTENCY_HOURS * HOUR_MS).toISOString();

export function idempotencyRecordStore(db: Kysely<Tables>, engine: Engine): IdempotencyRecordStore {
  return {
    find: (credentialId, key) => findIdempotencyRecord(db, { credentialId, key }),

    async deleteExpired(limit) {
      const skipping = lockRows(engine, 'FOR UPDATE SKIP LOCKED');
      const { numAffectedRows } = await sql`DELETE FROM receipts WHERE (credential_id, key) IN (
        SELECT credential_id, key FROM receipts WHERE at < ${cutoff()} ORDER BY at LIMIT ${limit} ${skipping}
      )`.execute(db);
      return Number(numAffectedRows ?? 0);
    },
  };
}

export async function findIdempotencyRecord(
  db: Kysely<Tables>,
  { credentialId, key }: Pick<IdempotencyRecord, 'credentialId' | 'key'>,
): Promise<IdempotencyRecord | null> {
  const row = await db
    .selectFrom('receipts')
    .selectAll()
    .where('credential_id', '=', credentialId)
    .where('key', '=', key)
    .where('at', '>=', cutoff())
    .executeTakeFirst();
  if (!row) return null;
  const { hash, at, body, etag, location } = row;
  return { credentialId, key, hash, at, response: { body, etag, location } };
}

/**
 * Inserts an idempotency record in the transaction that creates its resource. The caller has locked the owner and
 * checked with `findIdempotencyRecord` that no valid idempotency record exists, so only an expired one can be replaced.
 */
export async function insertIdempotencyRecord(
  transaction: Transaction<Tables>,
  idempotencyRecord: IdempotencyRecord,
): Promise<void> {
  const { credentialId: credential_id, key, hash, at, response } = idempotencyRecord;
  await transaction
    .insertInto('receipts')
    .values({ credential_id, key, hash, at, ...response })
    .onConflict((conflict) => conflict.columns(['credential_id', 'key']).doUpdateSet({ hash, at, ...response }))
    .execute();
}
