import type { FastifyInstance, RouteShorthandOptions } from 'fastify';
import { LecternError } from '../contract/lectern-error.ts';
import { readPageAddress } from './page-responses.ts';

interface Duties {
  /** Takes from the audience's budget of an address. Throws or rejects `rate_limited`. */
  readonly charge: (address: string) => Promise<void>;
  readonly errorHandler: NonNullable<RouteShorthandOptions['errorHandler']>;
}

/**
 * Answers beside the pages of `/l/:live_id` and the like: one with a slash behind it, as messengers and typists make it, leads to the page
 * (the browser takes along what stands behind `#`); without an id, or with more behind it, there is nothing.
 */
export function addPathVariants(
  app: FastifyInstance,
  prefix: string,
  parameter: string,
  { charge, errorHandler }: Duties,
): void {
  for (const url of [prefix, `${prefix}/:${parameter}/*`]) {
    app.get(url, { schema: { hide: true }, config: { absent: true }, errorHandler }, async (request) => {
      await charge(request.ip);
      throw new LecternError('not_found');
    });
  }
  app.get<{ Params: Record<string, string> }>(
    `${prefix}/:${parameter}/`,
    { schema: { hide: true } },
    (request, reply) =>
      reply.redirect(
        `${prefix}/${encodeURIComponent(request.params[parameter]!)}${readPageAddress(request).query}`,
        308,
      ),
  );
}
