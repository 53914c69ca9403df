import type { SongCollector } from './collector/song-collector.ts';
import type { SongSource } from './sources/song-source.ts';

/** A format of songs: recognizes a file and reads it. */
export interface SongFormat {
  readonly name: string;
  /** Returns whether the beginning of a file, or its name, shows that it has this format. */
  recognizes(source: SongSource): boolean;
  /** Sends the contents to the collector. Throws DamagedSongError. */
  read(source: SongSource, collector: SongCollector): void | Promise<void>;
}
