import { hasUnspacedScript } from '../../../contract/text-patterns.ts';
import { bookName } from '../canon.ts';
import type { MappedText } from '../references/number-words.ts';
import { canonicalizeBookName } from '../references/reference-book-names.ts';
import { type EditionNames, findNamesAt } from './edition-names.ts';
import { type FoldedText, foldWithPlaces, toPlainDigits } from './fold-name.ts';

/** Numbers after a name, in any script, with the words for chapter and verse of scripts without spaces. */
const NUMBERS = /\s{0,4}[第제]?\s?\p{Nd}(?:[\p{Nd}\s.,:;،、，：；～〜‐-―−־-]|[章장篇편回節节절第제])*/uy;
/** Text that must follow a name of one letter, which is also an ordinary word: "约3:16", but not "约3小时". */
const VERSE = /^\s{0,4}[第제]?\s?\p{Nd}+\s?(?:[:：]\s?\p{Nd}|[章장篇편])/u;
const MARKS: Readonly<Record<string, string>> = {
  '：': ':',
  '，': ',',
  '、': ',',
  '،': ',',
  '；': ';',
  '～': '-',
  '〜': '-',
  '־': '-',
};
const CHAPTERS = /[章장篇편回]/u;
const COUNTERS = /[章장篇편回節节절]/u;
const ORDINALS = /[第제]/u;
/** The fewest letters of a name in a script with spaces. */
const LETTERS_MIN = 3;

/**
 * Replaces the names of editions that stand before a number with those of the canon. Names that one of the three
 * languages has stay as they are. [D71] Pure.
 */
export function renameInProse(text: string, names: EditionNames): MappedText {
  const renamed = new MappedWriter();
  if (names.live.length + names.library.length > 0) {
    const folded = foldWithPlaces(text);
    const plain = toPlainDigits(text);
    for (let at = 0; at < folded.text.length; at++) {
      const start = folded.starts[at]!;
      if (start < renamed.read || (at > 0 && folded.starts[at - 1] === start)) continue;
      const end = findProseName(text, plain, folded, at, names);
      if (!end) continue;
      renamed.copy(text, start);
      if (/\p{L}|\d/u.test(renamed.text.at(-1) ?? '')) renamed.write(' ', start, start);
      renamed.write(`${bookName(end.bookId, 'en')} `, start, end.place);
      renamed.read = end.place;
      writeNumbers(text, plain, renamed);
    }
  }
  renamed.copy(text, text.length);
  return renamed.finish();
}

/** Finds the longest name that begins here and means one book. */
function findProseName(
  text: string,
  plain: string,
  folded: FoldedText,
  at: number,
  names: EditionNames,
): { bookId: number; place: number } | null {
  const start = folded.starts[at]!;
  const first = text.slice(start, start + 2);
  const isUnspaced = hasUnspacedScript(first);
  // A name in letters with case begins with a capital.
  if (/^\p{Ll}/u.test(first)) return null;
  if (/[\p{L}\p{M}\p{Nd}]$/u.test(text.slice(Math.max(0, start - 2), start)) && !isUnspaced) return null;
  const [found] = findNamesAt(names, folded, at, (end) => {
    const place = folded.ends[end - 1]!;
    if (folded.ends[end] === place) return false;
    NUMBERS.lastIndex = place;
    return (
      NUMBERS.test(text) && !(/\d$/.test(folded.text.slice(at, end)) && /^\p{Nd}/u.test(text.slice(place, place + 2)))
    );
  });
  if (!found || found.bookIds.length > 1) return null;
  const place = folded.ends[at + found.length - 1]!;
  const name = plain.slice(start, place);
  const letters = name.replace(/\P{L}/gu, '').length;
  if (isUnspaced ? letters === 1 && !VERSE.test(text.slice(place, place + 20)) : letters < LETTERS_MIN) return null;
  return canonicalizeBookName(name) === null ? { bookId: found.bookIds[0]!, place } : null;
}

/** Writes the numbers after a name as the three languages write them: "3章16节" as "3:16". */
function writeNumbers(text: string, plain: string, renamed: MappedWriter): void {
  NUMBERS.lastIndex = renamed.read;
  const end = renamed.read + (NUMBERS.exec(text)?.[0].trimEnd().length ?? 0);
  for (let at = renamed.read; at < end; at++) {
    const letter = plain[at]!;
    const separates = CHAPTERS.test(letter) && /^[第제\s]*\d/u.test(plain.slice(at + 1, end));
    const written = separates ? ':' : ORDINALS.test(letter) || COUNTERS.test(letter) ? '' : (MARKS[letter] ?? letter);
    if (written === '') renamed.extend(at + 1);
    renamed.write(written, at, at + 1);
  }
  renamed.read = end;
  if (/^\p{L}/u.test(text.slice(end, end + 2))) renamed.write(' ', end, end);
}

/** Writes a text with the places that its characters are from. */
class MappedWriter {
  text = '';
  /** The index up to which the original was read. */
  read = 0;
  readonly #starts: number[] = [];
  readonly #ends: number[] = [];

  write(piece: string, start: number, end: number): void {
    for (let at = 0; at < piece.length; at++) {
      this.#starts.push(start);
      this.#ends.push(end);
    }
    this.text += piece;
  }

  /** Makes the last character end here, where the original has more. */
  extend(end: number): void {
    if (this.#ends.length > 0) this.#ends[this.#ends.length - 1] = end;
  }

  copy(text: string, until: number): void {
    for (let at = this.read; at < until; at++) this.write(text[at]!, at, at + 1);
    this.read = until;
  }

  finish(): MappedText {
    return { text: this.text, starts: [...this.#starts, this.read], ends: this.#ends };
  }
}
