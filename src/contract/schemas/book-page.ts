import { Type } from 'typebox';
import { NextCursor } from './shapes.ts';
import { TranslationRights, Verse } from './translation.ts';

/** [GET book page] `next_cursor` is null on the last page alone. */
export const BookPage = Type.Object({
  translation: Type.String(),
  rights: TranslationRights,
  verses: Type.Array(Verse),
  next_cursor: NextCursor,
});
