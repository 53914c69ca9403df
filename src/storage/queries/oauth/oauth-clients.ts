import type { Kysely, Selectable } from 'kysely';
import type { Tables } from '../../schema.ts';
import type { ClientRecord, OauthStore } from '../../storage.ts';

type Db = Kysely<Tables>;

/** Format of client ids. Other values are unknown, and some engines reject them. */
const CLIENT_ID = /^[A-Za-z0-9_-]{1,64}$/;

type ClientQueries = Pick<OauthStore, 'createClient' | 'findClient' | 'listClients' | 'disableClient'>;

/** Creates the queries for registered clients. */
export const clientQueries = (db: Db): ClientQueries => ({
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
});

export async function findClient(db: Db, id: string): Promise<ClientRecord | null> {
  const row = await db.selectFrom('oauth_clients').selectAll().where('id', '=', id).executeTakeFirst();
  return row ? toClient(row) : null;
}

const toClient = (row: Selectable<Tables['oauth_clients']>): ClientRecord => ({
  id: row.id,
  name: row.name,
  redirectUris: JSON.parse(row.redirect_uris),
  scopes: JSON.parse(row.scopes),
  disabled: row.disabled === 1,
  createdAt: row.created_at,
});
