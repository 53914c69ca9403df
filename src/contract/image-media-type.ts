import type { ImageMediaType } from './slide-fields.ts';

/** Detects the media type of an image from its content. */
export function findImageMediaType(bytes: Uint8Array): ImageMediaType | null {
  const head = Buffer.from(bytes.subarray(0, 32)).toString('latin1');
  if (head.startsWith('\x89PNG\r\n\x1a\n')) return 'image/png';
  if (head.startsWith('\xff\xd8\xff')) return 'image/jpeg';
  if (head.startsWith('RIFF') && head.startsWith('WEBP', 8)) return 'image/webp';
  // The file's brands must include AVIF (AV1 Image File Format, section 6).
  return head.startsWith('ftyp', 4) && /avi[fs]/.test(head.slice(8)) ? 'image/avif' : null;
}
