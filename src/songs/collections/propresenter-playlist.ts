import { toNotice } from '../../contract/import-notices.ts';
import { SONG_MAX_BYTES } from '../../contract/limits.ts';
import { isZip, openArchive, zipArchive } from '../archives/zip-archive.ts';
import { DamagedMessageError } from '../formats/propresenter/read-message.ts';
import { readPlaylists } from '../formats/propresenter/read-playlists.ts';
import { readPlaylists6 } from '../formats/propresenter/read-playlists-6.ts';
import type { ImportedPlan } from '../imported-plan.ts';
import type { CollectionFile, CollectionItem, SongCollection } from '../song-collection.ts';
import { DamagedSongError } from '../sources/damaged-song-error.ts';

type ReadPlans = (bytes: Buffer, files: readonly string[]) => ImportedPlan[] | Promise<ImportedPlan[]>;

/** The files of an archive that can have its playlists, of version 7 and 6. The others are presentations and media. */
const READERS: ReadonlyMap<string, ReadPlans> = new Map<string, ReadPlans>([
  ['data', readPlaylists],
  ['data.pro6pl', readPlaylists6],
]);

/** A playlist that ProPresenter has exported: an archive with a document of playlists, and their presentations. */
export const proPresenterPlaylist: SongCollection = {
  name: 'ProPresenter playlist',

  async recognizes(file) {
    if (!isZip(file)) return false;
    await using archive = await openArchive(file);
    return archive.entries.some(({ fileName }) => READERS.has(fileName));
  },

  async *read(file): AsyncGenerator<CollectionItem> {
    for await (const item of zipArchive.read(file)) if (!READERS.has(item.name)) yield item;
    yield* await readPlans(file);
  },
};

/** Reads the playlists. If they are damaged, the songs are imported without them. */
async function readPlans(file: CollectionFile): Promise<CollectionItem[]> {
  await using archive = await openArchive(file);
  const document = archive.entries.find(({ fileName }) => READERS.has(fileName))!;
  const { fileName: name, uncompressedSize } = document;
  const refused: CollectionItem = { kind: 'refused', name, reason: toNotice('song_plan_damaged') };
  if (uncompressedSize > SONG_MAX_BYTES) return [refused];
  try {
    const bytes = await archive.toFile(document).readBytes();
    const plans = await READERS.get(name)!(
      bytes,
      archive.entries.map(({ fileName }) => fileName),
    );
    return plans.map((plan) => ({ kind: 'plan', name: plan.title, plan }));
  } catch (error) {
    if (error instanceof DamagedMessageError || error instanceof DamagedSongError) return [refused];
    throw error;
  }
}
