import type { NamedLive } from './fetch-lives.ts';
import type { Session } from './session.ts';

/** Creates a Live of the owner. Rejects with LecternProblem, or with TypeError on a network error. */
export async function postLive({ client, owner }: Session, name: string): Promise<NamedLive> {
  const body = { name };
  const { data } =
    owner.kind === 'organization'
      ? await client.POST('/v1/organizations/{organization_id}/lives', {
          params: { path: { organization_id: owner.id } },
          body,
        })
      : await client.POST('/v1/accounts/{account_id}/lives', { params: { path: { account_id: owner.id } }, body });
  return data;
}
