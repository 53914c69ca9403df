import { LecternError } from '../../contract/lectern-error.ts';
import type { UnlistedImages } from '../../storage/storage.ts';

/** An image that a request names, and the pointer to the field. */
interface NamedImage {
  readonly pointer: string;
  readonly digest: string;
}

/** Returns the refusal of images that the owner does not have. [D76] */
export const refuseImages = (named: readonly NamedImage[], { unlisted }: UnlistedImages): LecternError =>
  new LecternError('invalid_fields', undefined, {
    errors: named
      .filter(({ digest }) => unlisted.includes(digest))
      .map(({ pointer }) => ({ pointer, message: 'is no image of the organization' })),
  });
