import { decodeHTMLStrict } from 'entities';
import { repairWindows1252 } from '../../import-files/windows-1252.ts';

/** Every markup has one of these. Most verses have none, so they need no further check. */
const SIGNS = /[\\|<>{}]|&#?\w+;|\/\*|\*\/|\/[a-z]+\//i;

const ATTRIBUTES = '(?:\\s+[\\w:.-]+\\s*=\\s*(?:"[^"<>]*"|\'[^\'<>]*\'))';
/** Elements that begin or end a line, or a cell of it. */
const BLOCKS = 'br|cell|div|h[1-6]|item|l|lb|lg|li|p|para|row|table|td|tr';
/** Elements within a line. A name that is not known, without attributes, is a word in angle brackets. */
const INLINE =
  'a|added|b|big|char|chapter|divineName|em|font|foreign|gr|gram|hi|i|milestone|name|pb|q|reference|s|seg|small|span|strong|style|sub|sup|sync|transChange|u|v|verse|w';
/** Elements whose words are not those of a verse, and such an element. */
const ASIDES = 'note|rdg|ref|scripRef|title|xref';

const ASIDE = `<(${ASIDES})\\b[^<>]*>[^<]*(?:<(?!/?\\1\\b)[^<]*)*</\\1\\s*>`;

/** Markup and its replacements, in this order. */
const RULES: readonly (readonly [markup: RegExp, replacement: string | ((found: string, inner: string) => string)])[] =
  [
    [/<</g, '«'],
    [/>>/g, '»'],
    [/<!--(?:(?!<!--)[\s\S])*?-->|<!\[CDATA\[|\]\]>/g, ''],
    [new RegExp(`${ASIDE}(?=[\\s.,;:!?)]|$)`, 'gi'), ''],
    [new RegExp(ASIDE, 'gi'), ' '],
    [new RegExp(`</?(?:${BLOCKS}|${ASIDES})${ATTRIBUTES}*\\s*/?>`, 'gi'), ' '],
    [new RegExp(`</?(?:${INLINE})\\s*/?>|</?[a-z][\\w:.-]*${ATTRIBUTES}+\\s*/?>|</[a-z][\\w:.-]*\\s*>`, 'gi'), ''],
    // Tags of the General Bible Format, such as "<FI>" and "<WH430>".
    [/<(?:W[AGHT][\w-]*|(?:C[AGLMT]|J[CLR]|[FPRT][A-Za-z])\d*)>/g, ''],
    // Dictionary numbers, verse numbers of other editions, and parts of speech: "{H430}", "{12:50}", "{P-GSM}".
    [/\{(?:[HG]?\d+(?::\d+)?|[A-Z\d]+(?:-[A-Z\d]+)+)\}/g, ''],
    // Attributes, also those of a tag whose beginning is missing.
    [/(?:\| ?)?(?<![\w-])[\w-]+="[^"<>]*" ?\/?>?/g, ''],
    [/\\'([\da-f]{2})/gi, (_, code) => repairWindows1252(String.fromCharCode(Number.parseInt(code, 16)))],
    [/\\\+?(?:line|pard?|tab|[bmpq]\d?|pi\d?|li\d?)(?![a-z])\*? ?/g, ' '],
    [/\\\+?[a-z]+-?\d*(?:\*| ?)/gi, ''],
    // Ends of notes: "/fn/", "/*fn".
    [/\/\*\w*|\*\/\w*|\\\*|(?<![\p{L}\p{N}])\/[a-z]+\//giu, ''],
    [/[\\<>{}]|\|(?=\S)|(?<=\S)\|/g, ''],
  ];

/**
 * Removes markup that an importer left in the text of a verse, of any format. The words stay, apart from those of notes
 * and headings. `found` is the first markup. Angle brackets, braces and backslashes are never part of scripture, so
 * none of them stays, and neither does a vertical bar that touches a word. [D30]
 */
export function withoutMarkup(text: string): { text: string; found: string | null } {
  if (!SIGNS.test(text)) return { text, found: null };
  let words = text;
  // What is escaped twice is decoded twice.
  for (let before = ''; before !== words; ) {
    before = words;
    words = decodeHTMLStrict(words);
  }
  let found = words === text ? null : (/&#?\w+;/.exec(text)?.[0] ?? null);
  for (const [markup, replacement] of RULES) {
    words = words.replace(markup, (whole: string, inner: string) => {
      found ??= whole.trim();
      return typeof replacement === 'string' ? replacement : replacement(whole, inner);
    });
  }
  return { text: words, found };
}
