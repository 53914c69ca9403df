import type { paths, Success } from '../../clients/typescript/src/index.ts';
import { fetchAllPages } from './fetch-all-pages.ts';
import type { Session } from './session.ts';

type DeckPage = Success<paths['/v1/organizations/{organization_id}/decks']['get']>;
/** Deck as listed. */
export type DeckTitle = Pick<DeckPage['data'][number], 'id' | 'title' | 'kind'>;

const PAGE_LIMIT = 100;

/**
 * Fetches the decks of the organization by id. Returns null for an account, which has no decks, and if the person may
 * not list them.
 */
export async function fetchDecks({ client, owner, scopes }: Session): Promise<ReadonlyMap<string, DeckTitle> | null> {
  if (owner.kind === 'account' || !scopes.peek().has('presentation.list')) return null;
  const decks = await fetchAllPages<DeckTitle>((after) =>
    client.GET('/v1/organizations/{organization_id}/decks', {
      params: { path: { organization_id: owner.id }, query: { limit: PAGE_LIMIT, after } },
    }),
  );
  return new Map(decks.map((deck) => [deck.id, deck]));
}
