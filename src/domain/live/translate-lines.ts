import type { EditionBookText, EditionRecord, QueueItem } from '../../storage/storage.ts';
import type { Editions } from '../scripture/editions.ts';
import { type EditionVerses, type FoundPassages, findVerses, findVersesByNumbersOf } from '../scripture/passage.ts';
import { lastVerseNumber } from '../scripture/verse-ranges.ts';
import type { QueueLine } from './pages.ts';

/** Reads lines of a queue in other editions, aligned as a push aligns them. [D53] */
export class LineTranslator {
  readonly #editions: Editions;
  readonly #from: readonly EditionRecord[];

  constructor(editions: Editions, from: readonly EditionRecord[]) {
    this.#editions = editions;
    this.#from = from;
  }

  /** What the editions have of the lines, in their order; a place that none of them has is left out. */
  async read(lines: readonly QueueLine[]): Promise<FoundPassages> {
    const found: EditionVerses[][] = [];
    for (const { leads, as } of await this.#gather(lines)) {
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

  /** Lines that follow each other in the book of their first translation, whose numbers count. */
  async #gather(lines: readonly QueueLine[]): Promise<Stretch[]> {
    const stretches: Stretch[] = [];
    for (const { translations } of lines) {
      const leads = translations[0]!;
      const latest = stretches.at(-1);
      if (latest && follows(latest, leads[0]!)) latest.leads.push(...leads);
      else stretches.push({ leads: [...leads], as: await this.#findBookOf(leads[0]!) });
    }
    return stretches;
  }

  /** Null where the edition is gone, or has the book no longer. */
  async #findBookOf({ translation, bookId }: QueueItem): Promise<EditionBookText | null> {
    const edition = await this.#editions.find(translation, 'seen');
    const book = edition && (await this.#editions.findBook(edition, bookId));
    return book?.text ?? null;
  }
}

interface Stretch {
  readonly leads: QueueItem[];
  readonly as: EditionBookText | null;
}

function follows({ leads, as }: Stretch, next: QueueItem): boolean {
  const last = leads.at(-1)!;
  if (!as || last.translation !== next.translation || last.bookId !== next.bookId) return false;
  const index = indexIn(as, last);
  return index >= 0 && index + 1 === indexIn(as, next);
}

const indexes = new WeakMap<EditionBookText, ReadonlyMap<string, number>>();

/** Where a book has the verse of an item; -1 where it has none. */
function indexIn(book: EditionBookText, { chapter, verse }: QueueItem): number {
  let known = indexes.get(book);
  if (!known) {
    known = new Map(book.verses.map((each, index) => [`${each.chapter}:${each.verse}`, index]));
    indexes.set(book, known);
  }
  return known.get(`${chapter}:${verse}`) ?? -1;
}
