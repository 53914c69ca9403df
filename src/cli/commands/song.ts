import { readdir, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { Type } from 'typebox';
import { findOmission, isHiddenFile } from '../../contract/archived-files.ts';
import { toNotice } from '../../contract/import-notices.ts';
import { LecternError } from '../../contract/lectern-error.ts';
import { CreateDeckBody } from '../../contract/schemas/presentation.ts';
import { Strict } from '../../contract/schemas/shapes.ts';
import { toCommandActor } from '../../domain/audit/audit.ts';
import { toNewDeck } from '../../domain/presentation/decks.ts';
import type { ImportedSong, SongFileReport } from '../../songs/song.ts';
import { DamagedSongError } from '../../songs/sources/damaged-song-error.ts';
import { createImportFolder } from '../../songs/temporary-files.ts';
import { defineStagedCommand, requireOption } from '../command.ts';
import { describeWithCause } from '../command-failure.ts';
import { ORGANIZATION_ID } from '../value-rules.ts';
import { formatImportedFile, type ImportedFile } from './format-song-report.ts';

/** Maximum size of a request with one song: 200 slides of 4,000 characters, and the rest. */
const SONG_REQUEST_MAX_BYTES = 8 * 1024 * 1024;

/** One song, as it is sent to the place where the installation is open. */
const SongInput = Strict({
  organization: Type.String(),
  song: CreateDeckBody,
  dry_run: Type.Boolean(),
  /** Whether it is the last one of the command. */
  last: Type.Boolean(),
});

/** A song that was read of the named files, or the reason why it cannot be read. */
type ReadSong =
  | { readonly file: string; readonly song: ImportedSong; readonly report: SongFileReport }
  | { readonly file: string; readonly refused: string };

/** Reads files, the files of folders, and the songs of files that hold several. */
async function* readFiles(paths: readonly string[], folder: string): AsyncGenerator<ReadSong> {
  // Loaded on demand, so that other commands do not load the parsers.
  const { openCollectionFile, readSongs } = await import('../../songs/read-songs.ts');
  for (const path of paths) {
    try {
      if (await isFolder(path)) {
        const names = (await readdir(path)).filter((name) => !isHiddenFile(name) && findOmission(name) === null);
        const inside = names.toSorted().map((name) => join(path, name));
        yield* readFiles(inside, folder);
        continue;
      }
      const source = await openCollectionFile(path, basename(path));
      for await (const item of readSongs(source, { folder, warn: failWith })) {
        const file = item.name === source.fileName ? path : `${path}/${item.name}`;
        if (item.kind === 'image') throw new DamagedSongError(path, null, toNotice('song_command_slides'));
        if (item.kind === 'plan') {
          yield { file, refused: new DamagedSongError(file, null, toNotice('song_command_plan')).message };
        }
        if (item.kind === 'song') yield { file, song: item.song, report: item.report };
        if (item.kind === 'refused') {
          yield { file, refused: new DamagedSongError(file, item.line, item.reason).message };
        }
      }
    } catch (error) {
      yield { file: path, refused: toRefusal(error) };
    }
  }
}

function failWith(error: unknown): never {
  throw error;
}

/** Throws DamagedSongError for what is no file and no folder. */
async function isFolder(path: string): Promise<boolean> {
  const found = await stat(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR')
      throw new DamagedSongError(path, null, toNotice('song_file_missing'));
    throw error;
  });
  if (!found.isDirectory() && !found.isFile()) {
    throw new DamagedSongError(basename(path), null, toNotice('song_not_a_file'));
  }
  return found.isDirectory();
}

/** Returns the reason for which a file is refused. Throws an error that is not about the file. */
function toRefusal(error: unknown): string {
  if (error instanceof DamagedSongError) return error.message;
  if (error instanceof LecternError && error.code !== 'not_found') return describeWithCause(error);
  throw error;
}

export const importSongFiles = defineStagedCommand({
  name: 'song import',
  summary: 'Import songs from files of other programs as decks of an organization',
  example: 'amazing-grace.sng hymns/*.xml --organization ID',
  arguments: [
    {
      flags: '<file...>',
      description:
        'Files, folders and zip archives with songs of OpenLyrics, OpenSong, ChordPro, SongSelect, SongBeamer, ProPresenter, EasyWorship, OpenLP, FreeShow, VideoPsalm, tables (.csv), or plain text',
    },
  ],
  options: [
    {
      flags: '--organization <id>',
      description: 'The organization that gets the songs',
      required: true,
      takes: ORGANIZATION_ID,
    },
    { flags: '--dry-run', description: 'Read, check and report, but change nothing' },
  ],
  input: SongInput,
  requestMaxBytes: SONG_REQUEST_MAX_BYTES,
  execute: async ({ decks, storage }, { organization, song, dry_run }) => {
    if (!(await storage.accounts.findOrganization(organization))) {
      throw new LecternError('not_found', `No organization has the ID "${organization}".`);
    }
    const input = { ...song, slides: song.slides ?? [], kind: 'song' } as const;
    const same = await decks.findByTitle(organization, song.title);
    const stored = same && (await decks.find(organization, same.id));
    const { toDigest } = storage.imports;
    const isThere = stored && (await toDigest(stored)) === (await toDigest(toNewDeck(organization, input)));
    const made = isThere || dry_run ? null : await decks.create(organization, input, toCommandActor('song import'));
    return {
      deck_id: isThere ? same!.id : (made?.id ?? null),
      duplicate_of: isThere ? null : (same?.id ?? null),
      already_there: Boolean(isThere),
    };
  },
  continues: ({ last }) => !last,
  run: async (call, executed) => {
    const organization = requireOption(call, 'organization');
    const dryRun = call.options.dryRun === true;
    await using folder = await createImportFolder();
    const files: ImportedFile[] = [];
    const read = await Array.fromAsync(readFiles(call.arguments, folder.path));
    for (const [index, each] of read.entries()) {
      const { file } = each;
      if ('refused' in each) {
        files.push({ file, deck_id: null, report: null, refused: each.refused });
        continue;
      }
      const { song, report } = each;
      try {
        const { deck_id, duplicate_of, already_there } = await executed({
          organization,
          song: { ...song, slides: [...song.slides], order: song.order && [...song.order] },
          dry_run: dryRun,
          last: index === read.length - 1,
        });
        files.push({ file, deck_id, report: { ...report, duplicate_of }, refused: null, already_there });
      } catch (error) {
        files.push({ file, deck_id: null, report: null, refused: toRefusal(error) });
      }
    }
    const refused = files.filter((file) => file.refused !== null).length;
    return { organization_id: organization, dry_run: dryRun, read: files.length - refused, refused, files };
  },
  fails: { when: 'a file was refused', isFailure: ({ refused }) => refused > 0 },
  toText: ({ dry_run, read, refused, files }) =>
    [
      ...files.flatMap((file) => [formatImportedFile(file), '']),
      `${dry_run ? 'Can be imported' : 'Imported'}: ${read} of ${files.length} ${files.length === 1 ? 'song' : 'songs'}.` +
        (refused > 0 ? ` Refused: ${refused}.` : ''),
      dry_run ? 'Nothing was changed.' : `Next: show a song in the console: type the beginning of its title.`,
    ].join('\n'),
});
