import type { OutgoingHttpHeaders } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Operation } from '../../contract/operations.ts';
import { isNotModified } from '../../domain/not-modified.ts';

export const JSON_MEDIA_TYPE = 'application/json; charset=utf-8';

/** What a handler gives: an object, its serialized form, or how to make that if it is needed; an ETag; further headers. */
export interface OperationResult {
  readonly body?: object | string | Buffer | (() => string | Buffer);
  readonly etag?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Stands for an answer that a `DeferredResponse` gives when something has happened. */
export const DEFERRED = Symbol('later');

/** 200 or what the operation answers with, 204 where there is no body, 304 where the client has it already. */
export function sendResult(
  operation: Operation,
  answer: OperationResult,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  for (const name in answer.headers) {
    const value = answer.headers[name]!;
    // An answer to a page of a client varies already.
    reply.header(name, name === 'vary' && reply.hasHeader('vary') ? `${value}, ${reply.getHeader('vary')}` : value);
  }
  if (answer.etag !== undefined) {
    reply.header('etag', answer.etag);
    if (operation.method === 'GET' && isNotModified(request.headers['if-none-match'], answer.etag)) {
      return request.method === 'HEAD' ? sendHead(reply.code(304)) : reply.code(304).send();
    }
  }
  if (answer.body === undefined) return reply.code(204).send();
  return reply.code(operation.success).header('content-type', JSON_MEDIA_TYPE).send(serialize(answer.body));
}

/** By the framework it would tell the length of nothing, which is not that of the answer to GET. RFC 9110 §8.6 */
function sendHead(reply: FastifyReply): FastifyReply {
  reply.hijack();
  reply.raw.writeHead(reply.statusCode, reply.getHeaders() as OutgoingHttpHeaders).end();
  return reply;
}

function serialize(body: NonNullable<OperationResult['body']>): string | Buffer {
  if (typeof body === 'function') return body();
  return typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body);
}
