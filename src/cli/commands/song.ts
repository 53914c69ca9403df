import { readFile, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { Type } from 'typebox';
import { toNotice } from '../../contract/import-notices.ts';
import { LecternError } from '../../contract/lectern-error.ts';
import { SONG_MAX_BYTES } from '../../contract/limits.ts';
import { CreateDeckBody } from '../../contract/schemas/presentation.ts';
import { Strict } from '../../contract/schemas/shapes.ts';
import { toCommandActor } from '../../domain/audit/audit.ts';
import { DamagedSongError } from '../../songs/sources/damaged-song-error.ts';
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

/** Reads a file, bounded by the limit for songs. Throws DamagedSongError. */
async function readSongFile(path: string): Promise<Buffer> {
  const name = basename(path);
  const found = await stat(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR')
      throw new DamagedSongError(path, null, toNotice('song_file_missing'));
    throw error;
  });
  if (found.isDirectory()) throw new DamagedSongError(name, null, toNotice('song_is_folder'));
  if (!found.isFile()) throw new DamagedSongError(name, null, toNotice('song_not_a_file'));
  if (found.size > SONG_MAX_BYTES) {
    throw new DamagedSongError(name, null, toNotice('song_file_too_large', { max: SONG_MAX_BYTES / 1024 / 1024 }));
  }
  return readFile(path);
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
        'Files in OpenLyrics, OpenSong, ChordPro, SongSelect (.usr, .txt), SongBeamer, ProPresenter 4 to 7, or plain text',
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
    const same = await decks.findByTitle(organization, song.title);
    const deck = dry_run
      ? null
      : await decks.create(
          organization,
          { ...song, slides: song.slides ?? [], kind: 'song' },
          toCommandActor('song import'),
        );
    return { deck_id: deck?.id ?? null, duplicate_of: same?.id ?? null };
  },
  continues: ({ last }) => !last,
  run: async (call, executed) => {
    const organization = requireOption(call, 'organization');
    const dryRun = call.options.dryRun === true;
    // Loaded on demand, so that other commands do not load the parsers.
    const { parseSong } = await import('../../songs/parse-song.ts');
    const paths = call.arguments;
    const files: ImportedFile[] = [];
    for (const [index, path] of paths.entries()) {
      try {
        const { song, report } = await parseSong(await readSongFile(path), basename(path));
        const { deck_id, duplicate_of } = await executed({
          organization,
          song: { ...song, slides: [...song.slides], order: song.order && [...song.order] },
          dry_run: dryRun,
          last: index === paths.length - 1,
        });
        files.push({ file: path, deck_id, report: { ...report, duplicate_of }, refused: null });
      } catch (error) {
        files.push({ file: path, deck_id: null, report: null, refused: toRefusal(error) });
      }
    }
    const refused = files.filter((file) => file.refused !== null).length;
    return { organization_id: organization, dry_run: dryRun, read: files.length - refused, refused, files };
  },
  fails: { when: 'a file was refused', isFailure: ({ refused }) => refused > 0 },
  toText: ({ dry_run, read, refused, files }) =>
    [
      ...files.flatMap((file) => [formatImportedFile(file), '']),
      `${dry_run ? 'Can be imported' : 'Imported'}: ${read} of ${files.length} ${files.length === 1 ? 'file' : 'files'}.` +
        (refused > 0 ? ` Refused: ${refused}.` : ''),
      dry_run ? 'Nothing was changed.' : `Next: show a song in the console: type the beginning of its title.`,
    ].join('\n'),
});
