import type { paths, Success } from '../../clients/typescript/src/index.ts';
import { fetchAllPages } from './fetch-all-pages.ts';
import type { Session } from './session.ts';

type DeckPage = Success<paths['/v1/organizations/{organization_id}/decks']['get']>;
/** Deck as listed. */
export type DeckListItem = DeckPage['data'][number];
export type DeckTitle = Pick<DeckListItem, 'id' | 'title' | 'kind'>;

/** Fetches the decks of an organization. Rejects with LecternProblem, or with TypeError on a network error. */
export const fetchDeckList = ({ client, owner }: Session): Promise<DeckListItem[]> =>
  fetchAllPages<DeckListItem>((query) =>
    client.GET('/v1/organizations/{organization_id}/decks', {
      params: { path: { organization_id: owner.id }, query },
    }),
  );

/**
 * Fetches the decks of the owner by id. Returns null for an account, which has no decks, and if the person may not list
 * them.
 */
export async function fetchDecks(session: Session): Promise<ReadonlyMap<string, DeckTitle> | null> {
  const { owner, scopes } = session;
  if (owner.kind === 'account' || !scopes.peek().has('presentation.list')) return null;
  return new Map((await fetchDeckList(session)).map((deck) => [deck.id, deck]));
}
