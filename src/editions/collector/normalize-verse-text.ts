/** What never belongs into text on a screen: controls, the byte order mark, marks of non-characters. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const UNWANTED = /[\u0000-\u0008\u000e-\u001f\u007f-\u0084\u0086-\u009f\ufeff\ufffe\uffff]/g;

/** What Windows-1252 has from 0x80 on; five of its places are empty. */
const WINDOWS_1252 = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ';

/** Text in Windows-1252 that was read as Latin-1 has controls in place of quotation marks, dashes and the like. [D30] */
export const repairWindows1252 = (text: string): string =>
  text.replace(/[\u0080-\u009f]/g, (control) => WINDOWS_1252[control.charCodeAt(0) - 0x80]!);

export const withoutControls = (text: string): string => text.replace(UNWANTED, '');

/** What `normalizeVerseText` would change; most verses have nothing of it, and an edition has 31,000. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const UNTIDY = /^\s|\s$|\s{2}|[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u2028\u2029\ufeff\ufffe\uffff]/;

/**
 * The text of a verse as an edition keeps it, of what a format gave: "\n" between lines that begin within it, one space between
 * words, none at either end of a line; a no-break space that stands alone stays. No other character is changed.
 */
export function normalizeVerseText(raw: string): string {
  if (!UNTIDY.test(raw)) return raw;
  return withoutControls(raw)
    .split('\n')
    .map((line) => line.replace(/\s{2,}|[\t\v\f\r\u0085\u2028\u2029]/g, ' ').trim())
    .filter((line) => line !== '')
    .join('\n');
}

/** What can be seen. Ignorable are soft hyphens, joiners, marks of direction and the like. */
const VISIBLE = /[^\s\p{Default_Ignorable_Code_Point}]/u;

/** Whether nothing of a text would be on a screen. */
export const isBlank = (text: string): boolean => !VISIBLE.test(text);

/** What a word or a sign has. */
const WORDS = /[^\s\p{Default_Ignorable_Code_Point}\p{P}\p{Sm}\p{Sk}]/u;

/** Whether a text says nothing: it is blank, or has only dashes, brackets and the like. [D30] */
export const isWordless = (text: string): boolean => !WORDS.test(text);

const SENTENCE_END = /[\p{Sentence_Terminal}…][\p{Pf}\p{Pe}\p{Pi}"'*\s]*$/u;

/** Whether a text ends with a sentence, in any script, also within quotation marks or brackets. */
export const endsSentence = (text: string): boolean => SENTENCE_END.test(text);

/** Between the parts of a Hebrew word, in texts that tell them apart: "בְּ/רֵאשִׁית". */
const MORPHEME_SLASH = /(?<=[\u0590-\u05ff]\u2060?)\/(?=\u2060?[\u0590-\u05ff])/g;

export const withoutMorphemeSlashes = (text: string): string => text.replace(MORPHEME_SLASH, '');

/** Characters of which one is in all that `MARKUP` finds; most verses have none. */
const MARKUP_CHARACTERS = /[\\|<*/{&]/;
/** USFM markers, attributes, tags, references to characters, numbers of dictionaries, and ends of notes: "/fn/", "/*fn". */
const MARKUP =
  /\\\+?[a-z]+|\|\s*[\w-]+=|<[!/]?[a-z][^\s>]*|&#?\w+;|\{[HG]?\d+\}|\/\*\w*|\*\/\w*|(?<![\p{L}\p{N}])\/[a-z]+\/|\\\*/iu;

/** What is left of a source's markup in the text of a verse; null if it has nothing of it. */
export function findMarkup(text: string): string | null {
  return MARKUP_CHARACTERS.test(text) ? (MARKUP.exec(text)?.[0] ?? null) : null;
}
