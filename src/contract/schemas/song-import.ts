import { type Static, Type } from 'typebox';
import { SONG_FILE_NAME_MAX_CHARACTERS } from '../limits.ts';
import { CreateDeckBody, Deck, DeckFooter, Slide } from './presentation.ts';
import { MessageParams } from './problem.ts';
import { Enum, Nullable, Text } from './shapes.ts';

/** Media types of a song file. They do not decide the format. [D70] */
export const SONG_MEDIA_TYPES = ['application/octet-stream', 'text/plain', 'application/xml', 'text/xml'] as const;

/** Kinds of contents that an import leaves out. [D70] */
const SONG_OMISSIONS = [
  'actions',
  'arrangements',
  'background_images',
  'captions',
  'chords',
  'comments',
  'disabled_slides',
  'empty_slides',
  'empty_verses',
  'formatting',
  'instrumental_parts',
  'key',
  'license_notes',
  'media',
  'notation',
  'other_songbooks',
  'other_titles',
  'part_names',
  'repeat_marks',
  'tempo',
  'themes',
  'translations',
  'unknown_tags',
] as const;
export type SongOmission = (typeof SONG_OMISSIONS)[number];

export const SongImportQuery = Type.Object({
  file_name: Type.Optional(
    Text({
      maxLength: SONG_FILE_NAME_MAX_CHARACTERS,
      description: 'Name of the file. It helps to recognize the format, and is the title of last resort.',
    }),
  ),
  dry_run: Type.Optional(
    Enum(['true', 'false'], { description: 'Whether only to preview the song. Default: `false`.' }),
  ),
});

/** [D70] */
export const SongReport = Type.Object({
  format: Type.String({ description: 'Name of the recognized format.' }),
  title: Type.String(),
  slides: Type.Integer({ description: 'Number of slides.' }),
  verses: Type.Array(
    Type.Object({
      id: Type.String({ description: 'Id of its first slide.' }),
      label: Nullable(Type.String(), { description: 'Label in the file, such as "Verse 1".' }),
      slides: Type.Integer({ description: 'Number of its slides.' }),
    }),
  ),
  order: Type.Array(Type.String(), { description: 'Ids of verses in the order in which they are sung.' }),
  omitted: Type.Array(Type.Object({ kind: Enum(SONG_OMISSIONS), count: Type.Integer({ minimum: 1 }) }), {
    description: 'What was left out, with its number.',
  }),
  warnings: Type.Array(
    Type.Object({
      code: Type.String({ description: 'Stable code.' }),
      message: Type.String({ description: 'Text in English.' }),
      params: MessageParams,
    }),
    { description: 'What a person should check.' },
  ),
  duplicate_of: Nullable(Type.String(), {
    description: 'Id of another deck of the organization that has the same title.',
  }),
});
export type SongReport = Static<typeof SongReport>;

/** Song of a dry run. It has the fields of the body of `POST decks`. */
const SongPreview = Type.Object({
  title: CreateDeckBody.properties.title,
  kind: Deck.properties.kind,
  slides: Type.Array(Slide),
  order: Deck.properties.order,
  footer: Nullable(DeckFooter),
  language_tag: Deck.properties.language_tag,
  songbook: Deck.properties.songbook,
});

/** [D70] */
export const SongImport = Type.Object({
  deck: Nullable(Deck, { description: 'Created deck. Null for a dry run.' }),
  preview: Nullable(SongPreview, { description: 'Deck that would be created. Null if it was.' }),
  report: SongReport,
});
