import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { LecternError } from '../contract/lectern-error.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** A script or program asks: what goes wrong is told as a problem, not as a page. */
    readonly forPrograms?: true;
  }
}

interface JsonRoute {
  readonly path: string;
  readonly body: object;
  /** The handler itself answers what `body` does not allow: `request.validationError`. */
  readonly attachValidation?: boolean;
}

const JSON_ESSENCE = /^application\/json\s*(;|$)/i;
const OTHER_METHODS = ['GET', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

/** POST with JSON, below pages for people, and a refusal for every other method. Forms are taken nowhere here. */
export function addJsonRoute(
  pages: FastifyInstance,
  { path: url, body, attachValidation = false }: JsonRoute,
  handler: (request: FastifyRequest, reply: FastifyReply) => Promise<object>,
): void {
  const shared = { url, config: { forPrograms: true } as const };
  pages.route({
    ...{ ...shared, method: 'POST', schema: { hide: true, body }, attachValidation, handler },
    preParsing: async (request) => {
      if (!JSON_ESSENCE.test(request.headers['content-type'] ?? '')) throw new LecternError('unsupported_media_type');
    },
  });
  pages.route({
    ...{ ...shared, method: OTHER_METHODS, schema: { hide: true }, handler: () => undefined },
    // Before any body is read.
    preParsing: async (_request, reply) => {
      reply.header('allow', 'POST');
      throw new LecternError('method_not_allowed');
    },
  });
}

/** True where what goes wrong is told as a problem. */
export const isForPrograms = ({ routeOptions }: FastifyRequest): boolean => routeOptions.config.forPrograms === true;
