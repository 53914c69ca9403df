import type { OutgoingHttpHeaders } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Operation } from '../../contract/operations.ts';
import { isNotModified } from '../../domain/not-modified.ts';
import { compressText } from '../../pages/toolkit/compress-text.ts';

export const JSON_MEDIA_TYPE = 'application/json; charset=utf-8';

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
  readonly headers?: Readonly<Record<string, string>>;
}

/** Returned by a handler that sends its response later, through a `DeferredResponse`. */
export const DEFERRED = Symbol('later');

/** Sends a result: 304 if the client has this version, 204 without a body, otherwise the status of the operation. */
export async function sendResult(
  operation: Operation,
  result: OperationResult,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  for (const name in result.headers) {
    const value = result.headers[name]!;
    if (name === 'vary') addVary(reply, value);
    else reply.header(name, value);
  }
  if (result.etag !== undefined) {
    reply.header('etag', result.etag);
    if (operation.method === 'GET' && isNotModified(request.headers['if-none-match'], result.etag)) {
      if (request.method === 'HEAD') sendHead(reply.code(304));
      else reply.code(304).send();
      return;
    }
  }
  if (result.body === undefined) {
    reply.code(204).send();
    return;
  }
  let body = serialize(result.body);
  if (result.compressible) body = await compress(body, request, reply);
  reply
    .code(result.status ?? operation.success)
    .header('content-type', JSON_MEDIA_TYPE)
    .send(body);
}

/** Compresses a long body if the client accepts it, and sets the headers that say so. */
async function compress(body: string | Buffer, { headers }: FastifyRequest, reply: FastifyReply) {
  addVary(reply, 'Accept-Encoding');
  if (body.length < COMPRESSED_MIN_CHARACTERS) return body;
  const { encoding, content } = await compressText(body, headers['accept-encoding']);
  if (encoding) reply.header('content-encoding', encoding);
  return content;
}

/** Adds to the Vary header, which a CORS response already has. */
function addVary(reply: FastifyReply, value: string): void {
  reply.header('vary', reply.hasHeader('vary') ? `${value}, ${reply.getHeader('vary')}` : value);
}

/**
 * Sends a 304 without Content-Length. Fastify would send a length of 0, which is wrong for the GET response. RFC 9110
 * §8.6
 */
function sendHead(reply: FastifyReply): void {
  reply.hijack();
  reply.raw.writeHead(reply.statusCode, reply.getHeaders() as OutgoingHttpHeaders).end();
}

function serialize(body: NonNullable<OperationResult['body']>): string | Buffer {
  if (typeof body === 'function') return body();
  return typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body);
}
