import { LecternError } from '../../contract/lectern-error.ts';
import type { Owner, Storage } from '../../storage/storage.ts';

/** An image that a request names, and the pointer to the field. */
interface NamedImage {
  readonly pointer: string;
  readonly digest: string;
}

/** Throws `invalid_fields` for images that the owner does not have. Accounts have none. [D76] */
export async function requireImages(
  { images }: Pick<Storage, 'images'>,
  { kind, id }: Owner,
  named: readonly NamedImage[],
): Promise<void> {
  if (named.length === 0) return;
  const digests = named.map(({ digest }) => digest);
  const found = new Set((kind === 'organization' ? await images.find(id, digests) : []).map(({ digest }) => digest));
  const errors = named
    .filter(({ digest }) => !found.has(digest))
    .map(({ pointer }) => ({ pointer, message: 'is no image of the organization' }));
  if (errors.length > 0) throw new LecternError('invalid_fields', undefined, { errors });
}
