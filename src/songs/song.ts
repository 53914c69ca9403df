import type { DeckFooter, Slide, Songbook } from '../contract/schemas/presentation.ts';
import type { SongReport } from '../contract/schemas/song-import.ts';

/** A song, ready to become a deck. [D70] */
export interface ImportedSong {
  readonly title: string;
  readonly slides: readonly Slide[];
  /** Ids of slides, or null if each is presented once, in order. */
  readonly order: readonly string[] | null;
  readonly footer: DeckFooter | null;
  /** Language of the texts, or null if the file does not say it. [D77] */
  readonly language_tag: string | null;
  readonly songbook: Songbook | null;
}

/** The report of a file, with which a person judges whether the import is complete. */
export type SongFileReport = Omit<SongReport, 'duplicate_of'>;
