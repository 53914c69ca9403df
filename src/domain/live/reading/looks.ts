import { LOOK_KINDS } from '../../../contract/looks.ts';
import type { Looks, LooksChange } from '../../../contract/schemas/design.ts';

/** Sets the given fields and keeps the others. [D76] */
export const changeLooks = (looks: Looks, change: LooksChange): Looks => ({
  verse: { ...looks.verse, ...change.verse },
  song: { ...looks.song, ...change.song },
  announcement: { ...looks.announcement, ...change.announcement },
});

/** Lists the images that a change names, with the pointers to their fields. */
export const listLookImages = (change: LooksChange) =>
  LOOK_KINDS.flatMap((kind) => {
    const digest = change[kind]?.background_image;
    return typeof digest === 'string' ? [{ pointer: `/${kind}/background_image`, digest }] : [];
  });
