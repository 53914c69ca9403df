/**
 * Rules of texts, as regular expressions of ECMA-262 with the flag u. The OpenAPI document shows them, and what judges a text is
 * made from them. Each reads a text in linear time: requests can be long.
 */

/** No NUL and no half of a character: not every database can keep them. */
export const TEXT_PATTERN = '^[^\\u0000\\ud800-\\udfff]*$';
/** What a text column or a screen cannot show is missing: all control characters but those that lay out text. */
export const PRINTABLE_PATTERN = '^[^\\u0000-\\u0008\\u000b\\u000c\\u000e-\\u001f\\u007f-\\u009f\\ud800-\\udfff]*$';
/** What a search can look for. */
export const SEARCHABLE_PATTERN = '^[^\\u0000\\ud800-\\udfff]*[\\p{L}\\p{N}][^\\u0000\\ud800-\\udfff]*$';
/** An id in the body of a request. */
export const ID_PATTERN = '^[A-Za-z0-9_-]{1,64}$';
/** The alphabet of cursors, base64url. */
export const CURSOR_PATTERN = '^[A-Za-z0-9_-]+$';
/** A slug as clients may write it: it is compared without case. [D28] */
export const ANY_CASE_SLUG_PATTERN = '^[A-Za-z0-9-]{2,32}$';

/** Letters and symbols that are blank by design: Hangul fillers, the empty Braille pattern, the null notehead, hieroglyphic blanks. */
const BLANKS = '\\u115f\\u1160\\u2800\\u3164\\uffa0\u{1d159}\u{13441}\u{13442}';
/** Control characters, those that turn the direction of what stands after them, and halves of a character. */
const FORBIDDEN = '\\u0000-\\u001f\\u007f-\\u009f\\u202a-\\u202e\\u2066-\\u2069\\ud800-\\udfff';

/** Something to see: no space, no format character, no combining mark without its base, and no blank. */
export const VISIBLE_PATTERN = `(?![${BLANKS}])[\\p{L}\\p{N}\\p{P}\\p{S}]`;

/** A name of at most `max` characters after trimming, with something to see and nothing that is forbidden. [D11] */
export const namePattern = (max: number): string =>
  [
    `^(?=[\\s\\S]*${VISIBLE_PATTERN})`,
    '\\s*(?=\\S)',
    `(?![\\s\\S]{${max}}\\s*\\S)`,
    `(?![^${FORBIDDEN}]*(?=[${FORBIDDEN}])[\\s\\S]*\\S)`,
  ].join('');
