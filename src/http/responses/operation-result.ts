import type { OutgoingHttpHeaders } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Operation } from '../../contract/operations.ts';
import { isNotModified } from '../../domain/not-modified.ts';
import { compressText } from '../../pages/toolkit/compress-text.ts';

export const JSON_MEDIA_TYPE = 'application/json; charset=utf-8';
export const CSV_MEDIA_TYPE = 'text/csv; charset=utf-8; header=present';

/** Shorter bodies are not compressed. */
const COMPRESSED_MIN_CHARACTERS = 1_024;

/** Result of an operation. `body` is an object, its JSON, or a function that is called only if the body is sent. */
export interface OperationResult {
  readonly body?: object | string | Buffer | (() => string | Buffer);
  readonly etag?: string;
  /** Whether the body is compressed for clients that accept it. Not with an ETag. [D5] */
  readonly compressible?: true;
  /** Status, if it is not that of the operation. */
  readonly status?: Operation['otherSuccess'];
  /** Media type of the body, if it is not JSON. */
  readonly mediaType?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Returned by a handler that sends its response later, through a `DeferredResponse`. */
export const DEFERRED = Symbol('later');

/** Sends a result: 304 if the client has this version, 204 without a body, otherwise the status of the operation. */
export function sendResult(
  operation: Pick<Operation, 'method' | 'success'>,
  result: OperationResult,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  for (const name in result.headers) {
    const value = result.headers[name]!;
    // A CORS response already varies by origin, and so does all that may be cached. [D8]
    const merged = name === 'vary' && reply.hasHeader('vary') && !value.includes('Origin') ? `${value}, Origin` : value;
    reply.header(name, merged);
  }
  if (result.etag !== undefined) {
    reply.header('etag', result.etag);
    if (operation.method === 'GET' && isNotModified(request.headers['if-none-match'], result.etag)) {
      return request.method === 'HEAD' ? sendHead(reply.code(304)) : reply.code(304).send();
    }
  }
  if (result.body === undefined) return reply.code(204).send();
  return reply
    .code(result.status ?? operation.success)
    .header('content-type', result.mediaType ?? JSON_MEDIA_TYPE)
    .send(serialize(result.body));
}

/** Compresses a long body for a client that accepts it. */
export async function compressResult(result: OperationResult, { headers }: FastifyRequest): Promise<OperationResult> {
  const body = serialize(result.body!);
  const accepted = body.length < COMPRESSED_MIN_CHARACTERS ? undefined : headers['accept-encoding'];
  const { encoding, content } = await compressText(body, accepted);
  const coding: OperationResult['headers'] = encoding ? { 'content-encoding': encoding } : {};
  return { ...result, body: content, headers: { ...result.headers, ...coding, vary: 'Accept-Encoding' } };
}

/**
 * Sends a 304 without Content-Length. Fastify would send a length of 0, which is wrong for the GET response. RFC 9110
 * §8.6
 */
function sendHead(reply: FastifyReply): FastifyReply {
  reply.hijack();
  reply.raw.writeHead(reply.statusCode, reply.getHeaders() as OutgoingHttpHeaders).end();
  return reply;
}

function serialize(body: NonNullable<OperationResult['body']>): string | Buffer {
  if (typeof body === 'function') return body();
  return typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body);
}
