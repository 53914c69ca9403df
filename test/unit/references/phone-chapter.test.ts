import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CANON, findBook, osisOf } from '../../../src/domain/scripture/canon.ts';
import type { Editions } from '../../../src/domain/scripture/editions.ts';
import { readPhoneChapter } from '../../../src/domain/scripture/phone-chapter.ts';
import { findRelatedBook } from '../../../src/domain/scripture/related-books.ts';
import {
  type BookNumbering,
  bookNumberings,
  isPsalmTitle,
} from '../../../src/domain/scripture/versification/versification-map.ts';
import type { EditionRecord } from '../../../src/storage/storage.ts';

const PASSAGES = 1_000;
type Placed = BookNumbering['verses'][number];

const overlap = (one: Placed, other: Placed) => one.start < other.end && other.start < one.end;
const toName = ({ chapter, verse }: { chapter: number; verse: number }) => `${chapter}:${verse}`;
const counted = ({ verses }: BookNumbering) => verses.filter(({ verse }) => verse > 0);

/** The verses that the map connects with one, in both directions. */
function connected(verse: Placed, own: readonly Placed[], others: readonly Placed[]): Placed[] {
  let mine = [verse];
  for (;;) {
    const found = others.filter((other) => mine.some((each) => overlap(each, other)));
    const back = own.filter((each) => each === verse || found.some((other) => overlap(each, other)));
    if (back.length === mine.length) return found;
    mine = back;
  }
}

/** Returns pseudorandom integers, the same in each run. */
function createRandom(seed: number) {
  let state = seed;
  return (below: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * below);
  };
}

test('[D72] a chapter for a phone: when 1,000 chapters are read between any two numberings, then each verse has what the map connects', async () => {
  const random = createRandom(72);
  const books = CANON.map(({ id }) => id).filter(
    (id) => !findRelatedBook(id) && bookNumberings(osisOf(findBook(id)!)).length > 1,
  );
  let verses = 0;
  let moved = 0;
  for (let passage = 0; passage < PASSAGES; passage++) {
    const bookId = books[random(books.length)]!;
    const numberings = bookNumberings(osisOf(findBook(bookId)!));
    const at = random(numberings.length);
    const [screen, phone] = [
      numberings[at]!,
      numberings[(at + 1 + random(numberings.length - 1)) % numberings.length]!,
    ];
    const text = {
      bookId,
      name: '',
      verses: counted(phone).map(({ chapter, verse }) => ({ chapter, verse, text: `${chapter}:${verse}` })),
    };
    const editions = {
      findBook: async (_: EditionRecord, id: number) => (id === bookId ? { text, revisionId: 'revision' } : null),
    } as unknown as Editions;
    const chapter = 1 + random(screen.counts[0]!.length);
    const numbering = {
      name: screen.names[0]!,
      book: { bookId, name: '', verses: screen.verses.map((each) => ({ ...each, text: '' })) },
    };
    const found = await readPhoneChapter(editions, {} as EditionRecord, { numbering, bookId, chapter });
    const lines = new Map((found?.lines ?? []).map(({ verse, texts }) => [verse, texts.map(toName)]));
    const wanted = counted(screen).filter((each) => each.chapter === chapter);
    for (const [index, verse] of wanted.entries()) {
      const where = `${bookId} ${screen.names[0]} ${toName(verse)} in ${phone.names[0]}`;
      const own = connected(verse, wanted, counted(phone));
      const next = wanted[index + 1];
      // The title of a psalm that only one of both counts stands with the first verse.
      const expected = own.length === 0 && isPsalmTitle(verse) && next ? connected(next, wanted, counted(phone)) : own;
      const titles = (lines.get(verse.verse) ?? []).filter((name) => !expected.some((each) => toName(each) === name));
      for (const name of titles) {
        const title = counted(phone).find((each) => toName(each) === name)!;
        assert.ok(isPsalmTitle(title) && verse.verse <= 2, `${where}: ${name}`);
      }
      assert.deepEqual(
        (lines.get(verse.verse) ?? []).filter((name) => !titles.includes(name)),
        expected.map(toName),
        where,
      );
      verses++;
      if (expected.some((each) => toName(each) !== toName(verse))) moved++;
    }
  }
  assert.ok(verses > 10_000 && moved > 1_000, `${verses} verses, ${moved} with other numbers`);
});
