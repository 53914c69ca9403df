import type { OutgoingHttpHeaders } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Operation } from '../../contract/operations.ts';
import { isNotModified } from '../../domain/not-modified.ts';

export const JSON_MEDIA_TYPE = 'application/json; charset=utf-8';

/** Result of an operation. `body` is an object, its JSON, or a function that is called only if the body is sent. */
export interface OperationResult {
  readonly body?: object | string | Buffer | (() => string | Buffer);
  readonly etag?: string;
  /** Status, if it is not that of the operation. */
  readonly status?: Operation['otherSuccess'];
  readonly headers?: Readonly<Record<string, string>>;
}

/** Returned by a handler that sends its response later, through a `DeferredResponse`. */
export const DEFERRED = Symbol('later');

/** Sends a result: 304 if the client has this version, 204 without a body, otherwise the status of the operation. */
export function sendResult(
  operation: Operation,
  result: OperationResult,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  for (const name in result.headers) {
    const value = result.headers[name]!;
    // A CORS response already has a Vary header.
    reply.header(name, name === 'vary' && reply.hasHeader('vary') ? `${value}, ${reply.getHeader('vary')}` : value);
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
    .header('content-type', JSON_MEDIA_TYPE)
    .send(serialize(result.body));
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
