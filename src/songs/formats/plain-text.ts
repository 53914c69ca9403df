import { toNotice } from '../../contract/import-notices.ts';
import { toQuotation } from '../collector/quote.ts';
import type { SongCollector } from '../collector/song-collector.ts';
import { isBracketLabel, parseVerseLabel } from '../collector/verse-label.ts';
import type { SongFormat } from '../song-format.ts';
import { countChords } from './chords.ts';
import { addAuthors, type CopyrightLine, collectCopyrightLine, findCopyrightLine } from './copyright-lines.ts';
import { type TextLine, toParagraphs } from './paragraphs.ts';

/** A label in brackets, which can be any word: `[Blessing]`. */
const BRACKETED = /^\s*\[([^[\]]{1,60})\]\s*$/;
/** The number of a verse alone in a line, or before its first line: "2.", but not "10.000". */
const NUMBERED = /^\s*(\d{1,2})[.)]?(?:\s*$|(?<=[.)])(?!\d)\s*(\S.*)$)/;
const TITLE = /^\s*(?:title|titel|título|titulo|titre|titolo)\s*:\s*(\S.*)$/i;
/** Marks of Markdown, which songs in plain text do not have: a heading, a block of code, a link; not "[Chorus](2x)". */
const MARKDOWN =
  /^(?:#{1,6} \p{L}.*|```.*)$|\[[^[\]\n]{1,200}\]\((?:https?:|\.{0,2}\/|#|[\w/-]{1,200}\.\p{L})[^()\s]{0,200}\)/mu;
/** Most lines of a first paragraph that is a title and names. */
const HEAD_MAX_LINES = 4;
const NAMES_MAX_CHARACTERS = 200;
const NAME_WORD = "(?:\\p{Lu}[\\p{L}.'’-]*|v[ao]n|de[nrl]?|d[aeo]s?|zu)";
/** The names of one or more people, such as "Thomas O. Chisholm" or "by J. Newton & W. Cowper (1779)". */
const NAMES = new RegExp(
  `^\\s*(?:(?:by|von|por|de)\\s+)?\\p{Lu}[\\p{L}.'’-]*(?:\\s+${NAME_WORD}){1,4}(?:\\s*(?:[|/&]|and|und|e|y)\\s+${NAME_WORD}(?:\\s+${NAME_WORD}){1,4}){0,3}(?:\\s*\\([\\d–, -]{4,12}\\))?\\s*$`,
  'u',
);

export const plainTextFormat: SongFormat = {
  name: 'plain text',
  recognizes: () => true,
  read({ text }, collector) {
    const mark = MARKDOWN.exec(text)?.[0];
    if (mark !== undefined) collector.warn(toNotice('song_markdown', { mark: toQuotation(mark) }));
    readParagraphs(toParagraphs(text), collector);
  },
};

/**
 * Reads paragraphs: blank lines divide slides. The first paragraph is the title if it has one line, or if names of
 * authors or lines of rights follow in it. A label begins a verse, which has all paragraphs up to the next label.
 * Without labels, each paragraph is a verse. Words that stand apart from their title have no head.
 */
export function readParagraphs(
  paragraphs: readonly (readonly TextLine[])[],
  collector: SongCollector,
  { mayHaveHead = true } = {},
): void {
  const state = { number: 0, isLabeled: false };
  const lastLabel = paragraphs.findLastIndex((lines) => lines.some(beginsVerse));
  const hasHead = mayHaveHead && isHead(paragraphs);
  for (const { text } of paragraphs.flat()) collector.expectWords(text);
  for (const [index, lines] of paragraphs.entries()) {
    if (index === 0 && hasHead) readHead(lines, collector);
    else if (index > lastLabel && lines.every(({ text }) => isRights(text))) readRights(lines, collector);
    else readParagraph(lines, state, collector);
  }
  collector.endVerse();
}

const areNames = (text: string): boolean => text.length <= NAMES_MAX_CHARACTERS && NAMES.test(text);
const isRights = (text: string): boolean => findCopyrightLine(text) !== null;

const beginsVerse = (line: TextLine, at: number): boolean =>
  isLabelAt(line, at) || (at === 0 && NUMBERED.test(line.text));

/** Returns whether a line is a label here: the first of its paragraph, or one with the marks of a label. */
const isLabelAt = ({ text, isLabel = false }: TextLine, at: number): boolean =>
  isLabel || ((at === 0 || /[:\])]\s*$/.test(text)) && findLabel(text) !== null);

/** Returns whether the first paragraph is not words, but the title, with names and rights below it. */
function isHead([first, second]: readonly (readonly TextLine[])[]): boolean {
  const [title, ...others] = first ?? [];
  if (title === undefined || second === undefined || first!.length > HEAD_MAX_LINES) return false;
  const { text } = title;
  if (countChords(text) > 0 || beginsVerse(title, 0) || TITLE.test(text) || isRights(text)) return false;
  if (!others.every((other) => isRights(other.text) || areNames(other.text))) return false;
  // Words can look like names. Verses have more lines than such a head.
  const isCertain = others.length === 0 || others.some((other) => isRights(other.text));
  return isCertain || beginsVerse(second[0]!, 0) || second.length > first!.length;
}

function readHead([title, ...others]: readonly TextLine[], collector: SongCollector): void {
  collector.setTitle(title!.text);
  for (const { text } of others) {
    const rights = findCopyrightLine(text);
    if (rights) collectCopyrightLine(text, rights, collector);
    else {
      collector.markUnsung(text);
      addAuthors(text.replace(/^\s*(?:by|von|por|de)\s+/u, ''), collector);
    }
  }
}

function readRights(lines: readonly TextLine[], collector: SongCollector): void {
  collector.endVerse();
  for (const { text } of lines) collectCopyrightLine(text, findCopyrightLine(text)!, collector);
}

function findLabel(text: string): string | null {
  if (parseVerseLabel(text)) return text.trim();
  const bracketed = BRACKETED.exec(text)?.[1]?.trim();
  if (bracketed === undefined || !isBracketLabel(bracketed)) return null;
  // "[V1]" is short for "Verse 1".
  const { kind, number } = parseVerseLabel(bracketed, { codes: true }) ?? {};
  return kind && kind !== 'o' ? `${LABELS[kind]} ${number ?? ''}`.trim() : bracketed;
}
const LABELS = { v: 'Verse', c: 'Chorus', p: 'Pre-Chorus', b: 'Bridge', i: 'Intro', e: 'Ending' } as const;

interface State {
  /** The number of the latest verse that the text numbers itself. */
  number: number;
  /** Whether paragraphs belong to the label before them. */
  isLabeled: boolean;
}

/** Returns whether a line of rights cannot be words of a labeled verse, such as "Text: the word of God is true". */
const isUnmistakable = (text: string, kind: CopyrightLine): boolean =>
  kind === 'ccli' || kind === 'license' || /^\s*©/.test(text);

function readParagraph(lines: readonly TextLine[], state: State, collector: SongCollector): void {
  if (state.isLabeled) collector.breakSlide();
  else collector.endParagraph();
  for (const [index, each] of lines.entries()) {
    const { text, line } = each;
    const title = state.isLabeled ? null : TITLE.exec(text);
    const rights = findCopyrightLine(text);
    const label = isLabelAt(each, index) ? (findLabel(text) ?? text) : null;
    const numbered = index === 0 ? NUMBERED.exec(text) : null;
    const chords = countChords(text);
    if (chords > 0) {
      collector.omit('chords', chords);
      collector.markUnsung(text);
    } else if (title && !collector.hasTitle) {
      collector.setTitle(title[1]!);
      collector.markUnsung(text);
    } else if (rights && (!state.isLabeled || isUnmistakable(text, rights))) {
      collectCopyrightLine(text, rights, collector);
    } else if (label !== null) {
      collector.markUnsung(text);
      state.isLabeled = true;
      collector.beginVerse(label, line);
    } else if (numbered && Number(numbered[1]) === state.number + 1) {
      state.number++;
      state.isLabeled = true;
      collector.beginVerse(`Verse ${numbered[1]}`, line);
      collector.addLine(numbered[2] ?? '', line);
    } else {
      collector.addLine(text, line);
    }
  }
  // A label alone in its paragraph belongs to the next one, unless it repeats a verse.
  if (state.isLabeled) collector.endLabel();
}
