import { LecternError } from '../../contract/lectern-error.ts';
import type { Scope } from '../../contract/scopes.ts';
import type { DeckRecord } from '../../storage/storage.ts';
import type { Actor } from '../audit/audit.ts';
import type { Snapshots } from './snapshots.ts';

/** The author of a publication, and what their credential may do. */
export interface Publisher {
  readonly actor: Actor;
  /** Rejects with `insufficient_scope` unless the credential also has these scopes. */
  readonly requireAlso: (...scopes: readonly Scope[]) => Promise<void>;
}

/**
 * Returns the id of the latest snapshot of a deck, after publishing a new one if the deck has changed since. Returns
 * null if the deck was deleted meanwhile. Throws the errors of `Snapshots.publish`, and `insufficient_scope`.
 */
export async function publishIfChanged(
  snapshots: Snapshots,
  deck: DeckRecord,
  { actor, requireAlso }: Publisher,
): Promise<string | null> {
  const latest = await snapshots.findLatest(deck);
  if (latest?.deckRevision === deck.revision) return latest.id;
  if (latest) await requireAlso('presentation.publish', 'presentation.update');
  try {
    // The operation itself is recorded for the Live.
    const snapshot = await snapshots.publish(deck, { ...actor, operation: 'publishDeck' });
    return snapshot!.id;
  } catch (error) {
    if (error instanceof LecternError && error.code === 'not_found') return null;
    throw error;
  }
}
