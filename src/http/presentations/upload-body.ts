import type { Readable } from 'node:stream';
import type { FastifyError, FastifyInstance, FastifyRequest } from 'fastify';
import { LecternError } from '../../contract/lectern-error.ts';
import { TurnQueue } from '../../domain/turns/turn-queue.ts';

const RETRY_SECONDS = 2;

/** The files that a scope accepts as request bodies. */
interface UploadRules {
  readonly mediaTypes: readonly string[];
  /** Most uploads at a time. One owner has at most half of them. */
  readonly uploadsMax: number;
  /** Detail of the refusal of a body that is too long. */
  readonly tooLarge: string;
}

/** Accepts files as the only request bodies in this scope, each as a whole in memory. */
export function addUploadParser<Body>(
  app: FastifyInstance,
  rules: UploadRules & { toBody(bytes: Buffer, request: FastifyRequest): Body },
): void {
  limitUploads(app, rules);
  app.addContentTypeParser([...rules.mediaTypes], { parseAs: 'buffer' }, (request, bytes, done) =>
    done(findCoding(request), rules.toBody(bytes as Buffer, request)),
  );
}

/** Accepts files as the only request bodies in this scope, of which `receive` gets each chunk when it arrives. */
export function addStreamParser<Body>(
  app: FastifyInstance,
  rules: UploadRules & { receive(chunks: AsyncIterable<Buffer>, request: FastifyRequest): Promise<Body> },
): void {
  limitUploads(app, rules);
  app.addContentTypeParser([...rules.mediaTypes], async (request: FastifyRequest, payload: Readable) => {
    const refusal = findCoding(request);
    if (refusal) throw refusal;
    const max = request.routeOptions.bodyLimit;
    if (Number(request.headers['content-length']) > max) throw new LecternError('body_too_large', rules.tooLarge);
    return rules.receive(limitBytes(payload, max, rules.tooLarge), request);
  });
}

/** Yields the chunks of a body. Throws `body_too_large`. */
async function* limitBytes(payload: Readable, max: number, tooLarge: string): AsyncGenerator<Buffer> {
  let bytes = 0;
  for await (const chunk of payload as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > max) throw new LecternError('body_too_large', tooLarge);
    yield chunk;
  }
}

function findCoding({ headers }: FastifyRequest): LecternError | null {
  const coding = headers['content-encoding'];
  if (coding === undefined || coding === 'identity') return null;
  return new LecternError('unsupported_media_type', 'Send the request body without Content-Encoding.');
}

/**
 * Limits the uploads at a time, of all and of one owner, to bound memory: a further one is refused with `rate_limited`
 * before its body is read.
 */
function limitUploads(app: FastifyInstance, { uploadsMax, tooLarge }: UploadRules): void {
  const uploads = new TurnQueue<null>({
    running: uploadsMax,
    runningPerOwner: uploadsMax / 2,
    waitingPerOwner: 0,
  });
  app.removeAllContentTypeParsers();
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
    if (error.code === 'FST_ERR_CTP_BODY_TOO_LARGE') throw new LecternError('body_too_large', tooLarge);
    throw error;
  });
}
