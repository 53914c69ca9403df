import { hash } from 'node:crypto';
import { createRequire } from 'node:module';
import type Sharp from 'sharp';
import { findImageMediaType } from '../../contract/image-media-type.ts';
import { LecternError } from '../../contract/lectern-error.ts';
import { IMAGE_ENCODING_MAX_SECONDS, IMAGE_MAX_PIXELS, IMAGE_MAX_SIDE_PX } from '../../contract/limits.ts';
import type { ImageMediaType } from '../../contract/slide-fields.ts';
import type { StoredImage } from '../../storage/storage.ts';
import { describeResourceExhaustion } from '../resource-exhaustion.ts';

/** Images are stored as WebP, which is small, supports transparency and is shown by all current browsers. */
const KEPT_MEDIA_TYPE = 'image/webp';
const QUALITY = 88;
/** The encoder effort, from 0 to 6. More takes several times as long and saves a tenth of the size. */
const EFFORT = 2;
/** The beginning of the error of an image that takes too long. */
const TIMEOUT = 'timeout: ';

const require = createRequire(import.meta.url);
let library: typeof Sharp | null = null;

/**
 * Loads the library on first use, because few servers need it. Uses `require`, which retries after a failure; `import`
 * would cache the failure for good.
 */
function loadSharp(): typeof Sharp {
  if (library) return library;
  const sharp: typeof Sharp = require('sharp');
  // Uses one thread per image, no cache, and only the loaders of the four media types.
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
 * Encodes the pixels of an image again: upright, in sRGB, with at most IMAGE_MAX_SIDE_PX on the longest side, and only
 * the first frame of an animation. Removes metadata and everything else in the file. Runs outside the event loop. Needs
 * memory for IMAGE_MAX_PIXELS pixels, so encode one image at a time. Throws `invalid_fields`.
 */
export async function encodeImage(
  bytes: Uint8Array,
  mediaType: ImageMediaType,
  maxSeconds: number = IMAGE_ENCODING_MAX_SECONDS,
): Promise<{ image: StoredImage & { bytes: number }; content: Buffer }> {
  if (findImageMediaType(bytes) !== mediaType) throw refuse(`The content is not ${mediaType}.`);
  const sharp = loadSharp();
  try {
    // The size is read from the header, before any pixel is decoded.
    const { width, height } = await sharp(bytes, { limitInputPixels: false }).metadata();
    if (width * height > IMAGE_MAX_PIXELS) {
      throw refuse(`The image has ${width} × ${height} pixels; at most ${IMAGE_MAX_PIXELS / 1e6} million are allowed.`);
    }
    const { data, info } = await sharp(bytes, { limitInputPixels: IMAGE_MAX_PIXELS, failOn: 'error' })
      .timeout({ seconds: maxSeconds })
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
    // Large images may need a temporary file.
    if (cause instanceof LecternError || describeResourceExhaustion(cause) !== null) throw cause;
    if (cause instanceof Error && cause.message.startsWith(TIMEOUT)) {
      throw refuse(`The image takes longer than ${maxSeconds} seconds to encode. Send it with fewer pixels.`, cause);
    }
    throw refuse('The image is damaged or cannot be decoded.', cause);
  }
}

const refuse = (detail: string, cause?: unknown): LecternError =>
  new LecternError('invalid_fields', detail, { errors: [{ pointer: '', message: 'must be an image' }], cause });
