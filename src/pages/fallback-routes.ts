import type { FastifyContextConfig, FastifyInstance } from 'fastify';
import { LecternError } from '../contract/lectern-error.ts';
import { fillRoutePattern } from './toolkit/route-pattern.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Pattern of the page that has this form. */
    readonly formOn?: string;
  }
}

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];
/** Below them are pages for people only. */
const PLACES = ['/account', '/sign-in', '/sign-up', '/sign-out', '/recover', '/link', '/connect', '/console'];

/** True for a path of pages for people, whether there is one or not. */
export const isPeoplePath = (path: string): boolean =>
  PLACES.some((place) => path === place || path.startsWith(`${place}/`));

/** Adds the routes, and answers for what they leave open at their addresses and below: as they do, before any body is read. */
export function addRoutesWithFallbacks(pages: FastifyInstance, addRoutes: () => void): void {
  const known = new Map<string, { methods: readonly string[]; config: FastifyContextConfig }>();
  pages.addHook('onRoute', ({ url, method, config = {} }) => {
    known.set(url, { methods: [...(known.get(url)?.methods ?? []), method].flat(), config });
  });
  addRoutes();
  for (const [url, { methods, config }] of [...known]) {
    if (config.formOn !== undefined && !methods.includes('GET')) leadToForm(pages, url, config.formOn);
  }

  const refuse = (
    url: string,
    methods: string[],
    error: () => LecternError,
    { allow, config = {} }: { allow?: string; config?: FastifyContextConfig } = {},
  ) =>
    pages.route({
      url,
      method: methods,
      schema: { hide: true },
      exposeHeadRoute: false,
      config,
      handler: () => undefined,
      preParsing: async (_request, reply) => {
        if (allow !== undefined) reply.header('allow', allow);
        throw error();
      },
    });
  for (const [url, { methods, config }] of [...known]) {
    const missing = METHODS.filter((method) => !methods.includes(method));
    const allow = METHODS.filter((method) => methods.includes(method)).join(', ');
    if (missing.length > 0) refuse(url, missing, () => new LecternError('method_not_allowed'), { allow, config });
  }
  const elsewhere = [...PLACES.filter((place) => !known.has(place)), ...PLACES.map((place) => `${place}/*`)];
  for (const url of elsewhere) refuse(url, METHODS, () => new LecternError('not_found'));
}

/** After an answer to a form its address stands in the browser, where a person may ask for it as for a page. */
function leadToForm(pages: FastifyInstance, url: string, page: string): void {
  pages.get(url, { schema: { hide: true } }, (request, reply) =>
    reply.redirect(fillRoutePattern(page, request.params), 303),
  );
}
