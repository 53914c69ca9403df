import { type Kysely, type Selectable, sql, type Transaction } from 'kysely';
import type { Scope } from '../../contract/scopes.ts';
import type { Tables } from '../schema.ts';
import type {
  AuditRecord,
  AuthorizationCodeRecord,
  AuthorizationRequestRecord,
  ClientRecord,
  DelegatedAuthority,
  Engine,
  GrantRecord,
  GrantUser,
  ListedGrant,
  NewAccessToken,
  OauthStore,
} from '../storage.ts';
import { batched } from './batched.ts';
import { toAuditRow } from './live-rows.ts';

type Db = Kysely<Tables>;

/** What an id can be; anything else is nobody's, and not every engine takes it. */
const CLIENT_ID = /^[A-Za-z0-9_-]{1,64}$/;
type Transacting = Transaction<Tables>;

/**
 * On PostgreSQL whatever is spent or ended holds a lock meanwhile: the user's row, where grants are counted, and then the
 * grant's. Nothing is decided by what was read before the lock.
 */
export function oauthStore(db: Db, engine: Engine): OauthStore {
  const lockUser = async (transaction: Transacting, userId: string) => {
    if (engine === 'postgres') {
      await transaction.selectFrom('users').select('id').where('id', '=', userId).forUpdate().execute();
    }
  };
  const lockGrant = (transaction: Transacting, id: string) =>
    transaction
      .selectFrom('oauth_grants')
      .selectAll()
      .where('id', '=', id)
      .$if(engine === 'postgres', (query) => query.forUpdate())
      .executeTakeFirst();

  return {
    async createClient(client) {
      await db
        .insertInto('oauth_clients')
        .values({
          id: client.id,
          name: client.name,
          redirect_uris: JSON.stringify(client.redirectUris),
          scopes: JSON.stringify(client.scopes),
          disabled: client.disabled ? 1 : 0,
          created_at: client.createdAt,
        })
        .execute();
    },

    findClient: async (id) => (CLIENT_ID.test(id) ? findClient(db, id) : null),

    async listClients() {
      const rows = await db.selectFrom('oauth_clients').selectAll().orderBy('created_at').orderBy('id').execute();
      return rows.map(toClient);
    },

    async disableClient(id) {
      if (!CLIENT_ID.test(id)) return false;
      const { numUpdatedRows } = await db
        .updateTable('oauth_clients')
        .set({ disabled: 1 })
        .where('id', '=', id)
        .where('disabled', '=', 0)
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    },

    async createRequest(request) {
      await db
        .insertInto('oauth_requests')
        .values({
          hash: request.hash,
          client_id: request.clientId,
          redirect_uri: request.redirectUri,
          scopes: JSON.stringify(request.scopes),
          state: request.state,
          code_challenge: request.codeChallenge,
          browser_hash: request.browserHash,
          session_id: request.sessionId,
          created_at: request.createdAt,
          expires_at: request.expiresAt,
        })
        .execute();
    },

    async findRequest(hash, now) {
      const row = await db
        .selectFrom('oauth_requests')
        .selectAll()
        .where('hash', '=', hash)
        .where('expires_at', '>', now)
        .executeTakeFirst();
      return row ? toRequest(row) : null;
    },

    async bindRequest(hash, sessionId, now) {
      const { numUpdatedRows } = await db
        .updateTable('oauth_requests')
        .set({ session_id: sessionId })
        .where('hash', '=', hash)
        .where('expires_at', '>', now)
        .where((where) => where.or([where('session_id', 'is', null), where('session_id', '=', sessionId)]))
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    },

    decideRequest: (hash, code, audit) =>
      db.transaction().execute(async (transaction) => {
        const { numDeletedRows } = await transaction
          .deleteFrom('oauth_requests')
          .where('hash', '=', hash)
          .executeTakeFirst();
        if (numDeletedRows === 0n) return false;
        if (code) await insertCode(transaction, code);
        await record(transaction, audit);
        return true;
      }),

    exchangeCode: (hash, judge, grantsMax) =>
      db.transaction().execute(async (transaction) => {
        const known = await findCode(transaction, hash);
        if (!known) return null;
        await lockUser(transaction, known.user_id);
        // Read again: another exchange may have spent it meanwhile.
        const row = await findCode(transaction, hash);
        if (!row) return null;
        const verdict = judge({
          code: toCode(row),
          grantId: row.grant_id,
          client: (await findClient(transaction, row.client_id))!,
          user: await findUser(transaction, row.user_id),
        });
        if (verdict.kind === 'revoke' && row.grant_id !== null) {
          await revokeGrant(transaction, row.grant_id, verdict.at, verdict.audit);
        }
        if (verdict.kind !== 'issue') return verdict;
        const { grant } = verdict;
        const room = await makeRoom(transaction, grant, grantsMax, row.replaced_grant_id);
        if (!room) return 'too_many';
        await insertGrant(transaction, grant);
        await transaction.updateTable('oauth_codes').set({ grant_id: grant.id }).where('hash', '=', hash).execute();
        await insertTokens(transaction, grant.id, verdict);
        await record(transaction, verdict.audit);
        return verdict;
      }),

    refresh: (hash, judge) =>
      db.transaction().execute(async (transaction) => {
        const known = await findRefreshToken(transaction, hash);
        const grantRow = known && (await lockGrant(transaction, known.grant_id));
        // Read again, now that nobody else can use it.
        const row = grantRow && (await findRefreshToken(transaction, hash));
        if (!row) return null;
        const grant = toGrant(grantRow);
        const verdict = judge({
          usedAt: row.used_at,
          grant,
          client: (await findClient(transaction, grant.clientId))!,
          user: await findUser(transaction, grant.userId),
        });
        if (verdict.kind === 'revoke') await revokeGrant(transaction, grant.id, verdict.at, verdict.audit);
        if (verdict.kind !== 'rotate') return verdict;
        const { scopes, expiresAt, access } = verdict;
        await transaction
          .updateTable('oauth_refresh_tokens')
          .set({ used_at: access.createdAt })
          .where('hash', '=', hash)
          .execute();
        await transaction
          .updateTable('oauth_grants')
          .set({ scopes: JSON.stringify(scopes), expires_at: expiresAt })
          .where('id', '=', grant.id)
          .execute();
        await insertTokens(transaction, grant.id, verdict);
        await record(transaction, verdict.audit);
        return verdict;
      }),

    revokeToken: ({ hash, clientId, now }, toAudit) =>
      db.transaction().execute(async (transaction) => {
        const access = await transaction
          .selectFrom('oauth_access_tokens')
          .select('grant_id')
          .where('hash', '=', hash)
          .executeTakeFirst();
        const grantId = access?.grant_id ?? (await findRefreshToken(transaction, hash))?.grant_id;
        const grant = grantId === undefined ? undefined : await lockGrant(transaction, grantId);
        if (!grant || grant.client_id !== clientId || grant.revoked_at !== null || grant.expires_at <= now) {
          return 'nothing';
        }
        const ended = access
          ? transaction
              .updateTable('oauth_access_tokens')
              .set({ revoked_at: now })
              .where('hash', '=', hash)
              .where('revoked_at', 'is', null)
              .where('expires_at', '>', now)
          : transaction.updateTable('oauth_grants').set({ revoked_at: now }).where('id', '=', grant.id);
        const { numUpdatedRows } = await ended.executeTakeFirst();
        if (numUpdatedRows === 0n) return 'nothing';
        await record(transaction, toAudit({ id: grant.id, user: await findUser(transaction, grant.user_id) }));
        return access ? 'token' : 'grant';
      }),

    findDelegatedAuthority: batched(async (hashes) => {
      const rows = await db
        .selectFrom('oauth_access_tokens as token')
        .innerJoin('oauth_grants as grant', 'grant.id', 'token.grant_id')
        .innerJoin('oauth_clients as client', 'client.id', 'grant.client_id')
        .innerJoin('users', 'users.id', 'grant.user_id')
        .innerJoin('accounts', 'accounts.user_id', 'grant.user_id')
        .leftJoin('owner_profiles', (join) =>
          join.on('owner_kind', '=', 'account').onRef('owner_id', '=', 'accounts.id'),
        )
        .select([
          'token.hash',
          'token.scopes as token_scopes',
          'token.expires_at as token_expires_at',
          'grant.id as grant_id',
          'grant.user_id',
          'grant.scopes as grant_scopes',
          'grant.expires_at as grant_expires_at',
          'accounts.id as account_id',
          'owner_profiles.restricted',
        ])
        .where('token.hash', 'in', hashes)
        .where('token.revoked_at', 'is', null)
        .where('grant.revoked_at', 'is', null)
        .where('client.disabled', '=', 0)
        .where('users.disabled', '=', 0)
        .execute();
      const authorities = new Map(
        rows.map((row): [string, DelegatedAuthority] => {
          const granted = new Set<Scope>(JSON.parse(row.grant_scopes));
          const scopes = (JSON.parse(row.token_scopes) as Scope[]).filter((scope) => granted.has(scope));
          const endsAt = row.token_expires_at < row.grant_expires_at ? row.token_expires_at : row.grant_expires_at;
          return [
            row.hash,
            {
              ...{ grantId: row.grant_id, userId: row.user_id, scopes, endsAt, restricted: row.restricted === 1 },
              owner: { kind: 'account', id: row.account_id },
            },
          ];
        }),
      );
      return hashes.map((hash) => authorities.get(hash) ?? null);
    }),

    noteGrantUses: (uses) =>
      db.transaction().execute(async (transaction) => {
        for (const [id, last_used_at] of uses) {
          await transaction
            .insertInto('oauth_grant_uses')
            .columns(['grant_id', 'last_used_at'])
            .expression((from) =>
              from
                .selectFrom('oauth_grants')
                .select((select) => ['id', select.val(last_used_at).as('last_used_at')])
                .where('id', '=', id),
            )
            .onConflict((conflict) => conflict.column('grant_id').doUpdateSet({ last_used_at }))
            .execute();
        }
      }),

    async listGrants({ userId, now }, limit) {
      const rows = await selectCurrent(db, userId, now)
        .orderBy('oauth_grants.created_at', 'desc')
        .orderBy('oauth_grants.id', 'desc')
        .limit(limit)
        .execute();
      return rows.map(toListed);
    },

    async findGrant({ id, userId, now }) {
      const row = await selectCurrent(db, userId, now).where('oauth_grants.id', '=', id).executeTakeFirst();
      return row ? toListed(row) : null;
    },

    endGrant: ({ id, userId, now }, audit) =>
      db.transaction().execute(async (transaction) => {
        const { numUpdatedRows } = await updateCurrent(transaction, userId, now)
          .where('id', '=', id)
          .executeTakeFirst();
        if (numUpdatedRows === 0n) return false;
        await record(transaction, audit);
        return true;
      }),

    async removeEnded(now, limit) {
      // What another node is removing now is passed over, so that nobody waits for it.
      const skipping = sql.raw(engine === 'postgres' ? 'FOR UPDATE SKIP LOCKED' : '');
      const removed = await Promise.all(
        ENDING.map(([table, key, more]) =>
          db.transaction().execute(async (transaction) => {
            const { rows } = await sql<{ key: string }>`DELETE FROM ${sql.table(table)} WHERE ${sql.ref(key)} IN (
              SELECT ${sql.ref(key)} FROM ${sql.table(table)} WHERE expires_at <= ${now} ${sql.raw(more)}
              ORDER BY expires_at LIMIT ${limit} ${skipping}
            ) RETURNING ${sql.ref(key)} AS key`.execute(transaction);
            if (table === 'oauth_grants' && rows.length > 0) {
              // Nothing else leads to them: they would stay when the account goes. [D52]
              const grants = rows.map((row) => row.key);
              await transaction.deleteFrom('receipts').where('credential_id', 'in', grants).execute();
            }
            return rows.length;
          }),
        ),
      );
      return Math.max(...removed);
    },
  };
}

/** What has an end. Spent codes and refresh tokens go with their grant, so that their reuse is known until then. */
const ENDING = [
  ['oauth_requests', 'hash', ''],
  ['oauth_codes', 'hash', 'AND grant_id IS NULL'],
  ['oauth_access_tokens', 'hash', ''],
  ['oauth_grants', 'id', ''],
] as const;

async function record(transaction: Transacting, audit: AuditRecord | undefined): Promise<void> {
  if (audit) await transaction.insertInto('audit').values(toAuditRow(audit)).execute();
}

async function findClient(db: Db, id: string): Promise<ClientRecord | null> {
  const row = await db.selectFrom('oauth_clients').selectAll().where('id', '=', id).executeTakeFirst();
  return row ? toClient(row) : null;
}

const findCode = (transaction: Transacting, hash: string) =>
  transaction.selectFrom('oauth_codes').selectAll().where('hash', '=', hash).executeTakeFirst();

const findRefreshToken = (transaction: Transacting, hash: string) =>
  transaction
    .selectFrom('oauth_refresh_tokens')
    .select(['grant_id', 'used_at'])
    .where('hash', '=', hash)
    .executeTakeFirst();

/** There is one as long as there is something of theirs. */
async function findUser(transaction: Transacting, id: string): Promise<GrantUser> {
  const row = await transaction
    .selectFrom('users')
    .leftJoin('accounts', 'accounts.user_id', 'users.id')
    .select(['users.disabled', 'accounts.id as account_id'])
    .where('users.id', '=', id)
    .executeTakeFirstOrThrow();
  return { id, accountId: row.account_id, disabled: row.disabled === 1 };
}

const selectCurrent = (db: Db, userId: string, now: string) =>
  db
    .selectFrom('oauth_grants')
    .innerJoin('oauth_clients', 'oauth_clients.id', 'oauth_grants.client_id')
    .leftJoin('oauth_grant_uses', 'oauth_grant_uses.grant_id', 'oauth_grants.id')
    .selectAll('oauth_grants')
    .select(['oauth_clients.name as client_name', 'oauth_grant_uses.last_used_at'])
    .where('oauth_grants.user_id', '=', userId)
    .where('oauth_grants.revoked_at', 'is', null)
    .where('oauth_grants.expires_at', '>', now);

const updateCurrent = (transaction: Transacting, userId: string, now: string) =>
  transaction
    .updateTable('oauth_grants')
    .set({ revoked_at: now })
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now);

/** Recorded only where there was something to end. */
async function revokeGrant(
  transaction: Transacting,
  id: string,
  now: string,
  audit: AuditRecord | undefined,
): Promise<void> {
  const { numUpdatedRows } = await transaction
    .updateTable('oauth_grants')
    .set({ revoked_at: now })
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .executeTakeFirst();
  if (numUpdatedRows > 0n) await record(transaction, audit);
}

/** False where the user has as many current grants as can be, and the one that may be replaced is none of them. [D38] */
async function makeRoom(
  transaction: Transacting,
  { userId, createdAt: now }: GrantRecord,
  grantsMax: number,
  replacedGrantId: string | null,
): Promise<boolean> {
  const current = await transaction
    .selectFrom('oauth_grants')
    .select('id')
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now)
    .execute();
  if (current.length < grantsMax) return true;
  if (current.length > grantsMax || !current.some(({ id }) => id === replacedGrantId)) return false;
  await transaction.updateTable('oauth_grants').set({ revoked_at: now }).where('id', '=', replacedGrantId).execute();
  return true;
}

async function insertCode(transaction: Transacting, code: AuthorizationCodeRecord): Promise<void> {
  await transaction
    .insertInto('oauth_codes')
    .values({
      hash: code.hash,
      client_id: code.clientId,
      user_id: code.userId,
      redirect_uri: code.redirectUri,
      code_challenge: code.codeChallenge,
      scopes: JSON.stringify(code.scopes),
      replaced_grant_id: code.replacedGrantId,
      created_at: code.createdAt,
      expires_at: code.expiresAt,
      grant_id: null,
    })
    .execute();
}

async function insertGrant(transaction: Transacting, grant: GrantRecord): Promise<void> {
  await transaction
    .insertInto('oauth_grants')
    .values({
      id: grant.id,
      client_id: grant.clientId,
      user_id: grant.userId,
      scopes: JSON.stringify(grant.scopes),
      created_at: grant.createdAt,
      expires_at: grant.expiresAt,
      revoked_at: grant.revokedAt,
    })
    .execute();
}

async function insertTokens(
  transaction: Transacting,
  grantId: string,
  { access, refreshHash }: { access: NewAccessToken; refreshHash: string | null },
): Promise<void> {
  await transaction
    .insertInto('oauth_access_tokens')
    .values({
      hash: access.hash,
      grant_id: grantId,
      scopes: JSON.stringify(access.scopes),
      created_at: access.createdAt,
      expires_at: access.expiresAt,
      revoked_at: null,
    })
    .execute();
  if (refreshHash === null) return;
  await transaction
    .insertInto('oauth_refresh_tokens')
    .values({ hash: refreshHash, grant_id: grantId, created_at: access.createdAt, used_at: null })
    .execute();
}

const toClient = (row: Selectable<Tables['oauth_clients']>): ClientRecord => ({
  id: row.id,
  name: row.name,
  redirectUris: JSON.parse(row.redirect_uris),
  scopes: JSON.parse(row.scopes),
  disabled: row.disabled === 1,
  createdAt: row.created_at,
});

const toRequest = (row: Selectable<Tables['oauth_requests']>): AuthorizationRequestRecord => ({
  hash: row.hash,
  clientId: row.client_id,
  redirectUri: row.redirect_uri,
  scopes: JSON.parse(row.scopes),
  state: row.state,
  codeChallenge: row.code_challenge,
  browserHash: row.browser_hash,
  sessionId: row.session_id,
  createdAt: row.created_at,
  expiresAt: row.expires_at,
});

const toCode = (row: Selectable<Tables['oauth_codes']>): AuthorizationCodeRecord => ({
  hash: row.hash,
  clientId: row.client_id,
  userId: row.user_id,
  redirectUri: row.redirect_uri,
  codeChallenge: row.code_challenge,
  scopes: JSON.parse(row.scopes),
  replacedGrantId: row.replaced_grant_id,
  createdAt: row.created_at,
  expiresAt: row.expires_at,
});

const toGrant = (row: Selectable<Tables['oauth_grants']>): GrantRecord => ({
  id: row.id,
  clientId: row.client_id,
  userId: row.user_id,
  scopes: JSON.parse(row.scopes),
  createdAt: row.created_at,
  expiresAt: row.expires_at,
  revokedAt: row.revoked_at,
});

const toListed = (
  row: Selectable<Tables['oauth_grants']> & { client_name: string; last_used_at: string | null },
): ListedGrant => ({ ...toGrant(row), clientName: row.client_name, lastUsedAt: row.last_used_at });
