import type { EditionBookText, EditionRecord, QueueItem } from '../../../storage/storage.ts';
import type { Editions } from '../../scripture/editions.ts';
import { type EditionVerses, type FoundPassages, findVerses, findVersesByNumbersOf } from '../../scripture/passage.ts';
import { lastVerseNumber } from '../../scripture/verse-ranges.ts';
import type { QueueLine } from '../state/pages.ts';

/** Reads queued lines in other editions, aligned as by a push. [D53] */
export class LineTranslator {
  readonly #editions: Editions;
  readonly #from: readonly EditionRecord[];

  constructor(editions: Editions, from: readonly EditionRecord[]) {
    this.#editions = editions;
    this.#from = from;
  }

  /** Reads the lines in order. Omits lines that none of the editions has. */
  async read(lines: readonly QueueLine[]): Promise<FoundPassages> {
    const found: EditionVerses[][] = [];
    for (const { leads, as } of await this.#groupLines(lines)) {
      const [first, last] = [leads[0]!, leads.at(-1)!];
      const end = as?.verses[indexIn(as, last)];
      const passage = {
        book_id: first.bookId,
        chapter: first.chapter,
        verse: first.verse,
        end_chapter: last.chapter,
        end_verse: end ? lastVerseNumber(end) : last.verse,
      };
      const each = as
        ? await findVersesByNumbersOf(this.#editions, this.#from, as, passage)
        : await findVerses(this.#editions, this.#from, passage, 'cut');
      if (each.length > 0) found.push(each);
    }
    return found;
  }

  /** Groups lines that are consecutive in the book of their first translation, whose numbers count. */
  async #groupLines(lines: readonly QueueLine[]): Promise<LineGroup[]> {
    const groups: LineGroup[] = [];
    for (const { translations } of lines) {
      const leads = translations[0]!;
      const latest = groups.at(-1);
      if (latest && follows(latest, leads[0]!)) latest.leads.push(...leads);
      else groups.push({ leads: [...leads], as: await this.#findBookOf(leads[0]!) });
    }
    return groups;
  }

  /** Returns null if the edition was removed or no longer has the book. */
  async #findBookOf({ translation, bookId }: QueueItem): Promise<EditionBookText | null> {
    const edition = await this.#editions.find(translation, 'cached');
    const book = edition && (await this.#editions.findBook(edition, bookId));
    return book?.text ?? null;
  }
}

interface LineGroup {
  readonly leads: QueueItem[];
  readonly as: EditionBookText | null;
}

function follows({ leads, as }: LineGroup, next: QueueItem): boolean {
  const last = leads.at(-1)!;
  if (!as || last.translation !== next.translation || last.bookId !== next.bookId) return false;
  const index = indexIn(as, last);
  return index >= 0 && index + 1 === indexIn(as, next);
}

const indexes = new WeakMap<EditionBookText, ReadonlyMap<string, number>>();

/** Returns the index of an item's verse in the book, or -1. */
function indexIn(book: EditionBookText, { chapter, verse }: QueueItem): number {
  let known = indexes.get(book);
  if (!known) {
    known = new Map(book.verses.map((each, index) => [`${each.chapter}:${each.verse}`, index]));
    indexes.set(book, known);
  }
  return known.get(`${chapter}:${verse}`) ?? -1;
}
