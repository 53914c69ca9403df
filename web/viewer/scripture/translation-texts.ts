import type { ViewerEdition, ViewerItem } from '../../../src/contract/viewer.ts';
import type { DisplayPage, Excerpt } from '../../shared/display-pages.ts';
import { shortenAttribution, toReference, toShortCredit } from './reader-passages.ts';

/** Text of a page in one translation. */
export interface TranslationText {
  /** Key of the edition. */
  readonly key: string;
  readonly edition: ViewerEdition;
  /** Verses of each line; empty if the translation lacks the line. */
  readonly rows: readonly (readonly PageVerse[])[];
  readonly reference: string;
}

/** Verse, or the part of it on this page. */
interface PageVerse {
  readonly item: ViewerItem;
  readonly text: string;
  /** Whether the text includes the start of the verse. */
  readonly begins: boolean;
}

/**
 * Returns the texts of the translations that have content on the page, in queue order: those of `only` if any match, or
 * else at most `most`.
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

/** Returns an id that distinguishes this page's content from the previous and the next one. */
export const toPageId = (texts: readonly TranslationText[]): string =>
  texts.flatMap(({ rows }) => rows.flat().map(({ item, text }) => `${item.id} ${text}`)).join();

/** Returns the verses of a line that an excerpt of their joined text covers, at least in part. */
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

/** Returns whether verses need numbers: not if each translation has a single verse. */
export const showsVerseNumbers = (texts: readonly TranslationText[]): boolean =>
  texts.some(({ rows }) => rows.flat().length > 1);

/** Returns the distinct references of the texts with their languages. */
export function toReferences(texts: readonly TranslationText[]): { reference: string; language: string }[] {
  const languages = new Map(texts.map(({ reference, edition }) => [reference, edition.language]));
  return Array.from(languages, ([reference, language]) => ({ reference, language }));
}

/** Returns the names of the translations. The name of a single one is omitted if its rights statement contains it. */
export const toTranslationNames = (texts: readonly TranslationText[]): string[] =>
  texts.map(({ edition }) => (texts.length > 1 ? edition.name : toShortCredit(edition).name)).filter(Boolean);

/** Returns the rights statements as screens show them, each with its translation's name if there are several. */
export function joinRights(texts: readonly TranslationText[]): string {
  if (texts.length === 1) return toShortCredit(texts[0]!.edition).rights;
  return texts
    .map(({ edition: { name, attribution } }) => {
      const rights = shortenAttribution(attribution);
      return rights.includes(name) ? rights : `${name}: ${rights}`;
    })
    .join(' · ');
}
