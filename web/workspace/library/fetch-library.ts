import type { components } from '../../../clients/typescript/src/index.ts';
import { fetchAllPages } from '../../session/fetch-all-pages.ts';
import { fetchEditions } from '../../session/fetch-editions.ts';
import type { Session } from '../../session/session.ts';

export type CatalogEdition = components['schemas']['TranslationEdition'];

/** Fetches all editions that the installation knows, installed or not. */
export const fetchCatalog = ({ client }: Session): Promise<CatalogEdition[]> =>
  fetchAllPages<CatalogEdition>((query) => client.GET('/v1/translations', { params: { query } }));

/** Fetches the slugs of the editions in the owner's library. */
export const fetchEnabled = async (session: Session): Promise<ReadonlySet<string>> =>
  new Set((await fetchEditions(session)).map(({ slug }) => slug));

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
