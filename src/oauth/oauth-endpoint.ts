import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { LecternError } from '../contract/lectern-error.ts';

/** Headers of every OAuth response, including errors. [D8] */
const OAUTH_HEADERS = {
  'cache-control': 'no-store',
  pragma: 'no-cache',
  'referrer-policy': 'no-referrer',
};

/** Lets scripts of any origin read the responses, without cookies. [D8] */
const CORS_HEADERS = { 'access-control-allow-origin': '*' };
const PREFLIGHT_SECONDS = 7_200;
const OTHER_METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const;

export interface OauthEndpoint {
  readonly method: 'GET' | 'POST';
  readonly url: string;
  /** Checks the headers of a request before its body is read. Throws if they are invalid. */
  readonly requireHeaders?: (request: FastifyRequest) => void;
  readonly handle: (request: FastifyRequest, reply: FastifyReply) => unknown;
}

/**
 * Adds an endpoint that scripts of any origin can call, and refuses its other methods. `admit` runs first and rejects
 * if the request is not allowed.
 */
export function addOauthEndpoint(
  app: FastifyInstance,
  { method, url, requireHeaders, handle }: OauthEndpoint,
  admit: (request: FastifyRequest) => Promise<void>,
): void {
  const begin = async (request: FastifyRequest, reply: FastifyReply) => {
    reply.headers(OAUTH_HEADERS).headers(CORS_HEADERS);
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
    handler: handle,
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
      throw new Error('unreachable: onRequest refuses the method');
    },
  });
}

const isPreflight = ({ method, headers }: FastifyRequest): boolean =>
  method === 'OPTIONS' && headers.origin !== undefined && headers['access-control-request-method'] !== undefined;
