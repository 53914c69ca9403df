import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { LecternError } from '../../contract/lectern-error.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** A script or program asks: what goes wrong is told as a problem, not as a page. */
    readonly forPrograms?: true;
  }
}

export interface JsonRoute {
  /** POST unless said otherwise. */
  readonly method?: 'GET' | 'POST' | 'DELETE';
  readonly path: string;
  /** Of a POST. */
  readonly body?: object;
  /** The handler itself answers what `body` does not allow: `request.validationError`. */
  readonly attachValidation?: boolean;
}

const JSON_ESSENCE = /^application\/json\s*(;|$)/i;

/** What a script or program asks in JSON, below pages for people. Forms are taken nowhere here. */
export function addJsonRoute(
  pages: FastifyInstance,
  { method = 'POST', path: url, body, attachValidation = false }: JsonRoute,
  handler: (request: FastifyRequest, reply: FastifyReply) => Promise<object>,
): void {
  pages.route({
    url,
    method,
    schema: { hide: true, ...(body && { body }) },
    exposeHeadRoute: false,
    config: { forPrograms: true },
    attachValidation,
    handler,
    preParsing: async (request) => {
      if (!body) return;
      if (!JSON_ESSENCE.test(request.headers['content-type'] ?? '')) throw new LecternError('unsupported_media_type');
    },
  });
}

/** True where what goes wrong is told as a problem. */
export const isJsonRoute = ({ routeOptions }: FastifyRequest): boolean => routeOptions.config.forPrograms === true;
