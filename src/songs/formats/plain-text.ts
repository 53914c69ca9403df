import type { SongCollector } from '../collector/song-collector.ts';
import { parseVerseLabel } from '../collector/verse-label.ts';
import type { SongFormat } from '../song-format.ts';
import { countChords } from './chords.ts';
import { collectCopyrightLine, findCopyrightLine } from './copyright-lines.ts';
import { type TextLine, toParagraphs } from './paragraphs.ts';

/** A label in brackets, which can be any text: `[Blessing]`. */
const BRACKETED = /^\s*\[\s*(\p{L}[^[\]]{1,40})\]\s*$/u;
/** The number of a verse alone in a line, or before its first line: "2." */
const NUMBERED = /^\s*(\d{1,2})[.)]?(?:\s*$|(?<=[.)])\s*(\S.*)$)/;
const TITLE = /^\s*(?:title|titel|título|titulo|titre|titolo)\s*:\s*(\S.*)$/i;

export const plainTextFormat: SongFormat = {
  name: 'plain text',
  recognizes: () => true,
  read: (source, collector) => readParagraphs(toParagraphs(source.text), collector),
};

/**
 * Reads paragraphs: blank lines divide slides, and a first paragraph of one line is the title. A label begins a verse,
 * to which all paragraphs up to the next label belong; without labels each paragraph is a verse.
 */
export function readParagraphs(paragraphs: readonly (readonly TextLine[])[], collector: SongCollector): void {
  const state = { number: 0, isLabeled: false };
  const hasTitle = isTitle(paragraphs);
  for (const [index, lines] of paragraphs.entries()) {
    if (index === 0 && hasTitle) collector.setTitle(lines[0]!.text);
    else readParagraph(lines, state, collector);
  }
  collector.endVerse();
}

function isTitle([first, ...others]: readonly (readonly TextLine[])[]): boolean {
  const text = first?.[0]?.text;
  return (
    text !== undefined &&
    first!.length === 1 &&
    countChords(text) === 0 &&
    others.length > 0 &&
    !findLabel(text) &&
    !TITLE.test(text) &&
    !NUMBERED.test(text) &&
    findCopyrightLine(text) === null
  );
}

function findLabel(text: string): string | null {
  if (parseVerseLabel(text)) return text.trim();
  const bracketed = BRACKETED.exec(text)?.[1]?.trim();
  if (bracketed === undefined) return null;
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

function readParagraph(lines: readonly TextLine[], state: State, collector: SongCollector): void {
  if (state.isLabeled) collector.breakSlide();
  else collector.endParagraph();
  for (const [index, { text, line }] of lines.entries()) {
    const title = TITLE.exec(text);
    const rights = findCopyrightLine(text);
    const label = findLabel(text);
    const numbered = index === 0 ? NUMBERED.exec(text) : null;
    const chords = countChords(text);
    if (chords > 0) {
      collector.omit('chords', chords);
    } else if (title && !collector.hasTitle) {
      collector.setTitle(title[1]!);
    } else if (rights) {
      collectCopyrightLine(text, rights, collector);
    } else if (label !== null && (index === 0 || /[:\])]\s*$/.test(text))) {
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
