import { CANON, CANON_LANGUAGES, findBookByName } from '../canon.ts';
import { isNumberWord } from './reference-tokens.ts';

/** Common initials of translations, which people also type in lower case, and which may be abbreviations of books. */
const INITIALS = new Set(
  (
    'kjv nkjv niv esv nlt nasb nrsv nrsvue rsv csb hcsb cev msg amp asv web net ncv gnt tlb ylt bbe bsb tb ' +
    'lut luth elb eü slt hfa ngü gnb neü nlb zb meng ara arc acf naa nvi ntlh nvt nbv kja bj tnm'
  ).split(' '),
);
/** Words of the names of translations. */
const NAME =
  /(?<!\p{L})(?:version|versão|bible|bíblia|bibel|translation|übersetzung|tradução|testament|luther|elberfelder|schlachter|menge|zürcher|einheitsübersetzung|gute nachricht|hoffnung für alle|neues leben|message|king james|almeida|nova|revista|ave[- ]maria|nvi)(?!\p{L})/iu;
/** "NIV", "EÜ", "HfA", "RSV-CE", "LUT2017", "NASB 95" */
const ABBREVIATION = /^(?=\P{Lu}*\p{Lu}\P{Lu}*\p{Lu})\p{L}{2,8}(?:-\p{L}{2,4})?\s?(?:\d\d|\d{4})?$/u;
/** A name in brackets: "(Luther 2017)". */
const CAPITALIZED = /^\p{Lu}[\p{L}'.-]*(?:\s\p{L}[\p{L}'.-]*){0,4}(?:\s(?:\d\d|\d{4}))?$/u;
const YEAR = /\s?(?:\d\d|\d{4})$/;

const IN_BRACKETS = /(?<=^|\d[a-d]?\s*(?:ff?\.?)?)\s*[([]\s*([^()[\]]{2,60}?)\s*[)\]]/gu;
const AFTER_MARK = /(?<=\p{L}.*\d[a-d]?\s*(?:ff?\.?)?)(?:\s*[,;]\s*|\s+-\s+)(\p{L}[^,;]{1,59})$/u;
/** Without a mark, only initials are clear. */
const AFTER_SPACE =
  /(?<=\p{L}.*\d[a-d]?)\s*(?!(?:FF|SS)$)(?<!\p{L})(\p{Lu}{2,6}(?:-\p{Lu}{2,4})?(?:\d\d|\d{4})?|\p{Lu}\p{L}{1,5}(?:\d\d|\d{4}))$/u;

const fullNames = new Set(CANON.flatMap(({ names }) => Object.values(names).map((name) => name.toLowerCase())));
const isBook = (name: string): boolean => CANON_LANGUAGES.some((language) => findBookByName(name, language) !== null);

/** A text without the translations that it names. */
export interface WithoutEdition {
  readonly text: string;
  /** True if it named one. */
  readonly named: boolean;
}

/**
 * Removes the translations that a text names in brackets or after a mark, whether they are installed or not: "John 3:16
 * (ESV)", "Joh 3,16, Luther". Such a name is never a book. Without a mark, the name of a book in capitals is one.
 */
export function withoutEdition(text: string): WithoutEdition {
  const bare = text
    .replace(IN_BRACKETS, (all, name: string) => (isEdition(name) || isBracketed(name) ? ' ' : all))
    .replace(/[\s,;]+$/u, '')
    .replace(AFTER_MARK, (all, name: string) => (isEdition(name.trim()) ? '' : all))
    .replace(AFTER_SPACE, (all, name: string) =>
      isBook(name.replace(YEAR, '')) || isNumberWord(name.replace(YEAR, '')) ? all : '',
    );
  return { text: bare, named: bare !== text.replace(/[\s,;]+$/u, '') };
}

const AFTER_REFERENCE =
  /,?\s{0,3}[([]\s?([^()[\]\n]{2,60}?)\s?[)\]]|,?\s{1,3}(\p{L}{2,8}(?:\d\d|\d{4})?)(?![\p{L}\d])/uy;

/** Returns the translation named directly after a reference, or null. Without brackets, only a common one. */
export function findEditionAfter(text: string, end: number): string | null {
  AFTER_REFERENCE.lastIndex = end;
  const [, bracketed, bare] = AFTER_REFERENCE.exec(text) ?? [];
  if (bracketed !== undefined) return isEdition(bracketed) ? bracketed : null;
  const isCommon = bare !== undefined && ABBREVIATION.test(bare) && INITIALS.has(bare.toLowerCase().replace(YEAR, ''));
  return isCommon ? bare : null;
}

function isEdition(name: string): boolean {
  const word = name.toLowerCase();
  if (fullNames.has(word) || isNumberWord(word)) return false;
  return INITIALS.has(word.replace(YEAR, '')) || ABBREVIATION.test(name) || NAME.test(name);
}

const isBracketed = (names: string): boolean =>
  names
    .split(/\s*[,/]\s*/)
    .every((name) => CAPITALIZED.test(name) && !(YEAR.test(name) && isBook(name.replace(YEAR, ''))));
