import { formatByteSize } from '../../src/contract/byte-size.ts';
import { IMAGE_MAX_BYTES } from '../../src/contract/limits.ts';
import { IMAGE_MEDIA_TYPES, type ImageMediaType } from '../../src/contract/slide-fields.ts';

/** Value of `accept` for the field that chooses images. */
export const ACCEPTED_IMAGES = IMAGE_MEDIA_TYPES.join(',');

/** Reason why a file cannot be uploaded. */
export type ImageRefusal = 'type' | 'size' | 'empty';

/** Returns why a file cannot be uploaded, or null. [D1] */
export function findRefusal({ type, size }: Pick<File, 'type' | 'size'>): ImageRefusal | null {
  if (!IMAGE_MEDIA_TYPES.includes(type as ImageMediaType)) return 'type';
  if (size === 0) return 'empty';
  return size > IMAGE_MAX_BYTES ? 'size' : null;
}

/** Formats the size of a stored image: "1920×1080, 214 kB". */
export const toStoredSize = (
  { width, height, bytes }: { readonly width: number; readonly height: number; readonly bytes: number },
  language: string,
): string => `${width}×${height}, ${formatByteSize(bytes, language)}`;

/** Formats the type of a file as people know it: "PNG", "JPEG", or its extension. */
export function toTypeName({ type, name }: Pick<File, 'type' | 'name'>): string {
  const known = /^image\/([a-z0-9]+)/.exec(type)?.[1];
  return (known ?? /\.([a-z0-9]{1,5})$/i.exec(name)?.[1] ?? '?').toUpperCase();
}
