import type { FastifyInstance, FastifyRequest } from 'fastify';
import { LecternError } from '../../contract/lectern-error.ts';

const utf8 = new TextDecoder('utf-8', { fatal: true });
/** `application/json`, alone or with `charset=utf-8`. [D1] */
const JSON_MEDIA_TYPE = /^application\/json\s*(;\s*charset\s*=\s*"?utf-?8"?\s*)?;?\s*$/i;

/**
 * Accepts request bodies in JSON and UTF-8 only. Prototype pollution is impossible because every body has a strict
 * schema.
 */
export function addJsonParser(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(JSON_MEDIA_TYPE, { parseAs: 'buffer' }, (request, body, done) => {
    try {
      done(null, parseBody(request, body as Buffer));
    } catch (error) {
      done(error as Error);
    }
  });
}

/** Parses a JSON body. Throws `unsupported_media_type`, `malformed_json`. */
function parseBody({ headers }: FastifyRequest, body: Buffer): unknown {
  if ((headers['content-encoding'] ?? 'identity').toLowerCase() !== 'identity') {
    throw new LecternError('unsupported_media_type', 'Send the request body without Content-Encoding.');
  }
  try {
    return JSON.parse(utf8.decode(body));
  } catch (cause) {
    throw new LecternError('malformed_json', undefined, { cause });
  }
}

/**
 * Refuses a body for an operation without one, and ignores a Content-Type without a body. Returns whether it had to
 * wait for the client. Rejects with `invalid_fields`. [D1]
 */
export async function requireNoBody(request: FastifyRequest): Promise<boolean> {
  const { headers } = request.raw;
  const { 'content-length': length, 'transfer-encoding': coding, 'content-type': type } = headers;
  if (type !== undefined) delete headers['content-type'];
  if (coding === undefined) {
    if (length === undefined) return false;
    if (Number(length) !== 0) throw unwantedBody();
    delete headers['content-length'];
    return false;
  }
  delete headers['transfer-encoding'];
  for await (const chunk of request.raw) {
    if ((chunk as Buffer).length > 0) throw unwantedBody();
  }
  return true;
}

const unwantedBody = () =>
  new LecternError('invalid_fields', 'This operation has no body.', {
    errors: [{ pointer: '', message: 'must be empty' }],
  });
