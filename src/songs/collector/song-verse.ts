import type { SlideChord } from '../../contract/schemas/presentation.ts';
import type { VerseLabel } from './verse-label.ts';

/** A chord before a character of a line of the file. */
export interface RawChord {
  readonly at: number;
  readonly chord: string;
}

/** A verse as the file has it. */
export interface SongVerse {
  readonly label: string | null;
  readonly parsed: VerseLabel | null;
  /** The line of its beginning, if the format knows it. */
  readonly line: number | null;
  /** The lines of each slide. */
  readonly slides: string[][];
  /** The lines of each slide in other languages. [D77] */
  readonly translations: Map<string, string[]>[];
  /** The chords of each slide. [D77] */
  readonly chords: SlideChord[][];
  /** Whether its label named an earlier verse, and stood alone in a paragraph. */
  readonly mayRepeat: boolean;
}
