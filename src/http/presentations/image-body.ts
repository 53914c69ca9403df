import type { FastifyInstance } from 'fastify';
import { IMAGE_MAX_BYTES, IMAGE_UPLOADS_MAX } from '../../contract/limits.ts';
import { IMAGE_MEDIA_TYPES, type ImageMediaType } from '../../contract/slide-fields.ts';
import { addUploadParser } from './upload-body.ts';

/** Body of an image upload. */
export interface ImageBody {
  readonly mediaType: ImageMediaType;
  readonly bytes: Buffer;
}

/** Accepts images as the only request bodies in this scope, a limited number at a time. */
export const addImageParser = (app: FastifyInstance): void =>
  addUploadParser<ImageBody>(app, {
    mediaTypes: IMAGE_MEDIA_TYPES,
    uploadsMax: IMAGE_UPLOADS_MAX,
    tooLarge: `An image can have at most ${IMAGE_MAX_BYTES / 1024 / 1024} MiB.`,
    toBody: (bytes, { headers }) => ({
      mediaType: headers['content-type']!.split(';', 1)[0]!.trim().toLowerCase() as ImageMediaType,
      bytes,
    }),
  });
