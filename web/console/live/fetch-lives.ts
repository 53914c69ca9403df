import type { Session } from '../session/session.ts';

const PAGE = 50;

/** Live as listed. */
export interface NamedLive {
  readonly id: string;
  readonly name: string;
}

/** Fetches all Lives of the owner. Rejects with LecternProblem, or with TypeError on a network error. */
export async function fetchLives({ client, owner }: Session): Promise<readonly NamedLive[]> {
  const found: NamedLive[] = [];
  let after: string | undefined;
  do {
    const query = { limit: PAGE, after };
    const { data } =
      owner.kind === 'organization'
        ? await client.GET('/v1/organizations/{organization_id}/lives', {
            params: { path: { organization_id: owner.id }, query },
          })
        : await client.GET('/v1/accounts/{account_id}/lives', { params: { path: { account_id: owner.id }, query } });
    found.push(...data.data);
    after = data.next_cursor ?? undefined;
  } while (after);
  return found;
}
