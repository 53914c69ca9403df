import { LRUCache } from 'lru-cache';
import { JOURNAL_MAX_ENTRIES } from '../../contract/limits.ts';
import type { PhoneChapter, PhoneText } from '../../contract/phones.ts';
import { directionOf } from '../../contract/text-direction.ts';
import { lastExpiredNumber } from '../../domain/live/changes/journal.ts';
import type { Editions } from '../../domain/scripture/editions.ts';
import { type NumberedChapter, readPhoneChapter } from '../../domain/scripture/phone-chapter.ts';
import { isFreeText, type PhoneEditions } from '../../domain/scripture/phone-editions.ts';
import { findNumberingById } from '../../domain/scripture/versification/numbering-ids.ts';
import type { EditionRecord, LiveState, Storage } from '../../storage/storage.ts';

/** A chapter that a phone requests, in the numbering of what it shows. */
interface ChapterRequest {
  readonly slug: string;
  readonly revision: string;
  readonly numbering: string;
  readonly bookId: number;
  readonly chapter: number;
}

/** Longest list of history entries that is read, in bytes as it is stored. */
const HISTORY_MAX_BYTES = 4 * 1024 * 1024;
/** A number beyond each chapter, for a passage that is a whole book. */
const LAST_CHAPTER = 1_000;

/** The most chapters cached, for all Lives together. */
const CACHED_CHAPTERS = 300;

/** The editions that reader pages offer, and their chapters. [D72] */
export class PhoneTexts {
  readonly #storage: Pick<Storage, 'lives'>;
  readonly #editions: Editions;
  readonly #offers: PhoneEditions;
  /** A room of phones requests the same chapter at once. Rights to it are checked for each request. */
  readonly #chapters = new LRUCache<string, Promise<string | null>>({ max: CACHED_CHAPTERS });
  /** The chapters that were shown, by numbering. */
  readonly #shown = new WeakMap<LiveState, Promise<ReadonlySet<string>>>();

  constructor(storage: Pick<Storage, 'lives'>, editions: Editions, offers: PhoneEditions) {
    this.#storage = storage;
    this.#editions = editions;
    this.#offers = offers;
  }

  async list({ record }: LiveState): Promise<PhoneText[]> {
    const offered = await this.#offers.listOffered(record.owner);
    await this.#editions.loadRevisions(offered.map(({ revisionId }) => revisionId!));
    return offered.map((edition) => this.#toText(edition));
  }

  /**
   * Returns the JSON of a chapter and how long it may be kept; null if the edition is not offered at this revision, if
   * the numbering is another one, and if a text that is not free was not shown.
   */
  async chapter(
    state: LiveState,
    { slug, revision, numbering: numberingId, bookId, chapter }: ChapterRequest,
  ): Promise<{ json: string; caching: string } | null> {
    const { record } = state;
    const edition = await this.#editions.find(slug);
    if (edition?.slug !== slug || edition.revisionId === null || edition.revisionId !== revision) return null;
    if (!(await this.#offers.find(record.owner, edition))?.offered) return null;
    const numbering = findNumberingById(bookId, numberingId);
    if (!numbering) return null;
    const isFree = isFreeText(edition.rights);
    const isPublic = record.secretHash === null;
    if (!(isFree && isPublic) && !(await this.#listShown(state)).has(toKey(numberingId, bookId, chapter))) return null;
    const json = await this.#readChapter(edition, { numbering, bookId, chapter }, numberingId);
    const caching = isPublic ? (isFree ? 'public, max-age=86400' : 'private, max-age=3600') : 'private, no-store';
    return json === null ? null : { json, caching };
  }

  #readChapter(edition: EditionRecord, place: NumberedChapter, numbering: string): Promise<string | null> {
    const key = `${edition.revisionId} ${toKey(numbering, place.bookId, place.chapter)}`;
    const known = this.#chapters.get(key);
    if (known) return known;
    const read = this.#toChapter(edition, place, numbering);
    this.#chapters.set(key, read);
    // The edition can be imported again in the meantime.
    read.then(
      (json) => json ?? this.#chapters.delete(key),
      () => this.#chapters.delete(key),
    );
    return read;
  }

  async #toChapter(edition: EditionRecord, place: NumberedChapter, numbering: string): Promise<string | null> {
    const found = await readPhoneChapter(this.#editions, edition, place);
    if (found?.revisionId !== edition.revisionId) return null;
    const { slug, revision, attribution, language_tag, direction } = this.#toText(edition);
    const body: PhoneChapter = {
      slug,
      revision,
      numbering,
      book_id: place.bookId,
      book: this.#editions.nameBooksFor({ translations: [] })(revision, place.bookId),
      chapter: place.chapter,
      language_tag,
      direction,
      attribution,
      lines: found.lines.map(({ verse, texts }) => ({ verse, texts: [...texts] })),
    };
    return JSON.stringify(body);
  }

  #toText({ slug, name, revisionId, rights }: EditionRecord): PhoneText {
    const { languageTag } = this.#editions.requireRevision(revisionId!);
    return {
      slug,
      revision: revisionId!,
      name,
      language_tag: languageTag,
      direction: directionOf(languageTag),
      attribution: rights.attribution,
    };
  }

  /** Returns the chapters of what was shown since the Live was made or last started. */
  #listShown(state: LiveState): Promise<ReadonlySet<string>> {
    const known = this.#shown.get(state);
    if (known) return known;
    const shown = this.#readShown(state);
    this.#shown.set(state, shown);
    shown.catch(() => this.#shown.delete(state));
    return shown;
  }

  async #readShown({ record, items }: LiveState): Promise<ReadonlySet<string>> {
    const chapters = new Set<string>();
    const add = (revisionId: string, bookId: number, from: number, to: number) => {
      const numbering = this.#editions.numberingOf(revisionId, bookId);
      if (numbering === null) return;
      for (let chapter = from; chapter <= to; chapter++) chapters.add(toKey(numbering, bookId, chapter));
    };
    if (record.showing && record.mode === 'reader') {
      for (const { revisionId, bookId, chapter } of items) add(revisionId, bookId, chapter, chapter);
    }
    const { entries } = await this.#storage.lives.listShown(record.id, {
      limit: JOURNAL_MAX_ENTRIES,
      above: Math.max(lastExpiredNumber(record), record.airTimes.started ?? 0),
      before: null,
      maxBytes: HISTORY_MAX_BYTES,
      verses: false,
    });
    await this.#editions.loadRevisions(entries.flatMap(({ revisions }) => revisions.map(({ id }) => id)));
    for (const { passages, revisions } of entries) {
      for (const { book_id, chapter, end_chapter = chapter } of passages) {
        for (const { id } of revisions) add(id, book_id, chapter ?? 1, end_chapter ?? LAST_CHAPTER);
      }
    }
    return chapters;
  }
}

const toKey = (numbering: string, bookId: number, chapter: number): string => `${numbering} ${bookId} ${chapter}`;
