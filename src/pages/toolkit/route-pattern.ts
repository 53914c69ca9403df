import { readFormText } from './form-text.ts';

/** The address of the page with that pattern, with what the address that was asked for has in the same places. */
export const fillRoutePattern = (pattern: string, params: unknown): string =>
  pattern.replaceAll(/:(\w+)/g, (_, name) => encodeURIComponent(readFormText(params, name)));
