import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { LecternError } from '../contract/lectern-error.ts';

/** Of every OAuth answer, errors too. [D8] */
const OAUTH_HEADERS = {
  'cache-control': 'no-store',
  pragma: 'no-cache',
  'referrer-policy': 'no-referrer',
};

/** Browsers of any page may read these answers, but without cookies. [D8] */
const SHARED = { 'access-control-allow-origin': '*' };
const PREFLIGHT_SECONDS = 7_200;
const OTHER_METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const;

export interface OauthEndpoint {
  readonly method: 'GET' | 'POST';
  readonly url: string;
  /** Of one with the right method, before its body is read. Throws. */
  readonly requireHeaders?: (request: FastifyRequest) => void;
  readonly handle: (request: FastifyRequest, reply: FastifyReply) => unknown;
}

/**
 * An endpoint that pages of any origin may use, and a refusal for every method that it has not. `admit` throws, before all
 * else.
 */
export function addOauthEndpoint(
  app: FastifyInstance,
  { method, url, requireHeaders, handle: answer }: OauthEndpoint,
  admit: (request: FastifyRequest) => Promise<void>,
): void {
  const begin = async (request: FastifyRequest, reply: FastifyReply) => {
    reply.headers(OAUTH_HEADERS).headers(SHARED);
    await admit(request);
  };
  app.route({
    method,
    url,
    schema: { hide: true },
    onRequest: async (request, reply) => {
      await begin(request, reply);
      requireHeaders?.(request);
    },
    handler: answer,
  });
  app.route({
    method: OTHER_METHODS.filter((other) => other !== method),
    url,
    schema: { hide: true },
    onRequest: async (request, reply) => {
      await begin(request, reply);
      if (isPreflight(request)) {
        return reply
          .code(204)
          .header('access-control-allow-methods', method)
          .header('access-control-allow-headers', 'Content-Type, X-Request-Id')
          .header('access-control-max-age', PREFLIGHT_SECONDS)
          .send();
      }
      reply.header('allow', method === 'GET' ? 'GET, HEAD' : method);
      throw new LecternError('method_not_allowed');
    },
    handler: () => {
      throw new Error('refused before');
    },
  });
}

const isPreflight = ({ method, headers }: FastifyRequest): boolean =>
  method === 'OPTIONS' && headers.origin !== undefined && headers['access-control-request-method'] !== undefined;
