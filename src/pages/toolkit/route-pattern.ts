import { readFormText } from './form-text.ts';

/** Returns the path for a route pattern, filled with the parameters of the current request. */
export const fillRoutePattern = (pattern: string, params: unknown): string =>
  pattern.replaceAll(/:(\w+)/g, (_, name) => encodeURIComponent(readFormText(params, name)));
