import { LecternProblem } from '../../../clients/typescript/src/index.ts';
import { isOpenEnded, type PassageRange } from '../../../src/contract/passage-format.ts';
import type { Chapter } from '../../../src/contract/schemas/lookup.ts';
import { openChapterReader, type ReadChapter } from '../../session/chapter-reader.ts';
import { type FormatPassages, toPassages } from '../../session/passages.ts';
import type { Session } from '../../session/session.ts';
import type { DraftEntry } from './plan-draft.ts';

/** One place in scripture, in the translations that have it. */
type PrintedVerse = Pick<Chapter['lines'][number], 'texts'>;

/** Passage of an entry. `missing`: no edition has it. `unread`: the text is no reference. `unknown`: not known yet. */
export interface ReadPassage {
  readonly state: 'read' | 'missing' | 'unread' | 'unknown';
  /** Reference in the language of the page; null if the text is no reference. */
  readonly reference: string | null;
  readonly passages: readonly PassageRange[];
  readonly verses: readonly PrintedVerse[];
}

/** Reads the texts of passages, each chapter once. */
export interface PassageReader {
  /**
   * Reads a passage, or only its beginning. Rejects with LecternProblem, or with TypeError on a network error.
   */
  read(entry: Pick<DraftEntry, 'passage' | 'translations'>, extent: 'beginning' | 'whole'): Promise<ReadPassage>;
  /** Parses a typed reference. Returns null if the text is not one. */
  parse(text: string): Promise<{ readonly passages: readonly PassageRange[]; readonly exists: boolean } | null>;
}

/** Last verse of a passage to the end of a chapter. */
const END = Number.MAX_SAFE_INTEGER;

/** `liveId`: the Live whose translations are read; without one, texts are not known. */
export function openPassageReader(session: Session, liveId: string | null, format: FormatPassages): PassageReader {
  const readChapter = liveId === null ? null : openChapterReader(session, liveId);

  const parse = async (text: string) => {
    const query = { q: text, ...(liveId !== null && { live_id: liveId }) };
    const { data } = await session.client.GET('/v1/references', { params: { query } });
    const [first] = data.data;
    return first ? { passages: toPassages(first), exists: first.exists } : null;
  };

  return {
    parse,
    async read({ passage = '', translations }, extent) {
      const parsed = typeof passage === 'string' ? await parse(passage) : { passages: passage, exists: true };
      if (!parsed) return { state: 'unread', reference: null, passages: [], verses: [] };
      const { passages } = parsed;
      const reference = format(passages);
      if (!parsed.exists) return { state: 'missing', reference, passages, verses: [] };
      if (!readChapter) return { state: 'unknown', reference, passages, verses: [] };
      const verses: PrintedVerse[] = [];
      for (const range of extent === 'whole' ? passages : passages.slice(0, 1)) {
        const read = await readVerses(readChapter, range, translations?.join(), extent);
        if (!read) return { state: 'missing', reference, passages, verses: [] };
        verses.push(...read);
      }
      return { state: 'read', reference, passages, verses };
    },
  };
}

/** Reads the verses of a passage, or those in its first chapter. Returns null if some of them are missing. */
async function readVerses(
  readChapter: ReadChapter,
  range: PassageRange,
  translations: string | undefined,
  extent: 'beginning' | 'whole',
): Promise<readonly PrintedVerse[] | null> {
  const first = range.chapter ?? 1;
  const last = extent === 'whole' ? (range.end_chapter ?? first) : first;
  const verses: PrintedVerse[] = [];
  for (let number = first; number <= last; number++) {
    const chapter = await readChapter(range.book_id, number, translations).catch(toMissing);
    if (!chapter) return null;
    const from = number === first ? (range.verse ?? 0) : 0;
    const to = number === (range.end_chapter ?? first) ? lastVerse(range) : END;
    const lines = chapter.lines.filter(({ verse }) => verse >= from && verse <= to);
    // A passage from or to a verse that the chapter does not have is missing.
    const has = (verse: number) => chapter.lines.some((line) => line.verse === verse);
    if (lines.length === 0 || (from > 0 && !has(from)) || (to !== END && !has(to))) return null;
    verses.push(...lines);
  }
  return verses;
}

/** Returns null for a refusal that means that the text is missing, and throws other errors. */
function toMissing(error: unknown): null {
  // 404: no such chapter. 403 and 422: the edition is not in the library, or does not exist.
  if (error instanceof LecternProblem && [403, 404, 422].includes(error.status)) return null;
  throw error;
}

function lastVerse(range: PassageRange): number {
  if (range.verse === undefined || isOpenEnded(range)) return END;
  return range.end_verse ?? range.verse;
}
