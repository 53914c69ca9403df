import type { FastifyError, FastifyInstance } from 'fastify';
import { LecternError } from '../../contract/lectern-error.ts';
import { IMAGE_MAX_BYTES, IMAGE_UPLOADS_MAX } from '../../contract/limits.ts';
import { IMAGE_MEDIA_TYPES, type ImageMediaType } from '../../contract/schemas/presentation.ts';

/** An image as it was sent. */
export interface ImageBody {
  readonly mediaType: ImageMediaType;
  readonly bytes: Buffer;
}

const RETRY_SECONDS = 2;

/**
 * Within this scope bodies are images and nothing else. A few are received at a time, so that their bytes cannot fill the
 * memory: one more is refused with `rate_limited` before any of it is read.
 */
export function addImageParser(app: FastifyInstance): void {
  let receiving = 0;
  app.removeAllContentTypeParsers();
  app.addContentTypeParser([...IMAGE_MEDIA_TYPES], { parseAs: 'buffer' }, (request, bytes, done) => {
    const coding = request.headers['content-encoding'];
    if (coding !== undefined && coding !== 'identity') {
      return done(new LecternError('unsupported_media_type', 'Request bodies are sent without content coding.'));
    }
    const mediaType = request.headers['content-type']!.split(';', 1)[0]!.trim().toLowerCase() as ImageMediaType;
    done(null, { mediaType, bytes: bytes as Buffer } satisfies ImageBody);
  });

  app.addHook('preParsing', (_request, reply, payload, done) => {
    if (receiving >= IMAGE_UPLOADS_MAX) {
      return done(new LecternError('rate_limited', undefined, { retryAfterSeconds: RETRY_SECONDS }));
    }
    // A client that went while it was being admitted does not go again.
    if (!reply.raw.destroyed) {
      receiving++;
      // Answered, or the client has gone.
      reply.raw.once('close', () => receiving--);
    }
    done(null, payload);
  });

  app.setErrorHandler((error: FastifyError) => {
    if (error.code === 'FST_ERR_CTP_BODY_TOO_LARGE') {
      throw new LecternError('body_too_large', `An image can be up to ${IMAGE_MAX_BYTES / 1024 / 1024} MiB long.`);
    }
    throw error;
  });
}
