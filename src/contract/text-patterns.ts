/**
 * Patterns of texts, as ECMA-262 regular expressions with the flag u. Each runs in linear time, because requests can be
 * long. Those of the OpenAPI document use only what RE2, Python and ECMA-262 read alike: no lookaround, no `\p`, `\s`,
 * `\d` or `\u`. [D48]
 */

/** Unpaired surrogates. The document leaves them out, because text in UTF-8 has none. */
export const SURROGATES = '\\ud800-\\udfff';

/** Excludes NUL, which PostgreSQL cannot store, and unpaired surrogates. */
export const TEXT_PATTERN = `^[^\\x00${SURROGATES}]*$`;
/** Also excludes control characters other than tab, line feed and carriage return. */
export const PRINTABLE_PATTERN = `^[^\\x00-\\x08\\x0b\\x0c\\x0e-\\x1f\\x7f-\\x9f${SURROGATES}]*$`;
/** Scripts that are written without spaces or, like Korean, attach endings to words, as part of a character class. */
export const UNSPACED_SCRIPTS = String.raw`\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Hangul}\p{scx=Thai}\p{scx=Lao}\p{scx=Khmer}\p{scx=Mymr}`;
const UNSPACED = new RegExp(`[${UNSPACED_SCRIPTS}]`, 'u');
/** Returns whether a text has a character of these scripts. */
export const hasUnspacedScript = (text: string): boolean => UNSPACED.test(text);
/** Id in a request body. */
export const ID_PATTERN = '^[A-Za-z0-9_-]{1,64}$';
/** CCLI song number; may be empty in a request. */
export const CCLI_PATTERN = '^ *[0-9]{0,12} *$';
/** Number of a song in its book. [D77] */
export const SONG_NUMBER_PATTERN = '^ *[0-9]{1,5} *$';
/** Name of a chord. [D77] */
export const CHORD_PATTERN = `^[^\\x00-\\x20\\x5b\\x5d\\x7f-\\xa0${SURROGATES}]+$`;
/** Address that a page can show as a link; may be empty in a request. */
export const WEB_ADDRESS_PATTERN = `^(?:https?://[^\\x00${SURROGATES}]*)?$`;
/** Language tag, BCP 47: a code of two or three letters, and subtags. [D71] */
export const LANGUAGE_TAG_PATTERN = '^[A-Za-z]{2,3}(-[A-Za-z0-9]{1,8})*$';
/** Cursor in base64url. */
export const CURSOR_PATTERN = '^[A-Za-z0-9_-]+$';
/** Slug in a request. Slugs are compared without case. [D28] */
export const ANY_CASE_SLUG_PATTERN = '^[A-Za-z0-9-]{2,32}$';

/**
 * Letters and symbols without a visible form: Hangul fillers, blank Braille pattern, null notehead, hieroglyphic
 * blanks.
 */
const BLANKS = '\\u115f\\u1160\\u2800\\u3164\\uffa0\u{1d159}\u{13441}\u{13442}';
/**
 * Control characters, line and paragraph separators, bidirectional overrides and isolates, tag characters, which hide
 * text in a name, and unpaired surrogates.
 */
const FORBIDDEN = `\\x00-\\x1f\\x7f-\\x9f\\u2028-\\u202e\\u2066-\\u2069\u{e0000}-\u{e007f}${SURROGATES}`;

/** Visible character: not a space, format character, combining mark or blank. */
export const VISIBLE_PATTERN = `(?![${BLANKS}])[\\p{L}\\p{N}\\p{P}\\p{S}]`;

/** Requires a character that is no space or control character: the part of `namePattern` that the document states. */
export const NAME_PATTERN = '[^\\x00-\\x20\\x7f-\\xa0]';

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
