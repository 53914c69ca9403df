import type { DeckDigest } from '../../storage/storage.ts';

/** The result for a song: it is there already, with the same title and words, or a deck is created. */
export type SongDecision =
  | { readonly result: 'already_there'; readonly deckId: string }
  | { readonly result: 'created'; readonly duplicateOf: string | null };

/** The songs of an organization, by their words and titles. */
export class KnownSongs {
  readonly #byDigest = new Map<string, string>();
  readonly #byTitle = new Map<string, string>();

  /** Adds a deck. The first of a title counts. */
  add({ id, title, digest }: DeckDigest): void {
    if (!this.#byDigest.has(digest)) this.#byDigest.set(digest, id);
    const key = toKey(title);
    if (!this.#byTitle.has(key)) this.#byTitle.set(key, id);
  }

  /** Removes decks that have not been created. */
  remove(ids: ReadonlySet<string>): void {
    for (const known of [this.#byDigest, this.#byTitle]) {
      for (const [key, id] of known) if (ids.has(id)) known.delete(key);
    }
  }

  /** Decides about a song. [D70] */
  decide({ title, digest }: Omit<DeckDigest, 'id'>): SongDecision {
    const deckId = this.#byDigest.get(digest);
    if (deckId !== undefined) return { result: 'already_there', deckId };
    return { result: 'created', duplicateOf: this.findByTitle(title) };
  }

  findByTitle(title: string): string | null {
    return this.#byTitle.get(toKey(title)) ?? null;
  }
}

const toKey = (title: string): string => title.toLowerCase();
