import { hash } from 'node:crypto';
import { createRequire } from 'node:module';
import type Sharp from 'sharp';
import { LecternError } from '../../contract/lectern-error.ts';
import { IMAGE_MAX_PIXELS, IMAGE_MAX_SIDE_PX } from '../../contract/limits.ts';
import type { ImageMediaType } from '../../contract/schemas/presentation.ts';
import type { StoredImage } from '../../storage/storage.ts';
import { describeResourceExhaustion } from '../resource-exhaustion.ts';

/** What is kept of every image: one kind, small, with transparency, that every browser of today shows. */
const KEPT_MEDIA_TYPE = 'image/webp';
const QUALITY = 88;
/** Of 0 to 6: more takes several times as long and saves a tenth. */
const EFFORT = 2;
/** An image that takes longer is refused; the largest take about two. */
const ENCODING_MAX_SECONDS = 30;

const require = createRequire(import.meta.url);
let library: typeof Sharp | null = null;

/**
 * The library, which few need, is loaded with the first image. By `require`, which loads again what could not be loaded once:
 * `import` would remember for good that the native part could not be opened.
 */
function loadSharp(): typeof Sharp {
  if (library) return library;
  const sharp: typeof Sharp = require('sharp');
  // One thread of the pool an image, nothing remembered of it, and no other reader than those of the four kinds.
  sharp.concurrency(1);
  sharp.cache(false);
  sharp.block({ operation: ['VipsForeignLoad'] });
  sharp.unblock({
    operation: [
      'VipsForeignLoadPngBuffer',
      'VipsForeignLoadJpegBuffer',
      'VipsForeignLoadWebpBuffer',
      'VipsForeignLoadHeifBuffer',
    ],
  });
  library = sharp;
  return sharp;
}

/**
 * The pixels of an image and nothing else, encoded anew: upright, in sRGB, the longest side IMAGE_MAX_SIDE_PX at most, the first frame
 * of a moving one. Metadata, and whatever else may hide in a file, is left behind. It runs beside the event loop; memory is
 * that of IMAGE_MAX_PIXELS pixels, so let one take its turn after the other. Throws `invalid_fields`.
 */
export async function encodeImage(
  bytes: Uint8Array,
  mediaType: ImageMediaType,
): Promise<{ image: StoredImage & { bytes: number }; content: Buffer }> {
  if (findMediaType(bytes) !== mediaType) throw refuse(`The content is not ${mediaType}.`);
  const sharp = loadSharp();
  try {
    // Of the head alone: before any pixel is decoded.
    const { width, height } = await sharp(bytes, { limitInputPixels: false }).metadata();
    if (width * height > IMAGE_MAX_PIXELS) {
      throw refuse(`The image has ${width} × ${height} pixels; ${IMAGE_MAX_PIXELS / 1e6} million are allowed.`);
    }
    const { data, info } = await sharp(bytes, { limitInputPixels: IMAGE_MAX_PIXELS, failOn: 'error' })
      .timeout({ seconds: ENCODING_MAX_SECONDS })
      .autoOrient()
      .resize({ width: IMAGE_MAX_SIDE_PX, height: IMAGE_MAX_SIDE_PX, fit: 'inside', withoutEnlargement: true })
      .toColourspace('srgb')
      .webp({ quality: QUALITY, effort: EFFORT, smartSubsample: true })
      .toBuffer({ resolveWithObject: true });
    const image = {
      digest: hash('sha256', data, 'hex'),
      mediaType: KEPT_MEDIA_TYPE,
      width: info.width,
      height: info.height,
      bytes: data.length,
    };
    return { image, content: data };
  } catch (cause) {
    // A large image may need a file for its pixels.
    if (cause instanceof LecternError || describeResourceExhaustion(cause) !== null) throw cause;
    throw refuse('The image is damaged, or of a kind that cannot be read.', cause);
  }
}

/** What the content is, whatever it is called. */
function findMediaType(bytes: Uint8Array): ImageMediaType | null {
  const head = Buffer.from(bytes.subarray(0, 32)).toString('latin1');
  if (head.startsWith('\x89PNG\r\n\x1a\n')) return 'image/png';
  if (head.startsWith('\xff\xd8\xff')) return 'image/jpeg';
  if (head.startsWith('RIFF') && head.startsWith('WEBP', 8)) return 'image/webp';
  // The brands of the file, of which AVIF must be one (AV1 Image File Format, section 6).
  return head.startsWith('ftyp', 4) && /avi[fs]/.test(head.slice(8)) ? 'image/avif' : null;
}

const refuse = (detail: string, cause?: unknown): LecternError =>
  new LecternError('invalid_fields', detail, { errors: [{ pointer: '', message: 'must be an image' }], cause });
