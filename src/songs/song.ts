import type { DeckFooter, Slide } from '../contract/schemas/presentation.ts';

/** A song, ready to become a deck. [D70] */
export interface ImportedSong {
  readonly title: string;
  readonly slides: readonly Slide[];
  /** Ids of slides, or null if each is presented once, in order. */
  readonly order: readonly string[] | null;
  readonly footer: DeckFooter | null;
}

interface VerseReport {
  /** The id of its first slide: "v1". */
  readonly id: string;
  /** The label in the file: "Verse 1". Null without one. */
  readonly label: string | null;
  readonly slides: number;
}

/** The report with which a person judges whether an import is complete. */
export interface SongReport {
  readonly format: string;
  readonly title: string;
  readonly slides: number;
  readonly verses: readonly VerseReport[];
  /** Ids of verses as they are sung, with repetitions. */
  readonly order: readonly string[];
  /** The number of omitted chords, comments and so on, by kind. */
  readonly omitted: Readonly<Record<string, number>>;
  readonly warnings: readonly string[];
}
