import { type Kysely, type Selectable, sql, type Transaction, type UpdateResult } from 'kysely';
import type { Tables } from '../../schema.ts';
import type { AuditRecord, AuditStore, Engine, Owner } from '../../storage.ts';
import { lockRows } from './engine-sql.ts';

export function auditStore(db: Kysely<Tables>, engine: Engine): AuditStore {
  return {
    add: (record) => recordAudit(db, record),

    async list(owner, page) {
      const rows = await selectPage(db, owner, page).execute();
      return rows.map(toAuditRecord);
    },

    async search(owner, page, { actor, operations, resource }, scanMax) {
      const rows = await db
        .selectFrom(selectPage(db, owner, { ...page, limit: scanMax }).as('scanned'))
        .selectAll()
        .$if(actor === 'server', (query) => query.where('user_id', 'is', null).where('credential_id', 'is', null))
        .$if(actor !== null && actor !== 'server', (query) => {
          const { id } = actor as { id: string };
          return query.where(({ or, eb }) => or([eb('user_id', '=', id), eb('credential_id', '=', id)]));
        })
        .$if(operations !== null, (query) => query.where('operation', 'in', operations!))
        .$if(resource !== null, (query) => query.where('resource', '=', resource))
        .orderBy('id', 'desc')
        .limit(page.limit)
        .execute();
      const records = rows.map(toAuditRecord);
      if (records.length === page.limit) return { records, scannedTo: records.at(-1)!.id };
      const last = await selectPage(db, owner, { ...page, limit: 1 }, scanMax - 1).executeTakeFirst();
      return { records, scannedTo: last?.id ?? null };
    },

    async has(owner, operation) {
      const row = await db
        .selectFrom('audit')
        .select('id')
        .where('owner_id', '=', owner.id)
        .where('operation', '=', operation)
        .limit(1)
        .executeTakeFirst();
      return row !== undefined;
    },

    async findNames({ kind, id: ownerId }, ids) {
      if (ids.length === 0) return new Map();
      const rows = await db
        .selectFrom('lives')
        .select(['id', 'name'])
        .where('owner_kind', '=', kind)
        .where('owner_id', '=', ownerId)
        .where('id', 'in', ids)
        .unionAll(
          db
            .selectFrom('plans')
            .select(['id', 'name'])
            .where('owner_kind', '=', kind)
            .where('owner_id', '=', ownerId)
            .where('id', 'in', ids),
        )
        .unionAll(selectTitles(db, 'decks', ownerId, ids))
        .unionAll(selectTitles(db, 'snapshots', ownerId, ids))
        .unionAll(db.selectFrom('users').select(['id', 'name']).where('id', 'in', ids))
        .unionAll(db.selectFrom('credentials').select(['id', 'name']).where('id', 'in', ids))
        .unionAll(db.selectFrom('remote_links').select(['id', 'name']).where('id', 'in', ids))
        .unionAll(db.selectFrom('oauth_clients').select(['id', 'name']).where('id', 'in', ids))
        .unionAll(
          db
            .selectFrom('oauth_grants')
            .innerJoin('oauth_clients', 'oauth_clients.id', 'oauth_grants.client_id')
            .select(['oauth_grants.id', 'oauth_clients.name'])
            .where('oauth_grants.id', 'in', ids),
        )
        .unionAll(db.selectFrom('editions').select(['slug as id', 'name']).where('slug', 'in', ids))
        .execute();
      return new Map(rows.map(({ id, name }) => [id, name]));
    },

    async nextOwner(ownerId) {
      const row = await db
        .selectFrom('audit')
        .select(['owner_id', 'owner_kind'])
        .$if(ownerId !== null, (query) => query.where('owner_id', '>', ownerId!))
        .orderBy('owner_id')
        .limit(1)
        .executeTakeFirst();
      return row ? { id: row.owner_id, owner: toOwner(row) } : null;
    },

    async deleteBefore(owner, before, limit) {
      const { owner_id } = toOwnerColumns(owner);
      // Skips rows that another node is deleting, instead of waiting for it.
      const skipping = lockRows(engine, 'FOR UPDATE SKIP LOCKED');
      const { numAffectedRows } = await sql`DELETE FROM audit WHERE owner_id = ${owner_id} AND id IN (
        SELECT id FROM audit WHERE owner_id = ${owner_id} AND id < ${before} ORDER BY id LIMIT ${limit} ${skipping}
      )`.execute(db);
      return Number(numAffectedRows ?? 0);
    },
  };
}

const selectPage = (
  db: Kysely<Tables>,
  owner: Owner | null,
  { limit, before, since }: { limit: number; before: string | null; since: string | null },
  offset = 0,
) =>
  db
    .selectFrom('audit')
    .selectAll()
    .where('owner_id', '=', toOwnerColumns(owner).owner_id)
    .$if(before !== null, (query) => query.where('id', '<', before!))
    .$if(since !== null, (query) => query.where('id', '>=', since!))
    .orderBy('id', 'desc')
    .limit(limit)
    .offset(offset);

const selectTitles = (
  db: Kysely<Tables>,
  table: 'decks' | 'snapshots',
  organizationId: string,
  ids: readonly string[],
) =>
  db
    .selectFrom(table)
    .select(['id', 'title as name'])
    .where('organization_id', '=', organizationId)
    .where('id', 'in', ids);

/** Inserts an audit record, if given, in the transaction of its change. */
export async function recordAudit(db: Kysely<Tables>, record: AuditRecord | undefined): Promise<void> {
  if (record) await db.insertInto('audit').values(toAuditRow(record)).execute();
}

/**
 * Runs one update with its audit record in a transaction. Returns false, and records nothing, if no row was changed.
 */
export const updateWithAudit = (
  db: Kysely<Tables>,
  audit: AuditRecord,
  update: (transaction: Transaction<Tables>) => { executeTakeFirst(): Promise<UpdateResult> },
): Promise<boolean> =>
  db.transaction().execute(async (transaction) => {
    const { numUpdatedRows } = await update(transaction).executeTakeFirst();
    if (numUpdatedRows === 0n) return false;
    await recordAudit(transaction, audit);
    return true;
  });

export function toAuditRow(record: AuditRecord): Tables['audit'] {
  const { owner_id, owner_kind } = toOwnerColumns(record.owner);
  return {
    owner_id,
    id: record.id,
    owner_kind,
    at: record.at,
    channel: record.channel,
    user_id: record.userId,
    credential_id: record.credentialId,
    operation: record.operation,
    resource: record.resource,
    request_id: record.requestId,
    before: record.before,
    after: record.after,
    resource_name: record.resourceName,
    detail: record.detail,
    on_air: record.onAir ? 1 : null,
  };
}

function toAuditRecord(row: Selectable<Tables['audit']>): AuditRecord {
  return {
    id: row.id,
    at: row.at,
    owner: toOwner(row),
    channel: row.channel as AuditRecord['channel'],
    userId: row.user_id,
    credentialId: row.credential_id,
    operation: row.operation,
    resource: row.resource,
    requestId: row.request_id,
    before: row.before,
    after: row.after,
    resourceName: row.resource_name,
    detail: row.detail,
    ...(row.on_air === 1 && { onAir: true }),
  };
}

const toOwner = (row: { owner_id: string; owner_kind: string }): Owner | null =>
  row.owner_id === '' ? null : { kind: row.owner_kind as Owner['kind'], id: row.owner_id };

/** The installation itself has an empty owner id. */
const toOwnerColumns = (owner: Owner | null): Pick<Tables['audit'], 'owner_id' | 'owner_kind'> =>
  owner ? { owner_id: owner.id, owner_kind: owner.kind } : { owner_id: '', owner_kind: 'installation' };
