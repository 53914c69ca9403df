/** Revision of a deck that is as it was created, for example by an import. */
const FIRST_REVISION = 1;

interface DeckPublication {
  readonly kind: string;
  readonly revision: number;
  readonly published: { readonly deck_revision: number | null } | null;
}

/**
 * Returns what the list says about the publication of a deck. Null for a song that is as it was imported: it is
 * published when it is first shown, and there is nothing to do before. [D27]
 */
export function toDeckState({
  kind,
  revision,
  published,
}: DeckPublication): 'published' | 'changedSince' | 'notPublished' | null {
  if (published) return published.deck_revision === revision ? 'published' : 'changedSince';
  return kind === 'song' && revision === FIRST_REVISION ? null : 'notPublished';
}
