import { findBookByName } from '../canon.ts';
import { canonicalizeBookName, splitBookName } from './reference-book-names.ts';

/** "23 psalm", "the 23rd psalm", "Der 23. Psalm, Vers 4", "o salmo 23" */
const NUMBERED_PSALM =
  /^(?:(?:the|der|den|o)\s+)?(\d{1,3})(?:st|nd|rd|th|te[rsn]?|[.oaº])?\s+(psalm|salmo|psalmen|psalms|salmos)(?=$|[\s,:.]*\d|[\s,]+v)/iu;

/** "John 3:16 - John 3:18" */
const REPEATED_NAME = /-\s*((?:[1-5][\s.]*)?\p{L}[\p{L}\s.]*?)\s*(?=\d)/u;

/** Moves the name of the book to the front and removes its repetitions. */
export function toBookFirst(typed: string): string {
  const text = typed.replace(NUMBERED_PSALM, (_, psalm: string, name: string) => `${name} ${psalm}`);
  const own = REPEATED_NAME.test(text) ? splitBookName(text) : null;
  if (!own) return text;
  const [, again = ''] = REPEATED_NAME.exec(text)!;
  const name = canonicalizeBookName(again);
  return name !== null && isSameBook(name, own.name) ? text.replace(REPEATED_NAME, '-') : text;
}

const OR = /[\s,;([]+(?:or|oder|ou|bzw\.?)\s+/giu;
/** Matches the name of a book with its chapter, if a verse follows: "Mk 16:1-8" begins with "Mk 16:". */
const BEGINNING = /^(\P{N}*\d?\P{N}*\p{L}\P{N}*)(\d+\s*[:,.]\s*)?(?=\d)/u;

/** Splits a text at "or". A part without a book has the book of the first, and its chapter if it is only verses. */
export function splitAlternatives(typed: string): string[] {
  const [first = '', ...others] = typed.split(OR);
  const [, book = '', chapter = ''] = BEGINNING.exec(first) ?? [];
  return [
    first,
    ...others.map((other) => {
      if (/\p{L}{2}/u.test(other)) return other;
      return book + (/\d\s*[:,.]\s*\d/.test(other) ? '' : chapter) + other;
    }),
  ];
}

const isSameBook = (one: string, other: string): boolean =>
  (['en', 'pt', 'de'] as const).some((language) => {
    const book = findBookByName(one, language);
    return book !== null && book === findBookByName(other, language);
  });

/**
 * Builds patterns that match a label in any case and with any characters between its words. Returns null for a label
 * without words.
 */
function toPatterns(label: string): LabelPatterns | null {
  const words = label.match(/[\p{L}\p{N}]+/gu);
  if (!words) return null;
  const pattern = words.join('[^\\p{L}\\p{N}]*');
  return {
    firstWord: foldCase(words[0]),
    before: new RegExp(`^[^\\p{L}\\p{N}]*${pattern}(?![\\p{L}\\p{N}])[^\\p{L}\\p{N}]*`, 'iu'),
    after: new RegExp(`(?<![\\p{L}\\p{N}])${pattern}[^\\p{L}\\p{N}]*$`, 'iu'),
  };
}

/** Makes texts equal that differ in case only, as a pattern with the flags `iu` sees it. */
const foldCase = (text: string): string => text.toLowerCase().toUpperCase();

interface LabelPatterns {
  /** Without it, a text cannot match: compiling a pattern takes milliseconds, whenever V8 has discarded its code. */
  readonly firstWord: string;
  readonly before: RegExp;
  readonly after: RegExp;
}

/** The most patterns cached. Labels come from installed editions and rarely change. */
const LABELS_REMEMBERED_MAX = 1_000;
const remembered = new Map<string, LabelPatterns | null>();

function patternsOf(label: string): LabelPatterns | null {
  let patterns = remembered.get(label);
  if (patterns === undefined) {
    if (remembered.size >= LABELS_REMEMBERED_MAX) remembered.clear();
    patterns = toPatterns(label);
    remembered.set(label, patterns);
  }
  return patterns;
}

/**
 * Removes the name or slug of an edition before or after the reference: "kjv john 3:16", "John 3:16 (King James
 * Version)". Returns null if the text names no edition.
 */
export function stripEdition(text: string, labels: readonly string[]): string | null {
  const folded = foldCase(text);
  for (const label of labels) {
    const patterns = patternsOf(label);
    if (!patterns || !folded.includes(patterns.firstWord)) continue;
    const before = patterns.before.exec(text);
    if (before) return text.slice(before[0].length);
    const after = patterns.after.exec(text);
    if (after && after.index > 0) return text.slice(0, after.index);
  }
  return null;
}
