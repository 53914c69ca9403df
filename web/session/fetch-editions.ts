import type { paths, Success } from '../../clients/typescript/src/index.ts';
import { fetchAllPages } from './fetch-all-pages.ts';
import type { Session } from './session.ts';

/** Edition of a library. */
export type LibraryEdition = Success<paths['/v1/organizations/{organization_id}/translations']['get']>['data'][number];

/**
 * Fetches the editions that the owner can show. Rejects with LecternProblem, or with TypeError on a network error.
 */
export function fetchEditions({ client, owner }: Session): Promise<readonly LibraryEdition[]> {
  return fetchAllPages<LibraryEdition>((query) =>
    owner.kind === 'organization'
      ? client.GET('/v1/organizations/{organization_id}/translations', {
          params: { path: { organization_id: owner.id }, query },
        })
      : client.GET('/v1/accounts/{account_id}/translations', { params: { path: { account_id: owner.id }, query } }),
  );
}
