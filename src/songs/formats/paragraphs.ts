import { joinLabels } from '../collector/verse-label.ts';

/** A line of a text file. */
export interface TextLine {
  readonly text: string;
  /** From 1. */
  readonly line: number;
  /** Whether its format says that the line is a label. */
  readonly isLabel?: boolean;
}

/** Returns the lines of a text, in paragraphs that blank lines divide. */
export function toParagraphs(text: string): TextLine[][] {
  const paragraphs: TextLine[][] = [];
  let isOpen = false;
  for (const [index, raw] of joinLabels(text).split('\n').entries()) {
    if (raw.trim() === '') {
      isOpen = false;
      continue;
    }
    if (!isOpen) paragraphs.push([]);
    isOpen = true;
    paragraphs.at(-1)!.push({ text: raw, line: index + 1 });
  }
  return paragraphs;
}
