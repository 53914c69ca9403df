import { LecternError } from '../../../contract/lectern-error.ts';
import { LOOK_KINDS } from '../../../contract/looks.ts';
import type { Looks, LooksChange } from '../../../contract/schemas/design.ts';
import type { Owner, Storage } from '../../../storage/storage.ts';

/** Sets the given fields and keeps the others. [D76] */
export const changeLooks = (looks: Looks, change: LooksChange): Looks => ({
  verse: { ...looks.verse, ...change.verse },
  song: { ...looks.song, ...change.song },
  announcement: { ...looks.announcement, ...change.announcement },
});

/** Throws `invalid_fields` for an image that the organization does not have. */
export async function requireLookImages({ images }: Storage, { id }: Owner, change: LooksChange): Promise<void> {
  const digestOf = (kind: (typeof LOOK_KINDS)[number]) => change[kind]?.background_image ?? [];
  const found = new Set((await images.find(id, LOOK_KINDS.flatMap(digestOf))).map(({ digest }) => digest));
  const errors = LOOK_KINDS.filter((kind) => [digestOf(kind)].flat().some((digest) => !found.has(digest))).map(
    (kind) => ({
      pointer: `/${kind}/background_image`,
      message: 'is no image of the organization',
    }),
  );
  if (errors.length > 0) throw new LecternError('invalid_fields', undefined, { errors });
}
