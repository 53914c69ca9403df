import type { PhoneChapter, PhoneText } from '../../../src/contract/phones.ts';
import type { ViewerItem, ViewerState } from '../../../src/contract/viewer.ts';
import { toViewerLines } from '../../shared/display-pages.ts';

type Content = Pick<ViewerState, 'items' | 'editions' | 'focus'>;

/** A chapter of the phone's edition: its content, `missing` if the edition lacks it, or `waiting` until it is known. */
export type PhoneChapterContent = PhoneChapter | 'missing' | 'waiting';

/**
 * Returns the content in the edition of a phone. A line has the text of that edition in place of all translations of
 * the screen. What the edition lacks stays as it is on the screen, and names its edition. [D72]
 */
export function translateItems(
  { items, editions, focus }: Content,
  text: PhoneText,
  chapterOf: (item: ViewerItem) => PhoneChapterContent,
): Content {
  const key = `${text.slug} ${text.revision}`;
  const result: ViewerItem[] = [];
  let before = '';
  let beforeId = '';
  let translatedFocus = focus;
  for (const line of toViewerLines(items)) {
    const own = line.translations[0]!;
    const places = own.map((item) => ({ item, found: findText(item, chapterOf(item)) }));
    const texts = places.flatMap(({ found }) => (Array.isArray(found) ? found : []));
    if (texts.length === 0) {
      const isLacking = places.some(({ found }) => found === 'missing');
      // The heading of a chapter that the edition lacks names the screen's edition.
      const isLackingChapter = own.every((item) => chapterOf(item) === 'missing');
      if (isLackingChapter) result.push(...own);
      else if (isLacking) result.push(...own.map((item) => toLacking(item, editions, key)));
      else result.push(...line.translations.flat());
      before = '';
      continue;
    }
    const [first] = texts;
    const same = texts.map(({ chapter, verse }) => `${chapter}:${verse}`).join();
    const id = own[0]!.id;
    // A verse of the edition can span several of the screen: it stands at the first.
    if (same === before) {
      if (focus !== null && line.translations.flat().some((item) => item.id === focus)) translatedFocus = beforeId;
      continue;
    }
    before = same;
    beforeId = id;
    const chapter = chapterOf(own[0]!);
    result.push({
      ...own[0]!,
      ...(typeof chapter === 'object' && { book: chapter.book }),
      chapter: first!.chapter,
      verse: first!.verse,
      text: [...new Set(texts.map((each) => each.text))].join(' '),
      edition: key,
    });
  }
  const { name, language_tag, attribution } = text;
  return {
    items: result,
    focus: translatedFocus,
    editions: { ...editions, [key]: { name, language: language_tag ?? 'und', attribution } },
  };
}

/** Returns a verse of the screen that stands among those of the phone's edition. */
const toLacking = (item: ViewerItem, editions: Content['editions'], key: string): ViewerItem => {
  const { name = '', language = 'und' } = editions[item.edition] ?? {};
  return { ...item, edition: key, from: { edition: item.edition, name, language } };
};

function findText(item: ViewerItem, chapter: PhoneChapterContent) {
  if (typeof chapter === 'string') return chapter;
  return chapter.lines.find(({ verse }) => verse === item.verse)?.texts ?? 'missing';
}
