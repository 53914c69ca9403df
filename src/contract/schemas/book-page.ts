import { Type } from 'typebox';
import { NextCursor, Strict } from './shapes.ts';
import { TranslationRights, Verse } from './translation.ts';

/** [GET book page] `next_cursor` is null on the last page alone. */
export const BookPage = Strict({
  translation: Type.String(),
  rights: TranslationRights,
  verses: Type.Array(Verse),
  next_cursor: NextCursor,
});
