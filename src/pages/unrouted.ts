import type { FastifyInstance } from 'fastify';
import { LecternError } from '../contract/lectern-error.ts';

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];
/** Below them are pages for people only. */
const PLACES = ['/account', '/sign-in', '/sign-up', '/sign-out', '/recover', '/link', '/connect'];

/** True for a path of pages for people, whether there is one or not. */
export const isForPeople = (path: string): boolean =>
  PLACES.some((place) => path === place || path.startsWith(`${place}/`));

/** Adds the routes, and answers for what they leave open at their addresses and below: pages too, before any body is read. */
export function addWithRefusals(pages: FastifyInstance, addRoutes: () => void): void {
  const known = new Map<string, Set<string>>();
  pages.addHook('onRoute', ({ url, method }) => {
    const methods = known.get(url) ?? new Set();
    known.set(url, methods);
    for (const one of [method].flat()) methods.add(one);
  });
  addRoutes();

  const refuse = (url: string, methods: string[], error: () => LecternError, allow?: string) =>
    pages.route({
      ...{ url, method: methods, schema: { hide: true }, exposeHeadRoute: false, handler: () => undefined },
      preParsing: async (_request, reply) => {
        if (allow !== undefined) reply.header('allow', allow);
        throw error();
      },
    });
  for (const [url, methods] of [...known]) {
    const missing = METHODS.filter((method) => !methods.has(method));
    const allow = METHODS.filter((method) => methods.has(method)).join(', ');
    if (missing.length > 0) refuse(url, missing, () => new LecternError('method_not_allowed'), allow);
  }
  const elsewhere = [...PLACES.filter((place) => !known.has(place)), ...PLACES.map((place) => `${place}/*`)];
  for (const url of elsewhere) refuse(url, METHODS, () => new LecternError('not_found'));
}
