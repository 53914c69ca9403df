import { Type } from 'typebox';
import { NextCursor } from './shapes.ts';
import { TranslationRights, Verse } from './translation.ts';

/** [GET book page] `next_cursor` is null on the last page only. */
export const BookPage = Type.Object({
  translation: Type.String({ description: 'Slug of the edition.' }),
  rights: TranslationRights,
  verses: Type.Array(Verse),
  next_cursor: NextCursor,
});
