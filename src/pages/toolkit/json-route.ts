import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { LecternError } from '../../contract/lectern-error.ts';

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

/** POST with JSON, below pages for people. Forms are taken nowhere here. */
export function addJsonRoute(
  pages: FastifyInstance,
  { path: url, body, attachValidation = false }: JsonRoute,
  handler: (request: FastifyRequest, reply: FastifyReply) => Promise<object>,
): void {
  pages.route({
    url,
    method: 'POST',
    schema: { hide: true, body },
    config: { forPrograms: true },
    attachValidation,
    handler,
    preParsing: async (request) => {
      if (!JSON_ESSENCE.test(request.headers['content-type'] ?? '')) throw new LecternError('unsupported_media_type');
    },
  });
}

/** True where what goes wrong is told as a problem. */
export const isForPrograms = ({ routeOptions }: FastifyRequest): boolean => routeOptions.config.forPrograms === true;
