/** Characters that never belong in a text: control codes, the byte order mark, noncharacters. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern searches for them
const UNWANTED = /[\u0000-\u0008\u000e-\u001f\u007f-\u0084\u0086-\u009f\ufdd0-\ufdef\ufeff\ufffe\uffff]/g;

export const withoutControls = (text: string): string => text.replace(UNWANTED, '');

/** Matches what `normalizeVerseText` would change. Most verses need no change, and an edition has 31,000. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern searches for them
const UNTIDY = /^\s|\s$|\s{2}|[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u2028\u2029\ufeff\ufffe\uffff]/;

/**
 * Normalizes the text of a verse: "\n" between lines within it, one space between words, no spaces at either end of a
 * line. A single no-break space stays. No other character is changed.
 */
export function normalizeVerseText(raw: string): string {
  if (!UNTIDY.test(raw)) return raw;
  return withoutControls(raw)
    .split('\n')
    .map((line) => line.replace(/\s{2,}|[\t\v\f\r\u0085\u2028\u2029]/g, ' ').trim())
    .filter((line) => line !== '')
    .join('\n');
}

/** Matches a visible character. Soft hyphens, joiners, direction marks and the like are not visible. */
const VISIBLE = /[^\s\p{Default_Ignorable_Code_Point}]/u;

/** Returns whether a text has no visible character. */
export const isBlank = (text: string): boolean => !VISIBLE.test(text);

/** Matches a character of a word or a symbol. */
const WORDS = /[^\s\p{Default_Ignorable_Code_Point}\p{P}\p{Sm}\p{Sk}]/u;

/** Returns whether a text has no words: it is blank, or has only dashes, brackets and the like. [D30] */
export const isWordless = (text: string): boolean => !WORDS.test(text);

const SENTENCE_END = /[\p{Sentence_Terminal}…][\p{Pf}\p{Pe}\p{Pi}"'*\s]*$/u;

/** Returns whether a text ends with a sentence, in any script, also within quotation marks or brackets. */
export const endsSentence = (text: string): boolean => SENTENCE_END.test(text);

/** The slash between the parts of a Hebrew word, in texts that mark them: "בְּ/רֵאשִׁית". */
const MORPHEME_SLASH = /(?<=[\u0590-\u05ff]\u2060?)\/(?=\u2060?[\u0590-\u05ff])/g;

export const withoutMorphemeSlashes = (text: string): string => text.replace(MORPHEME_SLASH, '');
