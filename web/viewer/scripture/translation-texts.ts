import type { ViewerEdition, ViewerItem } from '../../../src/contract/viewer.ts';
import type { DisplayPage, Excerpt } from '../../shared/display-pages.ts';
import { toCredit, toReference } from './reader-passages.ts';

/** What a page shows of one translation. */
export interface TranslationText {
  /** Key of its edition. */
  readonly key: string;
  readonly edition: ViewerEdition;
  /** The verses of each line; none where the translation lacks it. */
  readonly rows: readonly (readonly PageVerse[])[];
  readonly reference: string;
}

/** A verse, or what of it belongs to the part that is shown. */
interface PageVerse {
  readonly item: ViewerItem;
  readonly text: string;
  /** Whether its first word is here. */
  readonly begins: boolean;
}

/**
 * The texts of the translations that have something of the page, in the order of the queue: at most `most`, or those of `only` where it
 * finds any.
 */
export function toTranslationTexts(
  page: DisplayPage,
  editions: Readonly<Record<string, ViewerEdition>>,
  only?: readonly string[] | null,
  most?: number,
): TranslationText[] {
  const rows = new Map<string, PageVerse[][]>();
  for (const [row, { translations }] of page.lines.entries()) {
    for (const [index, items] of translations.entries()) {
      const verses = cutVerses(items, page.excerpts[row]![index]!);
      const key = items[0]!.edition;
      if (!rows.has(key))
        rows.set(
          key,
          page.lines.map(() => []),
        );
      rows.get(key)![row] = verses;
    }
  }
  const wanted = only?.filter((key) => rows.has(key)) ?? [];
  return (wanted.length > 0 ? wanted : [...rows.keys()].slice(0, most)).map((key) => {
    const edition = editions[key] ?? { name: key, language: 'und', attribution: '' };
    const items = rows.get(key)!.flatMap((row) => row.map(({ item }) => item));
    return { key, edition, rows: rows.get(key)!, reference: toReference(items, edition.language) };
  });
}

/** Tells what is shown from what is shown before and after it. */
export const toPageId = (texts: readonly TranslationText[]): string =>
  texts.flatMap(({ rows }) => rows.flat().map(({ item, text }) => `${item.id} ${text}`)).join();

/** The verses of a line that an excerpt of their joined text has something of. */
function cutVerses(items: readonly ViewerItem[], { text, start }: Excerpt): PageVerse[] {
  const end = start + text.length;
  const verses: PageVerse[] = [];
  let from = 0;
  for (const item of items) {
    const to = from + item.text.length;
    const part = item.text.slice(Math.max(0, start - from), Math.max(0, end - from));
    if (part.trim() || items.length === 1) verses.push({ item, text: part, begins: from >= start });
    from = to + 1;
  }
  return verses;
}

/** Whether verses are told apart by their numbers: not where each translation has one alone. */
export const showsVerseNumbers = (texts: readonly TranslationText[]): boolean =>
  texts.some(({ rows }) => rows.flat().length > 1);

/** The places that the texts are of: mostly one, in as many languages as they have. */
export function toReferences(texts: readonly TranslationText[]): { reference: string; language: string }[] {
  const languages = new Map(texts.map(({ reference, edition }) => [reference, edition.language]));
  return Array.from(languages, ([reference, language]) => ({ reference, language }));
}

/** The names of the translations. That of one alone is not said where its rights have it. */
export const toTranslationNames = (texts: readonly TranslationText[]): string[] =>
  texts.map(({ edition }) => (texts.length > 1 ? edition.name : toCredit(edition).name)).filter(Boolean);

/** The rights of each translation, word for word. Of several, each is named. */
export function joinRights(texts: readonly TranslationText[]): string {
  if (texts.length === 1) return toCredit(texts[0]!.edition).rights;
  return texts
    .map(({ edition: { name, attribution } }) => (attribution.includes(name) ? attribution : `${name}: ${attribution}`))
    .join(' · ');
}
