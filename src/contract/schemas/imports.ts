import { type Static, Type } from 'typebox';
import { SONG_FILE_NAME_MAX_CHARACTERS } from '../limits.ts';
import { MessageParams } from './problem.ts';
import { Enum, NextCursor, Nullable, Text } from './shapes.ts';
import { SongReport } from './song-import.ts';

/** Media types of the file of an import. They do not decide the format. [D70] */
export const IMPORT_MEDIA_TYPES = ['application/octet-stream', 'application/zip'] as const;

export const IMPORT_RESULTS = ['created', 'already_there', 'refused'] as const;
export type ImportResult = (typeof IMPORT_RESULTS)[number];

/** Files of archives that are not read. They are counted. */
const FILE_OMISSIONS = ['pictures', 'media'] as const;
export type FileOmission = (typeof FILE_OMISSIONS)[number];

/** Reasons for which a deck is left when its import is undone. */
const KEPT_REASONS = ['changed', 'published', 'in_plan'] as const;
export type KeptReason = (typeof KEPT_REASONS)[number];

export const CreateImportQuery = Type.Object({
  file_name: Type.Optional(
    Text({
      maxLength: SONG_FILE_NAME_MAX_CHARACTERS,
      description: 'Name of the file. It helps to recognize the format.',
    }),
  ),
});

const Notice = Type.Object({
  code: Type.String({ description: 'Stable code.' }),
  message: Type.String({ description: 'Text in English.' }),
  params: MessageParams,
});

/** [D70] */
const ImportItem = Type.Object({
  name: Type.String({ description: 'Path in the file, or what identifies the song there.' }),
  title: Nullable(Type.String(), { description: 'Title of the song or plan. Null if it could not be read.' }),
  result: Enum(IMPORT_RESULTS),
  deck_id: Nullable(Type.String(), { description: 'The created deck, or the one that was there already.' }),
  plan_id: Nullable(Type.String(), { description: 'The created plan, if the item is an order of service.' }),
  duplicate_of: Nullable(Type.String(), { description: 'Id of another deck that has the same title and other words.' }),
  format: Nullable(Type.String(), { description: 'Name of the recognized format.' }),
  slides: Type.Integer({ minimum: 0, description: 'Number of slides.' }),
  omitted: SongReport.properties.omitted,
  warnings: SongReport.properties.warnings,
  line: Nullable(Type.Integer(), { description: 'Line of the reason, if it is known.' }),
  reason: Nullable(Notice, { description: 'Why the item was refused.' }),
});
export type ImportItem = Static<typeof ImportItem>;

const summary = {
  id: Type.String(),
  file_name: Type.String(),
  state: Enum(['running', 'done', 'failed', 'interrupted', 'undone'], {
    description:
      '`failed`: nothing more could be read, see `failure`. `interrupted`: the server stopped meanwhile. What was created until then is there, and can be undone.',
  }),
  progress: Type.Number({ minimum: 0, maximum: 1, description: 'Completed share.' }),
  counts: Type.Object(
    {
      created: Type.Integer({ minimum: 0 }),
      already_there: Type.Integer({ minimum: 0 }),
      refused: Type.Integer({ minimum: 0 }),
    },
    { description: 'Number of songs and plans by what became of them.' },
  ),
  omitted: Type.Array(Type.Object({ kind: Enum(FILE_OMISSIONS), count: Type.Integer({ minimum: 1 }) }), {
    description: 'Files that were left out, with their number.',
  }),
  failure: Nullable(Notice, { description: 'Why nothing more could be read.' }),
  created_at: Type.String({ format: 'date-time' }),
};

/** [D70] */
export const Import = Type.Object({
  ...summary,
  items: Nullable(Type.Array(ImportItem), {
    description: 'What became of each song and plan, in the order of the file. Null while the import runs.',
  }),
});
export type Import = Static<typeof Import>;

export const ImportPage = Type.Object({ data: Type.Array(Type.Object(summary)), next_cursor: NextCursor });

/** [D70] */
export const UndoneImport = Type.Object({
  deleted: Type.Integer({ minimum: 0, description: 'Number of deleted decks.' }),
  kept: Type.Array(
    Type.Object({
      deck_id: Type.String(),
      title: Type.String(),
      reason: Enum(KEPT_REASONS, {
        description:
          '`changed`: somebody has edited the deck. `published`: it was published or shown. `in_plan`: a plan has it.',
      }),
    }),
    { description: 'Decks that were left.' },
  ),
  kept_plans: Type.Integer({
    minimum: 0,
    description: 'Number of plans that were left: changed, or attached to a Live.',
  }),
});
