import { LRUCache } from 'lru-cache';
import { LecternError } from '../../contract/lectern-error.ts';
import { SLUG_PATTERN, STARTER_SLUG } from '../../contract/schemas/translation.ts';
import type {
  AuditRecord,
  EditionBookText,
  EditionImport,
  EditionRecord,
  EditionRevision,
  Owner,
  Storage,
} from '../../storage/storage.ts';
import { type Actor, toAuditRecord } from '../audit/audit.ts';
import { citedBookName, citePassagesIn } from './names/citations.ts';
import { type EditionNames, tableOf } from './names/edition-names.ts';
import type { Passage } from './passage-numbers.ts';
import { nameNumbering, nameNumberings, toNumberingId } from './versification/numbering-ids.ts';

/** The most verses cached. A whole Bible has 31,000. */
const CACHED_VERSES = 250_000;
/** The most editions of libraries cached. Each library counts as one more. */
const CACHED_LIBRARY_EDITIONS = 100_000;

/** Returns the labels by which people name an edition: its name, with and without "(1769)", and its slug. */
export const editionLabels = ({ slug, name }: Pick<EditionRecord, 'slug' | 'name'>): string[] => [
  name,
  name.replace(/\([^)]*\)/g, ''),
  slug,
];

/**
 * The consistency of a read: `current`, or `cached`, which may be stale and suits writes that the storage validates.
 */
export type Consistency = 'current' | 'cached';

/** A book in a revision. */
export interface FoundBook {
  readonly text: EditionBookText;
  readonly revisionId: string;
}

const NAMED_HOLDERS_MAX = 5;

const toBookKey = (revisionId: string, bookId: number): string => `${revisionId}/${bookId}`;

const PAGE_EDITIONS = 100;
/** The time for which the list of all editions is cached if other processes can import. Writes never use it. */
const LIST_CACHED_MS = 2_000;

/** The most attempts to read a text while imports replace it. */
const ATTEMPTS_MAX = 5;

const slugPattern = new RegExp(SLUG_PATTERN);

/** Normalizes a slug to lower case. Returns null for an invalid slug. [D28] */
export function parseSlug(text: string): string | null {
  const slug = text.toLowerCase();
  return slugPattern.test(slug) ? slug : null;
}

/** The slugs of the translations of a Live. */
interface LiveTranslations {
  readonly translations: readonly string[];
}

/** Cites passages in the language of a loaded revision. [D71] */
export type CiteIn = (revisionId: string, passages: readonly Passage[]) => string;

/**
 * Reads editions, their text and the libraries that enable them through caches. Revisions never change. Editions and
 * libraries are read from the cache if the storage confirms that it is current, or if the caller accepts stale data.
 */
export class Editions {
  readonly #storage: Storage;
  /** The known editions by slug. An installed edition takes precedence. */
  readonly #known: ReadonlyMap<string, EditionRecord>;
  readonly #revisions = new Map<string, EditionRevision>();
  readonly #books = new LRUCache<string, EditionBookText>({ maxSize: CACHED_VERSES });
  readonly #found = new Map<string, EditionRecord>();
  readonly #libraries = new LRUCache<string, ReadonlySet<string>>({ maxSize: CACHED_LIBRARY_EDITIONS });
  #all: { editions: EditionRecord[]; generation: number; until: number } | null = null;
  /** Grows with every change, so that the result of a read that started before a change is not cached. */
  #generation = 0;

  /**
   * `known` are editions without a text that can be listed and installed [D28]. They are part of the program and merged
   * on reading, so a new release needs no change of the database.
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

  /** Reads an edition from the storage, bypassing the cache. */
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

  /** Reads the edition again if its revision has changed, which other processes can do by importing. */
  async #findCurrent(known: EditionRecord): Promise<EditionRecord | null> {
    const current = await this.#storage.editions.currentRevision(known.slug);
    return current === known.revisionId ? known : this.#read(known.slug);
  }

  /** Lists editions in the order of their slugs, installed or not. [D28] */
  async list(page: { limit: number; after: string | null }): Promise<EditionRecord[]> {
    const kept = await this.#storage.editions.list(page);
    const slugs = new Set(kept.map(({ slug }) => slug));
    const known = [...this.#known.values()].filter(({ slug }) => slug > (page.after ?? '') && !slugs.has(slug));
    // A full page of installed editions ends before some known ones; they are cut off here.
    return [...kept, ...known].sort((a, b) => (a.slug < b.slug ? -1 : 1)).slice(0, page.limit);
  }

  /** Lists all editions. With `cached`, recent imports of other processes may be missing. */
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

  /** Lists the installed editions, like `listAll`. */
  async listInstalled(consistency?: Consistency): Promise<EditionRecord[]> {
    return (await this.listAll(consistency)).filter(({ revisionId }) => revisionId !== null);
  }

  /** Returns the labels of all editions, the longest first. */
  async labels(): Promise<readonly string[]> {
    return (await this.listAll('cached')).flatMap(editionLabels).sort((a, b) => b.length - a.length);
  }

  /** Lists the editions of a library in the order of their slugs. [D29] */
  async listEnabled(owner: Owner, { limit, after }: { limit: number; after: string | null }): Promise<EditionRecord[]> {
    const slugs = [...(await this.enabled(owner))].filter((slug) => slug > (after ?? '')).sort();
    const found = await Promise.all(slugs.slice(0, limit).map((slug) => this.find(slug)));
    return found.filter((edition) => edition !== null);
  }

  async import(edition: EditionImport, audit?: AuditRecord): Promise<void> {
    const numbered = { ...edition, numberings: nameNumberings(edition.books) };
    await this.#storage.editions.import(numbered, () => this.#forget(), audit);
  }

  /**
   * Removes an edition that is in no library. A known edition can be installed again. Queued items keep their text and
   * rights. Throws `not_found` if no text is installed, and `forbidden` if a library has the edition. [D52]
   */
  async remove(slug: string, audit?: AuditRecord): Promise<void> {
    const outcome = await this.#storage.editions.remove(slug, () => this.#forget(), audit);
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
   * Returns a book of the edition with its revision, or null if the edition does not have it. If an import has just
   * replaced the revision, reads the new one.
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

  /** Loads revisions, so that `requireRevision` can return them synchronously. */
  async loadRevisions(ids: Iterable<string>): Promise<void> {
    for (const id of new Set(ids)) {
      if (this.#revisions.has(id)) continue;
      const revision = await this.#storage.editions.findRevision(id);
      if (!revision) throw new Error(`edition revision ${id} is missing`);
      const numberings = revision.numberings ?? (await this.#readNumberings(revision));
      this.#revisions.set(id, { ...revision, numberings });
    }
  }

  /** Reads and stores the numberings of a revision that an earlier version imported; null if its text is gone. */
  async #readNumberings({ id, slug }: EditionRevision): Promise<EditionRevision['numberings']> {
    const edition = await this.find(slug);
    if (edition?.revisionId !== id) return null;
    const numberings: Record<number, string> = {};
    for (const bookId of edition.bookIds) {
      const book = await this.#findText(id, bookId);
      if (!book) return null;
      numberings[bookId] = nameNumbering(bookId, book.verses);
    }
    await this.#storage.editions.setNumberings(id, numberings);
    return numberings;
  }

  /** Returns the id of the numbering that a book of a loaded revision has, or null if it is not known. [D72] */
  numberingOf(revisionId: string, bookId: number): string | null {
    const name = this.requireRevision(revisionId).numberings?.[bookId];
    return name === undefined ? null : toNumberingId(name);
  }

  requireRevision(id: string): EditionRevision {
    const revision = this.#revisions.get(id);
    if (!revision) throw new Error(`edition revision ${id} was not loaded`);
    return revision;
  }

  /** Returns a function that cites in the language of a loaded revision, as the Live reads it. [D71] */
  citeFor(live: LiveTranslations): CiteIn {
    const names = this.#namesOf(live);
    return (revisionId, passages) => citePassagesIn(this.requireRevision(revisionId), passages, names);
  }

  /** Returns a function that names the books of loaded revisions as their citations do. [D71] */
  nameBooksFor(live: LiveTranslations): (revisionId: string, bookId: number) => string {
    const names = this.#namesOf(live);
    const known = new Map<string, string>();
    return (revisionId, bookId) => {
      const key = toBookKey(revisionId, bookId);
      const name = known.get(key) ?? citedBookName(this.requireRevision(revisionId), bookId, names);
      known.set(key, name);
      return name;
    };
  }

  #namesOf({ translations }: LiveTranslations): EditionNames {
    const live = translations.flatMap((slug) => this.#revisions.get(this.#found.get(slug)?.revisionId ?? '') ?? []);
    return { live: live.map(tableOf), library: [] };
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

  /** Returns an edition. Throws `not_found`. */
  async require(slug: string, consistency: Consistency = 'current'): Promise<EditionRecord> {
    const edition = await this.find(slug, consistency);
    if (!edition) throw new LecternError('not_found', `There is no edition "${slug}".`);
    return edition;
  }

  /**
   * Runs `work` optimistically on cached data, which the storage validates on commit. Runs it again on current data if
   * it was refused or has to be repeated.
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
          // If no other process writes, the cache is current and the error is final.
          if (await this.#storage.reuseOrRead(true, async () => false)) throw error;
        }
      }
      return work(input, 'current');
    };
  }

  /** Enables an edition. Throws `not_found` for an edition that is unknown or not installed. [D29] */
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

  /** Enables the starter edition, as for every new library, if it is installed. [D29] */
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
