import type { Kysely, Transaction } from 'kysely';
import type { Tables } from '../../schema.ts';
import type { Engine, PairingCodeUse, WaitingScreenStore } from '../../storage.ts';
import { deleteExpired } from '../shared/delete-expired.ts';
import { lockByName } from '../shared/engine-sql.ts';

type Db = Kysely<Tables>;

export function waitingScreenStore(db: Db, engine: Engine): WaitingScreenStore {
  return {
    begin: (screen, { perNetwork, inAll }) =>
      db.transaction().execute(async (transaction) => {
        await lockByName(transaction, engine, 'waiting screens');
        const others = transaction
          .selectFrom('waiting_screens')
          .select((count) => count.fn.countAll().as('codes'))
          .where('output_id', 'is', null)
          .where('expires_at', '>', screen.createdAt)
          .where('secret_hash', '!=', screen.secretHash);
        const inNetwork = await others.where('network', '=', screen.network).executeTakeFirstOrThrow();
        if (Number(inNetwork.codes) >= perNetwork) return 'full';
        const all = await others.executeTakeFirstOrThrow();
        if (Number(all.codes) >= inAll) return 'full';
        const taken = await transaction
          .selectFrom('waiting_screens')
          .select('secret_hash')
          .where('code_hash', '=', screen.codeHash)
          .executeTakeFirst();
        if (taken) return 'taken';
        await transaction.deleteFrom('waiting_screens').where('secret_hash', '=', screen.secretHash).execute();
        await transaction
          .insertInto('waiting_screens')
          .values({
            secret_hash: screen.secretHash,
            code_hash: screen.codeHash,
            address: screen.address,
            network: screen.network,
            output_id: null,
            created_at: screen.createdAt,
            expires_at: screen.expiresAt,
          })
          .execute();
        return 'begun';
      }),

    async find({ secretHash, codeHash }, now) {
      const row = await db
        .selectFrom('waiting_screens')
        .select(['output_id', 'expires_at'])
        .where('secret_hash', '=', secretHash)
        .where('code_hash', '=', codeHash)
        .where('expires_at', '>', now)
        .executeTakeFirst();
      if (!row) return null;
      return row.output_id === null ? { waitsUntil: row.expires_at } : { outputId: row.output_id };
    },

    async findWaiting(codeHash, now) {
      const row = await db
        .selectFrom('waiting_screens')
        .selectAll()
        .where('code_hash', '=', codeHash)
        .where('output_id', 'is', null)
        .where('expires_at', '>', now)
        .executeTakeFirst();
      if (!row) return null;
      return {
        secretHash: row.secret_hash,
        codeHash: row.code_hash,
        address: row.address,
        network: row.network,
        createdAt: row.created_at,
        expiresAt: row.expires_at,
      };
    },

    async endWaiting(network) {
      const { numDeletedRows } = await db
        .deleteFrom('waiting_screens')
        .where('network', '=', network)
        .where('output_id', 'is', null)
        .executeTakeFirst();
      return Number(numDeletedRows);
    },

    deleteExpired: (now, limit) =>
      deleteExpired(db, { table: 'waiting_screens', key: 'secret_hash', end: 'expires_at' }, now, limit),
  };
}

/**
 * Assigns an output to the browser that waits with the code, in the transaction that creates the output. Returns false
 * if it no longer waits. [D61]
 */
export async function assignOutput(
  transaction: Transaction<Tables>,
  outputId: string,
  { codeHash, now, fetchUntil }: PairingCodeUse,
): Promise<boolean> {
  const { numUpdatedRows } = await transaction
    .updateTable('waiting_screens')
    .set({ output_id: outputId, expires_at: fetchUntil })
    .where('code_hash', '=', codeHash)
    .where('output_id', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
