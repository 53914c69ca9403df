import { toNotice } from '../../contract/import-notices.ts';
import { SONG_MAX_BYTES } from '../../contract/limits.ts';
import { isZip, openArchive, zipArchive } from '../archives/zip-archive.ts';
import { DamagedMessageError } from '../formats/propresenter/read-message.ts';
import { readPlaylists } from '../formats/propresenter/read-playlists.ts';
import type { CollectionFile, CollectionItem, SongCollection } from '../song-collection.ts';

/** The file of an archive that has the playlists. The others are presentations and their media. */
const PLAYLISTS = 'data';

/** A playlist that ProPresenter 7 has exported: an archive with a document of playlists, and their presentations. */
export const proPresenterPlaylist: SongCollection = {
  name: 'ProPresenter 7 playlist',

  async recognizes(file) {
    if (!isZip(file)) return false;
    await using archive = await openArchive(file);
    return archive.entries.some(({ fileName }) => fileName === PLAYLISTS);
  },

  async *read(file): AsyncGenerator<CollectionItem> {
    for await (const item of zipArchive.read(file)) if (item.name !== PLAYLISTS) yield item;
    yield* await readPlans(file);
  },
};

/** Reads the playlists. If they are damaged, the songs are imported without them. */
async function readPlans(file: CollectionFile): Promise<CollectionItem[]> {
  await using archive = await openArchive(file);
  const data = archive.entries.find(({ fileName }) => fileName === PLAYLISTS)!;
  const refused: CollectionItem = { kind: 'refused', name: PLAYLISTS, reason: toNotice('song_plan_damaged') };
  if (data.uncompressedSize > SONG_MAX_BYTES) return [refused];
  try {
    const bytes = await archive.toFile(data).readBytes();
    const plans = readPlaylists(
      bytes,
      archive.entries.map(({ fileName }) => fileName),
    );
    return plans.map((plan) => ({ kind: 'plan', name: plan.title, plan }));
  } catch (error) {
    if (error instanceof DamagedMessageError) return [refused];
    throw error;
  }
}
