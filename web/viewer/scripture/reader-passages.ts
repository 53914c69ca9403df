import type { ViewerEdition, ViewerItem } from '../../../src/contract/viewer.ts';
import { toViewerLines, type ViewerLine } from '../../shared/display-pages.ts';

/** Lines under one heading: rising verses of one chapter, in the same translations or of one run. */
export interface ReaderPassage {
  /** Id of the first item. */
  key: string;
  lines: readonly ViewerLine[];
  items: readonly ViewerItem[];
}

const firstOf = ({ translations }: ViewerLine): ViewerItem => translations[0]![0]!;
const itemsOf = (lines: readonly ViewerLine[]): ViewerItem[] =>
  lines.flatMap(({ translations }) => translations.flat());

/** Returns the edition keys of a passage, in the order of its lines. */
export const editionKeysOf = ({ items }: Pick<ReaderPassage, 'items'>): string[] => [
  ...new Set(items.map(({ edition }) => edition)),
];

/**
 * Splits the queue where a reader expects a new heading. Unchanged passages keep their identity from `previous`, so
 * that an appended verse renders only the last passage again.
 */
export function toReaderPassages(items: ViewerItem[], previous: ReaderPassage[] = []): ReaderPassage[] {
  const groups: ViewerLine[][] = [];
  for (const line of toViewerLines(items)) {
    const group = groups.at(-1);
    const last = group?.at(-1);
    if (group && last && continuesPassage(last, line)) group.push(line);
    else groups.push([line]);
  }
  const known = new Map(previous.map((passage) => [passage.key, passage]));
  return groups.map((lines) => {
    const lineItems = itemsOf(lines);
    const key = lineItems[0]!.id;
    const old = known.get(key);
    const same =
      old && old.items.length === lineItems.length && old.items.every((item, index) => item === lineItems[index]);
    return same ? old : { key, lines, items: lineItems };
  });
}

function continuesPassage(last: ViewerLine, line: ViewerLine): boolean {
  const [before, first] = [firstOf(last), firstOf(line)];
  const sameTranslations = last.run === line.run || String(editionsIn(last)) === String(editionsIn(line));
  return sameTranslations && sameChapter(before, first) && first.verse > before.verse;
}

const editionsIn = ({ translations }: ViewerLine): string[] => translations.map(([item]) => item!.edition);

/**
 * Returns an edition's name and rights statement for display side by side, without repeating the name. An attribution
 * that starts with the name is shortened; if it contains the name elsewhere, the name is empty.
 */
export function toCredit({ name, attribution }: Pick<ViewerEdition, 'name' | 'attribution'>) {
  const after = attribution.startsWith(name) ? attribution.slice(name.length) : null;
  // Text that follows without punctuation belongs to the name, such as a trademark sign.
  const rest = after !== null && /^(?:[,.;:·–—]\s*(.*))?$/su.exec(after);
  if (!rest) return { name: attribution.includes(name) ? '' : name, rights: attribution };
  const [, rights = ''] = rest;
  return { name, rights: rights.charAt(0).toUpperCase() + rights.slice(1) };
}

/** Longest attribution that screens show whole, in characters. */
const ATTRIBUTION_MAX_CHARACTERS = 300;
/** The end of a sentence: not behind an abbreviation such as "Inc." or "St.", or one letter. */
const SENTENCE_END =
  /(?<!(?:^|[\s(])(?:\p{L}|Inc|Ltd|Co|Corp|St|Dr|Mr|Mrs|No|Nr|Vol|Bd|ed|eds|vgl|bzw))[.!?](?=\s+[\p{Lu}\p{N}©])|。/u;

/**
 * Returns an attribution as screens show it: a page of law is cut to its first sentence, so that it leaves room for the
 * text. The reader shows it whole. [D30]
 */
export function shortenAttribution(text: string): string {
  if (text.length <= ATTRIBUTION_MAX_CHARACTERS) return text;
  const end = SENTENCE_END.exec(text);
  const sentence = end ? text.slice(0, end.index + 1) : text;
  if (sentence.length <= ATTRIBUTION_MAX_CHARACTERS) return sentence;
  return `${sentence.slice(0, ATTRIBUTION_MAX_CHARACTERS).replace(/\s\S*$/, '')}…`;
}

/** Returns the credit of an edition as screens show it. A name that was cut off stands beside the rights. */
export function toShortCredit(edition: Pick<ViewerEdition, 'name' | 'attribution'>) {
  const { name, rights: whole } = toCredit(edition);
  const rights = shortenAttribution(whole);
  return { name: name || (rights.includes(edition.name) ? '' : edition.name), rights };
}

/**
 * Formats a reference: "John 3:16", "John 3:16–18", in German "Johannes 3,16–18"; with omitted verses "John 3:16, 18",
 * across chapters "John 3:36–4:1". `items` are rising verses of one book.
 */
export function toReference(items: readonly ViewerItem[], language: ViewerEdition['language'] | undefined): string {
  const first = items[0];
  const last = items.at(-1);
  if (!first || !last) return '';
  const [mark, list] = /^de\b/.test(language ?? '') ? [',', '.'] : [':', ', '];
  if (last.chapter !== first.chapter) {
    return `${toChapterHeading(first)}${mark}${first.verse}–${last.chapter}${mark}${last.verse}`;
  }
  const ranges: [number, number][] = [];
  for (const { verse } of items) {
    const range = ranges.at(-1);
    if (range && verse <= range[1] + 1) range[1] = Math.max(verse, range[1]);
    else ranges.push([verse, verse]);
  }
  const verses = ranges.map(([from, to]) => (from === to ? from : `${from}–${to}`)).join(list);
  return `${toChapterHeading(first)}${mark}${verses}`;
}

/** Formats a typed reference ("John 3:16-18") with the en dash of print. */
export const toPrintedReference = (reference: string): string =>
  singularPsalm(reference.replace(/(?<=\d)-(?=\d)/g, '–'));

/** Formats a chapter: "John 3". A no-break space keeps the number with its book, and "1 John" together. */
export function toChapterHeading(item: ViewerItem): string {
  return singularPsalm(`${item.book.replace(/^(\d\.?) /, '$1\u00a0')}\u00a0${item.chapter}`);
}

const sameChapter = (a: ViewerItem, b: ViewerItem): boolean => a.book_id === b.book_id && a.chapter === b.chapter;

/**
 * Formats "Psalms 23:1" as printed, "Psalm 23:1". References to several psalms keep the plural: "Psalms 23–24", "Psalms
 * 1:6–2:2".
 */
const singularPsalm = (reference: string): string =>
  reference.replace(/^(Psalm|Salmo)(s|en)(?=\s\d+([:,]\d+([-–]\d+)?)?$)/, '$1');
