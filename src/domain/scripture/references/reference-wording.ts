import { replaceNumberWords } from './number-words.ts';
import { splitBookName } from './reference-book-names.ts';
import { toBookFirst } from './reference-order.ts';
import { RANGE_WORD } from './reference-text.ts';

/** Words before a reference, in any of the languages: "cf.", "Read:", "1. Lesung:", "leitura bíblica". */
const LEAD = new RegExp(
  `^(?:${[
    'see(?:\\s+also)?|cfr?|cp|compare|(?:please\\s+)?turn\\s+to|from|lesson|passage|sermon(?:\\s+text)?|scripture(?:\\s+reading)?|gospel|epistle',
    '[on]t|message|responsorial\\s+psalm|(?:(?:first|second|third|1st|2nd|3rd|scripture|bible|gospel)\\s+)?read(?:ing)?|old\\s+testament|new\\s+testament|bible\\s+(?:text|passage)|text|memory\\s+verse',
    'vgl(?:\\.?\\s*dazu)?|vergleiche|siehe(?:\\s+auch)?|s|lies|(?:(?:erste|zweite|1\\.|2\\.)\\s*)?lesung|schriftlesung|predigt(?:text)?|bibeltext',
    'bibelstelle|losung|lehrtext|wochenspruch|evangelium|epistel|aus',
    'conf(?:ira)?|confer|ve[jr]a?(?:\\s+também)?|vide|leia|ler|(?:(?:primeira|segunda|1a|2a)\\s+)?leitura(?:\\s+b[ií]blica)?',
    'texto(?:\\s+b[ií]blico|\\s+base)?|passagem|mensagem|salmo\\s+responsorial|evangelho|ep[ií]stola',
  ].join('|')})(?:\\s*[.:-]\\s*|\\s+)(?=[\\p{L}\\d])`,
  'iu',
);

const ARTICLES = '(?:(?:the|das|der|die|den|dem|o|a|in|im|aus|no|na|from)\\s+)*';
const OF = '(?:(?:of|from|in|im|aus|von|vom|des|der|dem|do|da|de|dos|em|no|na|the|o|a)\\s+)+';
const ORDINAL = '(?:\\.|st|nd|rd|th|te[rsmn]?|[oa])';
/** The words for one chapter and for verses, in a pattern. */
const CHAPTER_WORD = '(?:chapter|chap\\.?|ch\\.?|cap[ií]tulo|cap\\.?|kapitel|kap\\.?)';
const VERSE_WORD = '(?:verses?|vers[ií]culos?|versos?|versen?|vers|vv?|vss?)';

/** "verse 16 of John 3", "the 16th verse of John 3" */
const VERSE_FIRST = new RegExp(
  `^${ARTICLES}(?:${VERSE_WORD}[\\s.]*(\\d[\\d\\s,.&-]*(?:(?:and|und|e)\\s+\\d+)?)|(\\d+)${ORDINAL}\\s+${VERSE_WORD})[\\s,]+${OF}(?=.*\\p{L})`,
  'iu',
);
/** "the 8th chapter of Romans", "Kapitel 3 im Johannesevangelium, Vers 16". Not "3 chapters of John". */
const CHAPTER_FIRST = new RegExp(
  `^${ARTICLES}(?:${CHAPTER_WORD}\\s*(\\d+)\\.?|(\\d+)${ORDINAL}\\s*${CHAPTER_WORD}),?\\s+(?:${OF})?((?:[1-5][.\\s]*)?\\p{L}[^\\d,]*?)(?=[\\s,]*$|[\\s,]+${VERSE_WORD}[\\s.]*\\d)`,
  'iu',
);

/**
 * Rewrites a text that says a reference in words, for a second attempt to read it: without words before it, with digits
 * for number words, and with the book first. Returns the same text if nothing was found.
 */
export function reword(typed: string): string {
  const bare = typed.replace(LEAD, '');
  const numbered = replaceNumberWords(bare).text;
  if (numbered === bare) return moveBookFirst(bare);
  const moved = moveBookFirst(numbered.replace(RANGE_WORD, '-'));
  // "Number one" and "is one" are no chapters, and "two kings" is no book.
  const named = splitBookName(toBookFirst(moved));
  return named && named.name.length > 2 && named.rest !== '' ? moved : moveBookFirst(bare);
}

const moveBookFirst = (text: string): string =>
  text
    .replace(/^.*$/su, (all) => {
      const [lead = '', numbers, ordinal] = VERSE_FIRST.exec(all) ?? [];
      return lead === '' ? all : `${all.slice(lead.length)} verse ${(numbers ?? ordinal)!.trim()}`;
    })
    .replace(CHAPTER_FIRST, (_, chapter?: string, ordinal?: string, book?: string) => `${book} ${chapter ?? ordinal}`)
    .replace(/\.$/, '');
