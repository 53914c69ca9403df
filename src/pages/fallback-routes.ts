import type { FastifyContextConfig, FastifyInstance } from 'fastify';
import { LecternError } from '../contract/lectern-error.ts';
import { fillRoutePattern } from './toolkit/route-pattern.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Route pattern of the page with this form. */
    readonly formOn?: string;
  }
}

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];
/** Path prefixes that are reserved for pages. */
const PREFIXES = [
  '/account',
  '/sign-in',
  '/sign-up',
  '/sign-out',
  '/recover',
  '/link',
  '/connect',
  '/console',
  '/workspace',
  '/installation',
];

/** Returns whether a path belongs to the pages for people, whether or not a page exists there. */
export const isPeoplePath = (path: string): boolean =>
  PREFIXES.some((prefix) => path === prefix || path.startsWith(`${prefix}/`));

/**
 * Adds the routes, and fallbacks for all other methods and paths below the prefixes. A fallback throws before the body
 * is read.
 */
export function addRoutesWithFallbacks(pages: FastifyInstance, addRoutes: () => void): void {
  const known = new Map<string, { methods: readonly string[]; config: FastifyContextConfig }>();
  pages.addHook('onRoute', ({ url, method, config = {} }) => {
    known.set(url, { methods: [...(known.get(url)?.methods ?? []), method].flat(), config });
  });
  addRoutes();
  for (const [url, { methods, config }] of [...known]) {
    if (config.formOn !== undefined && !methods.includes('GET')) addFormRedirect(pages, url, config.formOn);
  }

  const addFallback = (
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
    if (missing.length > 0) addFallback(url, missing, () => new LecternError('method_not_allowed'), { allow, config });
  }
  const elsewhere = [...PREFIXES.filter((prefix) => !known.has(prefix)), ...PREFIXES.map((prefix) => `${prefix}/*`)];
  for (const url of elsewhere) addFallback(url, METHODS, () => new LecternError('not_found'));
}

/**
 * Redirects GET requests for a form's address to its page. The address is in the browser's address bar after an error.
 */
function addFormRedirect(pages: FastifyInstance, url: string, page: string): void {
  pages.get(url, { schema: { hide: true } }, (request, reply) =>
    reply.redirect(fillRoutePattern(page, request.params), 303),
  );
}
