import type { Session } from './session/session.ts';

/** The first Live of the owner; null where there is none. */
export async function chooseLive({ client, owner }: Session): Promise<string | null> {
  const { data } =
    owner.kind === 'organization'
      ? await client.GET('/v1/organizations/{organization_id}/lives', {
          params: { path: { organization_id: owner.id }, query: { limit: 1 } },
        })
      : await client.GET('/v1/accounts/{account_id}/lives', {
          params: { path: { account_id: owner.id }, query: { limit: 1 } },
        });
  return data.data[0]?.id ?? null;
}
