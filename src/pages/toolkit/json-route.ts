import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { LecternError } from '../../contract/lectern-error.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether a script or program uses the route: errors are problems, not pages. */
    readonly forPrograms?: true;
  }
}

export interface JsonRoute {
  /** Default: POST. */
  readonly method?: 'GET' | 'POST' | 'DELETE';
  readonly path: string;
  /** Schema of the body. */
  readonly body?: object;
  /** The handler responds to validation errors itself, by `request.validationError`. */
  readonly attachValidation?: boolean;
  /** Called before the body is read. */
  readonly onRequest?: (request: FastifyRequest, reply: FastifyReply) => Promise<void>;
}

const JSON_ESSENCE = /^application\/json\s*(;|$)/i;

/** Adds a JSON route for a script or program among the pages. It accepts no form bodies. */
export function addJsonRoute(
  pages: FastifyInstance,
  { method = 'POST', path: url, body, attachValidation = false, onRequest }: JsonRoute,
  handler: (request: FastifyRequest, reply: FastifyReply) => Promise<object>,
): void {
  pages.route({
    url,
    method,
    schema: { hide: true, ...(body && { body }) },
    exposeHeadRoute: false,
    config: { forPrograms: true },
    attachValidation,
    ...(onRequest && { onRequest }),
    handler,
    preParsing: async (request) => {
      if (!body) return;
      if (!JSON_ESSENCE.test(request.headers['content-type'] ?? '')) throw new LecternError('unsupported_media_type');
    },
  });
}

/** Returns whether errors of the route are sent as problems. */
export const isJsonRoute = ({ routeOptions }: FastifyRequest): boolean => routeOptions.config.forPrograms === true;
