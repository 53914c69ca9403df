import assert from 'node:assert/strict';
import { it } from 'node:test';
import sharp from 'sharp';
import { LecternError } from '../../../src/contract/lectern-error.ts';
import { encodeImage } from '../../../src/domain/presentation/encode-image.ts';

/** It takes several seconds to encode. */
const LARGE = { width: 7_000, height: 7_000, channels: 4, background: '#123456' } as const;

it('when an image takes too long to encode, then it is refused, and the message says so', async () => {
  const png = await sharp({ create: LARGE }).toColourspace('rgb16').png({ compressionLevel: 1 }).toBuffer();
  await assert.rejects(
    encodeImage(png, 'image/png', 1),
    (error) =>
      error instanceof LecternError &&
      error.code === 'invalid_fields' &&
      /^The image takes longer than 1 seconds to encode\./.test(error.detail ?? ''),
  );
});
