import { hash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { LecternError } from '../../contract/lectern-error.ts';
import { SONG_MAX_BYTES, SONG_UPLOADS_MAX } from '../../contract/limits.ts';
import { SONG_MEDIA_TYPES, SongImport, SongImportQuery } from '../../contract/schemas/song-import.ts';
import type { SongReader } from '../../songs/child/read-songs-in-child.ts';
import { DamagedSongError } from '../../songs/sources/damaged-song-error.ts';
import type { DeckRecord } from '../../storage/storage.ts';
import { createOnce } from '../operation/idempotency.ts';
import { addOperation } from '../operation/operation.ts';
import { type DecksServices, toDeck } from './decks.ts';
import { addUploadParser } from './upload-body.ts';

export interface ImportSongServices extends DecksServices {
  readonly songReader: SongReader;
}

/** A song file. The JSON by which idempotency compares requests has its digest in place of its bytes. [D9] */
class SongBody {
  readonly bytes: Buffer;
  readonly #query: unknown;

  constructor(bytes: Buffer, query: unknown) {
    this.bytes = bytes;
    this.#query = query;
  }

  toJSON(): object {
    return { sha256: hash('sha256', this.bytes), query: this.#query };
  }
}

/** Adds the operation that imports a song file. [D70] */
export function addImportSong(app: FastifyInstance, services: ImportSongServices): void {
  const { decks, config, storage, songReader } = services;

  app.register(async (uploads) => {
    addUploadParser(uploads, {
      mediaTypes: SONG_MEDIA_TYPES,
      uploadsMax: SONG_UPLOADS_MAX,
      tooLarge: `A song file can have at most ${SONG_MAX_BYTES / 1024 / 1024} MiB.`,
      toBody: (bytes, { query }) => new SongBody(bytes, query),
    });

    addOperation(uploads, services, 'importSong', { query: SongImportQuery, response: SongImport }, async (context) => {
      const { owner, query, actor } = context;
      const { bytes } = context.body as SongBody;
      const location = `${config.publicUrl}/v1/organizations/${owner.id}/decks`;

      const read = async () => {
        const { song, report } = await songReader.readSong(bytes, query.file_name ?? '').catch(refuse);
        const same = await decks.findByTitle(owner.id, song.title);
        return { song, report: { ...report, duplicate_of: same?.id ?? null } };
      };
      if (query.dry_run === 'true') {
        const { song, report } = await read();
        return { status: 200, body: { deck: null, preview: { ...song, kind: 'song' }, report } };
      }
      return createOnce(storage, context, async (toIdempotencyRecord) => {
        const { song, report } = await read();
        const toCreated = (deck: DeckRecord) => ({
          body: { deck: toDeck(deck), preview: null, report },
          etag: decks.etag(deck),
          headers: { location: `${location}/${deck.id}` },
        });
        await context.recheck();
        const deck = await decks.create(
          owner.id,
          { ...song, kind: 'song' },
          actor,
          toIdempotencyRecord && ((made) => toIdempotencyRecord(toCreated(made))),
        );
        return deck && toCreated(deck);
      });
    });
  });
}

/** Throws `invalid_fields`, which says where the file is damaged; or the error itself if it is no DamagedSongError. */
function refuse(error: unknown): never {
  if (!(error instanceof DamagedSongError)) throw error;
  const { line, message } = error;
  const { code, params, message: reason } = error.reason;
  throw new LecternError('invalid_fields', `${message}.`, {
    recovery: 'Correct the file, or export it again.',
    errors: [
      line === null
        ? { pointer: '', message: reason, code, params }
        : { pointer: '', message: `line ${line}: ${reason}`, code, params: { ...params, line } },
    ],
  });
}
