import type { FastifyInstance, RouteOptions } from 'fastify';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** There is never anything at the address: the route only says so in its own way. */
    readonly absent?: true;
  }
}

/** In the order in which they are told. */
const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'];

interface Path {
  readonly pattern: RegExp;
  readonly parameters: number;
  readonly methods: string[];
}

/** The methods of the paths beside REST, as the routes that were added tell. */
export class NonRestRoutes {
  readonly #paths = new Map<string, Path>();

  /** To be made before the routes are added. */
  constructor(app: FastifyInstance) {
    app.addHook('onRoute', (route) => this.#note(route));
  }

  /** None for a path that no route has. */
  methodsOf(path: string): readonly string[] {
    const matching = [...this.#paths.values()].filter(({ pattern }) => pattern.test(path));
    // A fixed path is another one than that of which it could be a parameter.
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

/** Of a route's address: segments that are fixed, or parameters, or at the end all that follows. */
function toPattern(url: string): RegExp {
  const segments = url.split('/').map((segment) => {
    if (segment.startsWith(':')) return '[^/]+';
    return segment === '*' ? '.*' : segment.replaceAll(/[.+?^$()[\]{}|\\]/g, '\\$&');
  });
  return new RegExp(`^${segments.join('/')}$`);
}
