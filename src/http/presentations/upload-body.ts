import type { FastifyError, FastifyInstance, FastifyRequest } from 'fastify';
import { LecternError } from '../../contract/lectern-error.ts';
import { TurnQueue } from '../../domain/turns/turn-queue.ts';

const RETRY_SECONDS = 2;

/** The files that a scope accepts as request bodies. */
interface UploadRules<Body> {
  readonly mediaTypes: readonly string[];
  /** Most uploads at a time. One owner has at most half of them. */
  readonly uploadsMax: number;
  /** Detail of the refusal of a body that is too long. */
  readonly tooLarge: string;
  toBody(bytes: Buffer, request: FastifyRequest): Body;
}

/**
 * Accepts files as the only request bodies in this scope. Limits the uploads at a time, of all and of one owner, to
 * bound memory: a further one is refused with `rate_limited` before its body is read.
 */
export function addUploadParser<Body>(app: FastifyInstance, rules: UploadRules<Body>): void {
  const uploads = new TurnQueue<null>({
    running: rules.uploadsMax,
    runningPerOwner: rules.uploadsMax / 2,
    waitingPerOwner: 0,
  });
  app.removeAllContentTypeParsers();
  app.addContentTypeParser([...rules.mediaTypes], { parseAs: 'buffer' }, (request, bytes, done) => {
    const coding = request.headers['content-encoding'];
    if (coding !== undefined && coding !== 'identity') {
      return done(new LecternError('unsupported_media_type', 'Send the request body without Content-Encoding.'));
    }
    done(null, rules.toBody(bytes as Buffer, request));
  });

  app.addHook('preParsing', ({ principal }, reply, payload, done) => {
    const owner = principal?.owner.id ?? '';
    if (uploads.enter(owner, null) === 'refused') {
      return done(new LecternError('rate_limited', undefined, { retryAfterSeconds: RETRY_SECONDS }));
    }
    // The response is sent, or the client has disconnected. A response that is already closed emits no close event.
    if (reply.raw.destroyed) uploads.leave(owner);
    else reply.raw.once('close', () => uploads.leave(owner));
    done(null, payload);
  });

  app.setErrorHandler((error: FastifyError) => {
    if (error.code === 'FST_ERR_CTP_BODY_TOO_LARGE') throw new LecternError('body_too_large', rules.tooLarge);
    throw error;
  });
}
