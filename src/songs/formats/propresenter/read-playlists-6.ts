import type { XmlAttributes, XmlContent, XmlHandler } from '../../../import-files/xml.ts';
import type { ImportedPlan, ImportedPlanEntry } from '../../imported-plan.ts';
import { SongSource } from '../../sources/song-source.ts';
import { readXmlSong } from '../xml-songs.ts';
import { createFileFinder, type FindFile } from './find-file.ts';

/** Elements that are entries of a playlist: headers, presentations and media. Other elements are containers. */
const CUES = new Set(['RVHeaderCue', 'RVDocumentCue', 'RVMediaCue']);

/** Collects the playlists of ProPresenter 6, which have cues, or playlists. */
class PlaylistHandler implements XmlHandler {
  readonly plans: (ImportedPlan & { entries: ImportedPlanEntry[] })[] = [];
  readonly #findSong: FindFile;

  constructor(findSong: FindFile) {
    this.#findSong = findSong;
  }

  open(name: string, { displayName = '', filePath = '' }: XmlAttributes): XmlContent {
    const title = displayName.trim();
    if (name === 'RVPlaylistNode') this.plans.push({ title, date: null, entries: [] });
    if (!CUES.has(name)) return true;
    const song = this.#findSong(filePath);
    if (title !== '') this.plans.at(-1)?.entries.push({ title, ...(song !== undefined && { song }) });
    return false;
  }

  text(): void {}
}

/** Reads the playlists of a document of ProPresenter 6, without empty ones. Throws DamagedSongError. */
export async function readPlaylists6(bytes: Buffer, files: readonly string[]): Promise<ImportedPlan[]> {
  const handler = new PlaylistHandler(createFileFinder(files));
  await readXmlSong(new SongSource('', bytes), () => handler);
  return handler.plans.filter(({ entries }) => entries.length > 0);
}
