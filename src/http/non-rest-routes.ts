import type { FastifyInstance, RouteOptions } from 'fastify';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Marks a route that only customizes the 404 of its path. */
    readonly absent?: true;
  }
}

/** Order of methods in the Allow header. */
const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'];

interface Path {
  readonly pattern: RegExp;
  readonly parameters: number;
  readonly methods: string[];
}

/** Collects the methods of all paths outside of REST from the registered routes. */
export class NonRestRoutes {
  readonly #paths = new Map<string, Path>();

  /** Must be created before the routes are added. */
  constructor(app: FastifyInstance) {
    app.addHook('onRoute', (route) => this.#note(route));
  }

  /** Returns the methods of a path; empty for an unknown path. */
  methodsOf(path: string): readonly string[] {
    const matching = [...this.#paths.values()].filter(({ pattern }) => pattern.test(path));
    // A fixed path wins over a path with parameters.
    return matching.toSorted((a, b) => a.parameters - b.parameters)[0]?.methods ?? [];
  }

  #note({ url, method, config }: RouteOptions): void {
    if (config?.absent || url.startsWith('/v1/')) return;
    const path = this.#paths.get(url) ?? {
      pattern: toPattern(url),
      parameters: url.split(':').length - 1,
      methods: [],
    };
    path.methods.push(...[method].flat());
    path.methods.sort((a, b) => METHODS.indexOf(a) - METHODS.indexOf(b));
    this.#paths.set(url, path);
  }
}

/** Converts a route path to a pattern. Segments are fixed, parameters, or a wildcard at the end. */
function toPattern(url: string): RegExp {
  const segments = url.split('/').map((segment) => {
    if (segment.startsWith(':')) return '[^/]+';
    return segment === '*' ? '.*' : segment.replaceAll(/[.+?^$()[\]{}|\\]/g, '\\$&');
  });
  return new RegExp(`^${segments.join('/')}$`);
}
