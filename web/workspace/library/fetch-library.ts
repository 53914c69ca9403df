import type { components } from '../../../clients/typescript/src/index.ts';
import { fetchAllPages } from '../../session/fetch-all-pages.ts';
import type { Session } from '../../session/session.ts';

export type CatalogEdition = components['schemas']['TranslationEdition'];

const PAGE_LIMIT = 100;

/** Fetches all editions that the installation knows, installed or not. */
export const fetchCatalog = ({ client }: Session): Promise<CatalogEdition[]> =>
  fetchAllPages<CatalogEdition>((after) =>
    client.GET('/v1/translations', { params: { query: { limit: PAGE_LIMIT, after } } }),
  );

/** Fetches the slugs of the editions in the owner's library. */
export async function fetchEnabled({ client, owner }: Session): Promise<ReadonlySet<string>> {
  const editions = await fetchAllPages<CatalogEdition>((after) => {
    const query = { limit: PAGE_LIMIT, after };
    return owner.kind === 'organization'
      ? client.GET('/v1/organizations/{organization_id}/translations', {
          params: { path: { organization_id: owner.id }, query },
        })
      : client.GET('/v1/accounts/{account_id}/translations', { params: { path: { account_id: owner.id }, query } });
  });
  return new Set(editions.map(({ slug }) => slug));
}

/** Adds an edition to the owner's library, or removes it. Rejects with LecternProblem, or with TypeError. */
export async function setEnabled({ client, owner }: Session, slug: string, enabled: boolean): Promise<void> {
  if (owner.kind === 'organization') {
    const path = '/v1/organizations/{organization_id}/translations/{slug}';
    const init = { params: { path: { organization_id: owner.id, slug } } };
    await (enabled ? client.PUT(path, init) : client.DELETE(path, init));
  } else {
    const path = '/v1/accounts/{account_id}/translations/{slug}';
    const init = { params: { path: { account_id: owner.id, slug } } };
    await (enabled ? client.PUT(path, init) : client.DELETE(path, init));
  }
}
