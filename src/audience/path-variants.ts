import type { FastifyInstance, RouteShorthandOptions } from 'fastify';
import { LecternError } from '../contract/lectern-error.ts';
import { readPageAddress } from './page-responses.ts';

interface PathVariantDependencies {
  /** Charges a request against the audience budget of an address. Rejects with `rate_limited`. */
  readonly charge: (address: string) => Promise<void>;
  readonly errorHandler: NonNullable<RouteShorthandOptions['errorHandler']>;
}

/**
 * Adds the variants of a page path such as `/l/:live_id`. A trailing slash, which messengers append, redirects to the
 * page; browsers keep the fragment. A path without an id or with further segments gets the 404 page.
 */
export function addPathVariants(
  app: FastifyInstance,
  prefix: string,
  parameter: string,
  { charge, errorHandler }: PathVariantDependencies,
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
