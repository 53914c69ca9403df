/**
 * Patterns of texts, as ECMA-262 regular expressions with the flag u, for the OpenAPI document and for validation. Each
 * runs in linear time, because requests can be long.
 */

/** Excludes NUL, which PostgreSQL cannot store, and unpaired surrogates. */
export const TEXT_PATTERN = '^[^\\u0000\\ud800-\\udfff]*$';
/** Also excludes control characters other than tab, line feed and carriage return. */
export const PRINTABLE_PATTERN = '^[^\\u0000-\\u0008\\u000b\\u000c\\u000e-\\u001f\\u007f-\\u009f\\ud800-\\udfff]*$';
/** Requires at least one letter or digit to search for. */
export const SEARCHABLE_PATTERN = '^[^\\u0000\\ud800-\\udfff]*[\\p{L}\\p{N}][^\\u0000\\ud800-\\udfff]*$';
/** Scripts that are written without spaces or, like Korean, attach endings to words, as part of a character class. */
export const UNSPACED_SCRIPTS = String.raw`\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Hangul}\p{scx=Thai}\p{scx=Lao}\p{scx=Khmer}\p{scx=Mymr}`;
const UNSPACED = new RegExp(`[${UNSPACED_SCRIPTS}]`, 'u');
/** Returns whether a text has a character of these scripts. */
export const hasUnspacedScript = (text: string): boolean => UNSPACED.test(text);
/** Id in a request body. */
export const ID_PATTERN = '^[A-Za-z0-9_-]{1,64}$';
/** CCLI song number; may be empty in a request. */
export const CCLI_PATTERN = '^ *[0-9]{0,12} *$';
/** Address that a page can show as a link; may be empty in a request. */
export const WEB_ADDRESS_PATTERN = '^(?:https?://[^\\u0000\\ud800-\\udfff]*)?$';
/** Cursor in base64url. */
export const CURSOR_PATTERN = '^[A-Za-z0-9_-]+$';
/** Slug in a request. Slugs are compared without case. [D28] */
export const ANY_CASE_SLUG_PATTERN = '^[A-Za-z0-9-]{2,32}$';

/**
 * Letters and symbols without a visible form: Hangul fillers, blank Braille pattern, null notehead, hieroglyphic
 * blanks.
 */
const BLANKS = '\\u115f\\u1160\\u2800\\u3164\\uffa0\u{1d159}\u{13441}\u{13442}';
/** Control characters, bidirectional overrides and isolates, and unpaired surrogates. */
const FORBIDDEN = '\\u0000-\\u001f\\u007f-\\u009f\\u202a-\\u202e\\u2066-\\u2069\\ud800-\\udfff';

/** Visible character: not a space, format character, combining mark or blank. */
export const VISIBLE_PATTERN = `(?![${BLANKS}])[\\p{L}\\p{N}\\p{P}\\p{S}]`;

/**
 * Returns the pattern of a name: at most `max` characters after trimming, a visible character, and no forbidden ones.
 * [D11]
 */
export const namePattern = (max: number): string =>
  [
    `^(?=[\\s\\S]*${VISIBLE_PATTERN})`,
    '\\s*(?=\\S)',
    `(?![\\s\\S]{${max}}\\s*\\S)`,
    `(?![^${FORBIDDEN}]*(?=[${FORBIDDEN}])[\\s\\S]*\\S)`,
  ].join('');
