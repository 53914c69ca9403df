import type { FastifyError, FastifyInstance, FastifyRequest } from 'fastify';
import { LecternError } from '../../contract/lectern-error.ts';

const RETRY_SECONDS = 2;

/** The files that a scope accepts as request bodies. */
interface UploadRules<Body> {
  readonly mediaTypes: readonly string[];
  /** Most uploads at a time. */
  readonly uploadsMax: number;
  /** Detail of the refusal of a body that is too long. */
  readonly tooLarge: string;
  toBody(bytes: Buffer, request: FastifyRequest): Body;
}

/**
 * Accepts files as the only request bodies in this scope. Limits the uploads at a time to bound memory: a further one
 * is refused with `rate_limited` before its body is read.
 */
export function addUploadParser<Body>(app: FastifyInstance, rules: UploadRules<Body>): void {
  let receiving = 0;
  app.removeAllContentTypeParsers();
  app.addContentTypeParser([...rules.mediaTypes], { parseAs: 'buffer' }, (request, bytes, done) => {
    const coding = request.headers['content-encoding'];
    if (coding !== undefined && coding !== 'identity') {
      return done(new LecternError('unsupported_media_type', 'Send the request body without Content-Encoding.'));
    }
    done(null, rules.toBody(bytes as Buffer, request));
  });

  app.addHook('preParsing', (_request, reply, payload, done) => {
    if (receiving >= rules.uploadsMax) {
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
    if (error.code === 'FST_ERR_CTP_BODY_TOO_LARGE') throw new LecternError('body_too_large', rules.tooLarge);
    throw error;
  });
}
