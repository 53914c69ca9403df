import type { FastifyError, FastifyInstance } from 'fastify';
import { LecternError } from '../../contract/lectern-error.ts';
import { IMAGE_MAX_BYTES, IMAGE_UPLOADS_MAX } from '../../contract/limits.ts';
import { IMAGE_MEDIA_TYPES, type ImageMediaType } from '../../contract/slide-fields.ts';

/** Body of an image upload. */
export interface ImageBody {
  readonly mediaType: ImageMediaType;
  readonly bytes: Buffer;
}

const RETRY_SECONDS = 2;

/**
 * Accepts images as the only request bodies in this scope. Limits the uploads at a time to bound memory: a further one
 * is refused with `rate_limited` before its body is read.
 */
export function addImageParser(app: FastifyInstance): void {
  let receiving = 0;
  app.removeAllContentTypeParsers();
  app.addContentTypeParser([...IMAGE_MEDIA_TYPES], { parseAs: 'buffer' }, (request, bytes, done) => {
    const coding = request.headers['content-encoding'];
    if (coding !== undefined && coding !== 'identity') {
      return done(new LecternError('unsupported_media_type', 'Send the request body without Content-Encoding.'));
    }
    const mediaType = request.headers['content-type']!.split(';', 1)[0]!.trim().toLowerCase() as ImageMediaType;
    done(null, { mediaType, bytes: bytes as Buffer } satisfies ImageBody);
  });

  app.addHook('preParsing', (_request, reply, payload, done) => {
    if (receiving >= IMAGE_UPLOADS_MAX) {
      return done(new LecternError('rate_limited', undefined, { retryAfterSeconds: RETRY_SECONDS }));
    }
    // A response that is already closed emits no close event, so it must not be counted.
    if (!reply.raw.destroyed) {
      receiving++;
      // The response is sent, or the client has disconnected.
      reply.raw.once('close', () => receiving--);
    }
    done(null, payload);
  });

  app.setErrorHandler((error: FastifyError) => {
    if (error.code === 'FST_ERR_CTP_BODY_TOO_LARGE') {
      throw new LecternError('body_too_large', `An image can have at most ${IMAGE_MAX_BYTES / 1024 / 1024} MiB.`);
    }
    throw error;
  });
}
