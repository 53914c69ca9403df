import { hash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { negotiate } from '@fastify/accept-negotiator';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type OperationResult, sendResult } from '../responses/operation-result.ts';

/**
 * Returns a handler that sends a document, compressed for clients that accept gzip. The document is built at the first
 * request and once, because it takes a while and does not change. [D48]
 */
export function documentRoute(build: () => object) {
  let variants: { identity: OperationResult; gzip: OperationResult } | undefined;
  return (request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    variants ??= encode(JSON.stringify(build()));
    const coding = negotiate(request.headers['accept-encoding'] ?? '', ['gzip']);
    return sendResult({ method: 'GET', success: 200 }, variants[coding ? 'gzip' : 'identity'], request, reply);
  };
}

function encode(text: string) {
  const tag = hash('sha256', text, 'base64url').slice(0, 22);
  const vary = 'Accept-Encoding';
  return {
    identity: { body: Buffer.from(text), etag: `"${tag}"`, headers: { vary } },
    gzip: { body: gzipSync(text), etag: `"${tag}-gzip"`, headers: { vary, 'content-encoding': 'gzip' } },
  };
}
