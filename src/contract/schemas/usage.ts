import { type Static, Type } from 'typebox';
import { LICENCE_MAX_CHARACTERS, USAGE_MIN_SECONDS, USAGE_PERIOD_MAX_DAYS } from '../limits.ts';
import { Songbook } from './presentation.ts';
import { Enum, Name, Nullable, Strict } from './shapes.ts';

const day = (description: string) => Type.String({ format: 'date', description });

/** [D77] */
export const UsageQuery = Type.Object({
  from: day('First day, in UTC.'),
  to: day(`Last day, in UTC. At most ${USAGE_PERIOD_MAX_DAYS} days after \`from\`.`),
});

export const UsageRow = Type.Object({
  day: day('Day, in UTC.'),
  live_id: Type.String({ description: 'Id of the Live, which may have been deleted since.' }),
  what: Enum(['song', 'edition']),
  title: Type.String({ description: 'Title of the song, or name of the edition, as it was last shown that day.' }),
  authors: Nullable(Type.String(), { description: 'Authors in the footer of the song.' }),
  copyright: Nullable(Type.String(), {
    description: 'Copyright in the footer of the song, or credit line of the edition.',
  }),
  ccli: Nullable(Type.String(), { description: 'CCLI song number.' }),
  songbook: Nullable(Songbook, { description: 'Book and number of the song. Null if they are unknown.' }),
  count: Type.Integer({
    minimum: 1,
    description: `Number of times it stood on air for ${USAGE_MIN_SECONDS} seconds or more in all. Short pauses do not count again.`,
  }),
});
export type UsageRow = Static<typeof UsageRow>;

export const Usage = Type.Object({
  since: Nullable(day('First day that was counted.'), {
    description: 'First day that was counted. Null if nothing was.',
  }),
  data: Type.Array(UsageRow),
});

/** [D77] */
export const Licence = Type.Object({
  ccli_licence: Nullable(Type.String(), {
    description: 'Number of the license of CCLI, which song slides show. Null without one.',
  }),
});
export const UpdateLicenceBody = Strict({
  ccli_licence: Nullable(Name(LICENCE_MAX_CHARACTERS), { description: 'Number of the license. Null removes it.' }),
});
