import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findBook, findBookByCode } from '../../src/domain/scripture/canon.ts';
import type { EditionBook } from '../../src/editions/normalized-edition.ts';

/** Job to the Song of Songs, and Lamentations: set in lines of poetry. */
const POETRY = new Set(['JOB', 'PSA', 'PRO', 'SNG', 'LAM'].map((code) => findBookByCode(code)!.id));
/**
 * How many verses have one of each; as dense as in published texts, where the Berean Bible has 4,846 notes and 3,016
 * headings.
 */
const VERSES_PER_NOTE = 6;
const VERSES_PER_CROSS_REFERENCE = 9;
const VERSES_PER_PARAGRAPH = 5;
const VERSES_PER_HEADING = 10;

/** Markup beside the words: only layout and notes, or also an attribute on every second word, as in study texts. */
export type Markup = 'plain' | 'with word attributes';

/** Writes the books as USFM, one a file, into a new folder. The same books give the same bytes. Returns how many. */
export function writeUsfmBible(folder: string, books: readonly EditionBook[], markup: Markup): number {
  mkdirSync(folder);
  let bytes = 0;
  for (const book of books) {
    const text = Buffer.from(toUsfm(book, markup));
    writeFileSync(join(folder, `${findBook(book.book_id)!.code}.usfm`), text);
    bytes += text.length;
  }
  return bytes;
}

function toUsfm({ book_id, name, verses }: EditionBook, markup: Markup): string {
  const lines = [
    `\\id ${findBook(book_id)!.code} - Bench`,
    `\\h ${name}`,
    `\\toc1 ${name}`,
    `\\toc2 ${name}`,
    `\\mt1 ${name}`,
  ];
  const poetry = POETRY.has(book_id);
  let chapterBefore = 0;
  for (const [index, { chapter, verse, text }] of verses.entries()) {
    if (chapter !== chapterBefore) lines.push(`\\c ${chapter}`);
    const begins = chapter !== chapterBefore;
    if (index % VERSES_PER_HEADING === 0) lines.push(`\\s1 ${name} ${chapter}`);
    if (poetry) lines.push('\\q1');
    else if (begins || index % VERSES_PER_PARAGRAPH === 0) lines.push('\\p');
    chapterBefore = chapter;
    const words = text.split(' ');
    const half = words.length >> 1;
    const marked = words.map((word, at) => (markup === 'plain' || at % 2 === 0 ? word : withAttribute(word, at)));
    const place = `${chapter}:${verse}`;
    if (index % VERSES_PER_NOTE === 0)
      marked[half] += `\\f + \\fr ${place} \\ft Or \\fqa ${words[half]}\\ft , as some read\\f*`;
    if (index % VERSES_PER_CROSS_REFERENCE === 0)
      marked[0] += `\\x - \\xo ${place} \\xt Gen ${place}; Psa ${place}\\x*`;
    if (poetry) lines.push(`\\v ${verse} ${marked.slice(0, half).join(' ')}`, `\\q2 ${marked.slice(half).join(' ')}`);
    else lines.push(`\\v ${verse} ${marked.join(' ')}`);
  }
  return `${lines.join('\n')}\n`;
}

/** The mark stands around the letters; what is before and after them stays outside, as publishers have it. */
const withAttribute = (word: string, at: number): string =>
  word.replace(
    /[\p{L}\p{M}’'-]+/u,
    (letters) => `\\w ${letters}|strong="H${((at * 389 + letters.length * 53) % 8674) + 1}"\\w*`,
  );
