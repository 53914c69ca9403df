import { LRUCache } from 'lru-cache';
import { LecternError } from '../../contract/lectern-error.ts';
import { SLUG_PATTERN, STARTER_SLUG } from '../../contract/schemas/translation.ts';
import type {
  EditionBookText,
  EditionImport,
  EditionRecord,
  EditionRevision,
  Owner,
  Storage,
} from '../../storage/storage.ts';
import { type Actor, toAuditRecord } from '../audit/audit.ts';

/** Verses of books that are kept ready; a whole Bible has 31,000. */
const CACHED_VERSES = 250_000;
/** Editions of libraries that are kept ready, each library counted as one more. */
const CACHED_LIBRARY_EDITIONS = 100_000;

/** What people call an edition: its name, with and without "(1769)", and its slug. */
export const editionLabels = ({ slug, name }: Pick<EditionRecord, 'slug' | 'name'>): string[] => [
  name,
  name.replace(/\([^)]*\)/g, ''),
  slug,
];

/** How current a consistency-up must be: as of now, or, where the storage judges the outcome, as this process saw it last. */
export type Consistency = 'current' | 'cached';

/** A book as a revision has it. */
export interface FoundBook {
  readonly text: EditionBookText;
  readonly revisionId: string;
}

const NAMED_HOLDERS_MAX = 5;

const toBookKey = (revisionId: string, bookId: number): string => `${revisionId}/${bookId}`;

const PAGE_EDITIONS = 100;
/** How long a list of all editions will do where other processes can import: for a hint, not for what is saved. */
const LIST_CACHED_MS = 2_000;

/** How often a text is looked for again when an import has just replaced it. */
const ATTEMPTS_MAX = 5;

const slugPattern = new RegExp(SLUG_PATTERN);

/** How slugs are compared: without case. Null for what cannot be a slug. [D28] */
export function parseSlug(text: string): string | null {
  const slug = text.toLowerCase();
  return slugPattern.test(slug) ? slug : null;
}

/**
 * Editions, their text and the libraries that enable them, read through caches. Revisions never change. Editions and
 * libraries are served from memory while the storage says that they are fresh, or where the caller asks for what was seen last.
 */
export class Editions {
  readonly #storage: Storage;
  /** By slug. What is installed under the same slug wins. */
  readonly #known: ReadonlyMap<string, EditionRecord>;
  readonly #revisions = new Map<string, EditionRevision>();
  readonly #books = new LRUCache<string, EditionBookText>({ maxSize: CACHED_VERSES });
  readonly #found = new Map<string, EditionRecord>();
  readonly #libraries = new LRUCache<string, ReadonlySet<string>>({ maxSize: CACHED_LIBRARY_EDITIONS });
  #all: { editions: EditionRecord[]; generation: number; until: number } | null = null;
  /** Moves on with every change, so that a consistency-up begun before it is not kept after it. */
  #generation = 0;

  /**
   * `known` are editions without a text, which can be discovered and then installed [D28]. They come with the program and
   * are merged when editions are read, so a new version of it needs no change of the database.
   */
  constructor(storage: Storage, known: readonly EditionRecord[] = []) {
    this.#storage = storage;
    this.#known = new Map(known.map((edition) => [edition.slug, edition]));
  }

  async find(slug: string, consistency: Consistency = 'current'): Promise<EditionRecord | null> {
    const normalized = parseSlug(slug);
    if (!normalized) return null;
    const known = this.#found.get(normalized);
    if (consistency === 'cached' && known?.revisionId) return known;
    return this.#storage.reuseOrRead(known, () => (known ? this.#findCurrent(known) : this.#read(normalized)));
  }

  /** The same, whatever is known of it: what changes is known a moment later. */
  async reload(slug: string): Promise<EditionRecord | null> {
    const normalized = parseSlug(slug);
    return normalized === null ? null : this.#read(normalized);
  }

  async #read(normalized: string): Promise<EditionRecord | null> {
    const generation = this.#generation;
    const edition = (await this.#storage.editions.find(normalized)) ?? this.#known.get(normalized) ?? null;
    if (!edition) this.#found.delete(normalized);
    else if (generation === this.#generation) this.#found.set(normalized, edition);
    return edition;
  }

  /** An edition changes with its revision; where other processes can import, that is looked at. */
  async #findCurrent(known: EditionRecord): Promise<EditionRecord | null> {
    const current = await this.#storage.editions.currentRevision(known.slug);
    return current === known.revisionId ? known : this.#read(known.slug);
  }

  /** Editions in order of their slugs, installed or not. [D28] */
  async list(page: { limit: number; after: string | null }): Promise<EditionRecord[]> {
    const kept = await this.#storage.editions.list(page);
    const slugs = new Set(kept.map(({ slug }) => slug));
    const known = [...this.#known.values()].filter(({ slug }) => slug > (page.after ?? '') && !slugs.has(slug));
    // A full page of kept editions has all of them up to its last; what is known beyond that is cut off here.
    return [...kept, ...known].sort((a, b) => (a.slug < b.slug ? -1 : 1)).slice(0, page.limit);
  }

  /** All of them; `seen` may leave out what another process has imported a moment ago. */
  async listAll(consistency: Consistency = 'current'): Promise<EditionRecord[]> {
    const known = this.#all?.generation === this.#generation ? this.#all : undefined;
    if (known && consistency === 'cached' && performance.now() < known.until) return known.editions;
    return this.#storage.reuseOrRead(known?.editions, () => this.#readAll());
  }

  async #readAll(): Promise<EditionRecord[]> {
    const generation = this.#generation;
    const editions: EditionRecord[] = [];
    for (let after: string | null = null; ; ) {
      const page = await this.list({ limit: PAGE_EDITIONS, after });
      editions.push(...page);
      if (page.length < PAGE_EDITIONS) break;
      after = page.at(-1)!.slug;
    }
    this.#all = { editions, generation, until: performance.now() + LIST_CACHED_MS };
    return editions;
  }

  /** What people call the editions, the longest first. */
  async labels(): Promise<readonly string[]> {
    return (await this.listAll('cached')).flatMap(editionLabels).sort((a, b) => b.length - a.length);
  }

  /** The editions of a library in order of their slugs. [D29] */
  async listEnabled(owner: Owner, { limit, after }: { limit: number; after: string | null }): Promise<EditionRecord[]> {
    const slugs = [...(await this.enabled(owner))].filter((slug) => slug > (after ?? '')).sort();
    const found = await Promise.all(slugs.slice(0, limit).map((slug) => this.find(slug)));
    return found.filter((edition) => edition !== null);
  }

  async import(edition: EditionImport): Promise<void> {
    await this.#storage.editions.import(edition, () => this.#forget());
  }

  /**
   * Removes an edition that no library has; one that is known can be installed again. What is queued from it keeps its text and
   * rights. Throws `not_found` where no text is installed, and `forbidden` where a library has it. [D52]
   */
  async remove(slug: string): Promise<void> {
    const outcome = await this.#storage.editions.remove(slug, () => this.#forget());
    if (outcome === 'missing') throw new LecternError('not_found', `No edition "${slug}" is installed.`);
    if (outcome === 'in_use') {
      const holders = await this.#storage.libraries.listHolders(slug, NAMED_HOLDERS_MAX + 1);
      const named = holders.slice(0, NAMED_HOLDERS_MAX).map(({ kind, id }) => `${kind} ${id}`);
      if (holders.length > NAMED_HOLDERS_MAX) named.push('others');
      throw new LecternError(
        'forbidden',
        `Libraries still have "${slug}": ${named.join(', ')}. Disable it there first (library disable).`,
      );
    }
  }

  /**
   * A book as the edition has it, with the revision it is of; null if the edition has no such book. Where an import has
   * just replaced the revision, what is there now.
   */
  async findBook(edition: EditionRecord, bookId: number): Promise<FoundBook | null> {
    let current: EditionRecord | null = edition;
    for (let attempt = 1; attempt <= ATTEMPTS_MAX; attempt++) {
      if (!current?.revisionId || !current.bookIds.includes(bookId)) return null;
      const text = await this.#findText(current.revisionId, bookId);
      if (text) {
        await this.loadRevisions([current.revisionId]);
        return { text, revisionId: current.revisionId };
      }
      current = await this.#storage.editions.find(edition.slug);
    }
    throw new LecternError('unavailable', `The edition "${edition.slug}" is being imported repeatedly.`);
  }

  async #findText(revisionId: string, bookId: number): Promise<EditionBookText | null> {
    const key = toBookKey(revisionId, bookId);
    const known = this.#books.get(key);
    if (known) return known;
    const book = await this.#storage.editions.findBook(revisionId, bookId);
    if (book) this.#books.set(key, book, { size: 1 + book.verses.length });
    return book;
  }

  /** Reads revisions that are not known yet, so that `requireRevision` can answer at once. */
  async loadRevisions(ids: Iterable<string>): Promise<void> {
    for (const id of new Set(ids)) {
      if (this.#revisions.has(id)) continue;
      const revision = await this.#storage.editions.findRevision(id);
      if (!revision) throw new Error(`edition revision ${id} is missing`);
      this.#revisions.set(id, revision);
    }
  }

  requireRevision(id: string): EditionRevision {
    const revision = this.#revisions.get(id);
    if (!revision) throw new Error(`edition revision ${id} was not loaded`);
    return revision;
  }

  async enabled(owner: Owner, consistency: Consistency = 'current'): Promise<ReadonlySet<string>> {
    const key = `${owner.kind}/${owner.id}`;
    const known = this.#libraries.get(key);
    if (known && consistency === 'cached') return known;
    return this.#storage.reuseOrRead(known, () => this.#readLibrary(owner, key));
  }

  async #readLibrary(owner: Owner, key: string): Promise<ReadonlySet<string>> {
    const generation = this.#generation;
    const slugs = await this.#storage.libraries.listEnabled(owner);
    if (generation === this.#generation) this.#libraries.set(key, slugs, { size: 1 + slugs.size });
    return slugs;
  }

  /** Throws `not_found`. */
  async require(slug: string, consistency: Consistency = 'current'): Promise<EditionRecord> {
    const edition = await this.find(slug, consistency);
    if (!edition) throw new LecternError('not_found', `There is no edition "${slug}".`);
    return edition;
  }

  /**
   * Begins work with what this process saw last; the storage judges its outcome when it is saved. Work that is refused on that
   * ground is done again with what is there now, and so is work that has to begin a second time.
   */
  optimistic<Input, Output>(
    work: (input: Input, consistency: Consistency) => Promise<Output>,
  ): (input: Input) => Promise<Output> {
    let first = true;
    return async (input) => {
      if (first) {
        first = false;
        try {
          return await work(input, 'cached');
        } catch (error) {
          if (!(error instanceof LecternError) || error.code === 'unavailable') throw error;
          // Where no other process writes, what this one saw is current, and its refusal holds.
          if (await this.#storage.reuseOrRead(true, async () => false)) throw error;
        }
      }
      return work(input, 'current');
    };
  }

  /** Throws `not_found` for an edition that is unknown, or whose text is not installed: a library cannot hold it. [D29] */
  async enable(owner: Owner, slug: string, actor?: Actor): Promise<EditionRecord> {
    const edition = await this.require(slug);
    if (!edition.revisionId) {
      throw new LecternError(
        'not_found',
        `The text of "${edition.slug}" is not installed. An administrator can install it: edition install ${edition.slug}`,
      );
    }
    const audit = actor && toAuditRecord(actor, { owner, resource: edition.slug });
    const enabled = await this.#storage.libraries.enable(owner, edition.slug, audit);
    this.#forget();
    if (!enabled) throw new LecternError('not_found', `The edition "${edition.slug}" was just removed.`);
    return edition;
  }

  /** As every new library begins, where the starter edition is installed. [D29] */
  async enableStarter(owner: Owner): Promise<void> {
    if ((await this.find(STARTER_SLUG))?.revisionId) await this.enable(owner, STARTER_SLUG);
  }

  async disable(owner: Owner, slug: string, actor?: Actor): Promise<boolean> {
    const normalized = parseSlug(slug) ?? slug;
    const audit = actor && toAuditRecord(actor, { owner, resource: normalized });
    const disabled = await this.#storage.libraries.disable(owner, normalized, audit);
    this.#forget();
    return disabled;
  }

  #forget(): void {
    this.#generation++;
    this.#found.clear();
    this.#libraries.clear();
  }
}
