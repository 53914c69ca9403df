import { setImmediate } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import { LecternError } from '../../contract/lectern-error.ts';
import type { PlanEntryInput, PlanEntryProblem } from '../../contract/schemas/plans.ts';
import type { EditionRecord, Owner, Storage } from '../../storage/storage.ts';
import type { Editions } from '../scripture/editions.ts';
import { filterExistingPassages } from '../scripture/existing-passages.ts';
import { loadEditionNames } from '../scripture/load-edition-names.ts';
import type { Passage } from '../scripture/passage-numbers.ts';
import { commonLanguage, parseTypedPassages } from '../scripture/typed-passages.ts';

/** The most passages whose problems are cached, for all plans together. */
const CACHED_PASSAGES = 10_000;

type CheckedEntry = Pick<PlanEntryInput, 'kind' | 'passage' | 'translations' | 'deck_id'>;
type NamedPassage = NonNullable<PlanEntryInput['passage']>;

/** Finds out why entries of plans cannot be shown now. [D65] */
export class EntryProblems {
  readonly #storage: Pick<Storage, 'decks'>;
  readonly #editions: Editions;
  readonly #known = new LRUCache<string, { problem: PlanEntryProblem | null }>({ max: CACHED_PASSAGES });

  constructor(storage: Pick<Storage, 'decks'>, editions: Editions) {
    this.#storage = storage;
    this.#editions = editions;
  }

  /** Returns the problem of each entry, or null. */
  async find(owner: Owner, entries: readonly CheckedEntry[]): Promise<(PlanEntryProblem | null)[]> {
    const deckIds = entries.flatMap(({ deck_id }) => deck_id ?? []);
    const decks = await this.#storage.decks.findSummaries(owner.id, deckIds);
    const library = await this.#editions.listEnabled(owner, { limit: Infinity, after: null });
    const found: (PlanEntryProblem | null)[] = [];
    for (const { kind, passage, translations, deck_id } of entries) {
      if (kind === 'deck') found.push(decks.has(deck_id!) ? null : 'deck_missing');
      else found.push(kind === 'passage' ? await this.#findInPassage(passage!, library, translations) : null);
    }
    return found;
  }

  async #findInPassage(
    passage: NamedPassage,
    library: readonly EditionRecord[],
    translations?: readonly string[],
  ): Promise<PlanEntryProblem | null> {
    const slugs = translations?.map((slug) => slug.toLowerCase());
    const among = slugs ? library.filter(({ slug }) => slugs.includes(slug)) : library;
    if (among.length < (slugs?.length ?? 1)) return 'edition_not_enabled';
    const versions = (editions: readonly EditionRecord[]) => editions.map(({ slug, revisionId }) => [slug, revisionId]);
    const key = JSON.stringify([passage, versions(among), typeof passage === 'string' && versions(library)]);
    const known = this.#known.get(key);
    if (known) return known.problem;
    // A long plan must not hold up other requests.
    await setImmediate();
    const problem = await this.#check(passage, among, library);
    this.#known.set(key, { problem });
    return problem;
  }

  async #check(
    passage: NamedPassage,
    among: readonly EditionRecord[],
    library: readonly EditionRecord[],
  ): Promise<PlanEntryProblem | null> {
    const passages = await this.#read(passage, among, library);
    if (!passages) return 'unreadable';
    const exists = await filterExistingPassages(this.#editions, among, passages);
    return passages.every(exists) ? null : 'missing_verse';
  }

  /** Returns null for text that is not one clear reference. */
  async #read(
    passage: NamedPassage,
    among: readonly EditionRecord[],
    library: readonly EditionRecord[],
  ): Promise<readonly Passage[] | null> {
    if (typeof passage !== 'string') return Array.isArray(passage) ? passage : [passage];
    try {
      const names = await loadEditionNames(this.#editions, among === library ? [] : among, library);
      return (await parseTypedPassages(this.#editions, passage, commonLanguage(among), names)).passages;
    } catch (error) {
      if (error instanceof LecternError && error.code === 'invalid_reference') return null;
      throw error;
    }
  }
}
