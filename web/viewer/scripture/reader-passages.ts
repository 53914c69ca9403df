import type { ViewerEdition, ViewerItem } from '../../../src/contract/viewer.ts';
import { toViewerLines, type ViewerLine } from '../../shared/display-pages.ts';

/** Lines under one heading: one book and chapter, verses rising, in the same translations or of one run. */
export interface ReaderPassage {
  /** Id of its first item. */
  key: string;
  lines: readonly ViewerLine[];
  items: readonly ViewerItem[];
}

const firstOf = ({ translations }: ViewerLine): ViewerItem => translations[0]![0]!;
const itemsOf = (lines: readonly ViewerLine[]): ViewerItem[] =>
  lines.flatMap(({ translations }) => translations.flat());

/** Keys of the editions of a passage, in the order of its lines. */
export const editionKeysOf = ({ items }: Pick<ReaderPassage, 'items'>): string[] => [
  ...new Set(items.map(({ edition }) => edition)),
];

/**
 * Splits the queue where a reader would expect a new heading. A passage whose items have not changed is the same
 * object as in `previous`, so that an appended verse redraws the last passage only.
 */
export function toReaderPassages(items: ViewerItem[], previous: ReaderPassage[] = []): ReaderPassage[] {
  const stretches: ViewerLine[][] = [];
  for (const line of toViewerLines(items)) {
    const stretch = stretches.at(-1);
    const last = stretch?.at(-1);
    if (stretch && last && goesOn(last, line)) stretch.push(line);
    else stretches.push([line]);
  }
  const known = new Map(previous.map((passage) => [passage.key, passage]));
  return stretches.map((lines) => {
    const of = itemsOf(lines);
    const key = of[0]!.id;
    const old = known.get(key);
    const same = old && old.items.length === of.length && old.items.every((item, index) => item === of[index]);
    return same ? old : { key, lines, items: of };
  });
}

function goesOn(last: ViewerLine, line: ViewerLine): boolean {
  const [before, first] = [firstOf(last), firstOf(line)];
  const together = last.run === line.run || String(editionsIn(last)) === String(editionsIn(line));
  return together && sameChapter(before, first) && first.verse > before.verse;
}

const editionsIn = ({ translations }: ViewerLine): string[] => translations.map(([item]) => item!.edition);

/**
 * An edition's name and its rights, to stand side by side: the name is not said twice. An attribution that begins with it goes on after
 * it; beside one that has it elsewhere, the name is empty.
 */
export function toCredit({ name, attribution }: Pick<ViewerEdition, 'name' | 'attribution'>) {
  const after = attribution.startsWith(name) ? attribution.slice(name.length) : null;
  // What follows without a pause belongs to the name, such as the sign of a trademark.
  const rest = after !== null && /^(?:[,.;:·–—]\s*(.*))?$/su.exec(after);
  if (!rest) return { name: attribution.includes(name) ? '' : name, rights: attribution };
  const [, rights = ''] = rest;
  return { name, rights: rights.charAt(0).toUpperCase() + rights.slice(1) };
}

/**
 * "John 3:16", "John 3:16–18", in German "Johannes 3,16–18"; where verses are left out "John 3:16, 18", and past the end of a chapter
 * "John 3:36–4:1". `items` are verses of one book, rising.
 */
export function toReference(items: readonly ViewerItem[], language: ViewerEdition['language'] | undefined): string {
  const first = items[0];
  const last = items.at(-1);
  if (!first || !last) return '';
  const [mark, list] = language === 'de' ? [',', '.'] : [':', ', '];
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

/** A reference as people type it ("John 3:16-18"), with the dash of print. */
export const toPrintedReference = (reference: string): string => onePsalm(reference.replace(/(?<=\d)-(?=\d)/g, '–'));

/** "John 3". A space that does not break keeps the number beside its book, and "1 John" whole. */
export function toChapterHeading(item: ViewerItem): string {
  return onePsalm(`${item.book.replace(/^(\d\.?) /, '$1\u00a0')}\u00a0${item.chapter}`);
}

/** "Psalms 23:1" as it is printed, "Psalm 23:1"; "Psalms 23–24" and "Psalms 1:6–2:2" are several. */
const onePsalm = (reference: string): string =>
  reference.replace(/^(Psalm|Salmo)(s|en)(?=\s\d+([:,]\d+(–\d+)?)?$)/, '$1');

const sameChapter = (a: ViewerItem, b: ViewerItem): boolean => a.book_id === b.book_id && a.chapter === b.chapter;
