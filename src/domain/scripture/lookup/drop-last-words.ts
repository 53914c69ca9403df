/** The unfinished end of a typed reference: the end of a range, or words of an edition's name. */
const TAIL = /[^\p{L}\p{N}]*(?:\p{N}+|\p{L}+)[^\p{L}\p{N}]*$/u;
const TAILS_MAX = 3;
/** Matches a name followed by a number. */
const WITH_NUMBER = /\p{L}\P{N}*\p{N}/u;

/**
 * Yields the text without its last word or number, then without the last two, and so on, as long as it may be a
 * reference.
 */
export function* dropLastWords(text: string): Generator<string> {
  let rest = text;
  for (let count = 0; count < TAILS_MAX; count++) {
    const shorter = rest.replace(TAIL, '');
    if (shorter === rest || !WITH_NUMBER.test(shorter)) return;
    rest = shorter;
    yield rest;
  }
}
