import { fetchAllPages } from './fetch-all-pages.ts';
import type { Session } from './session.ts';

/** Live as listed. */
export interface NamedLive {
  readonly id: string;
  readonly name: string;
}

/** Fetches all Lives of the owner. Rejects with LecternProblem, or with TypeError on a network error. */
export function fetchLives({ client, owner }: Session): Promise<readonly NamedLive[]> {
  return fetchAllPages<NamedLive>((query) =>
    owner.kind === 'organization'
      ? client.GET('/v1/organizations/{organization_id}/lives', {
          params: { path: { organization_id: owner.id }, query },
        })
      : client.GET('/v1/accounts/{account_id}/lives', { params: { path: { account_id: owner.id }, query } }),
  );
}
