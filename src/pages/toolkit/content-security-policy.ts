/** Sources of what a page may load, and where it may send forms and be framed. */
const OWN_FILES = {
  'default-src': "'none'",
  'script-src': "'self'",
  'style-src': "'self'",
  'font-src': "'self'",
  'img-src': "'self' data:",
  'connect-src': "'self'",
  'base-uri': "'none'",
  'form-action': "'none'",
  'frame-ancestors': "'none'",
};

/**
 * Returns a Content-Security-Policy that allows only this server's files: nothing inline, no forms, no embedding.
 * `changes` replaces the sources of directives; null omits a directive.
 */
export const toPolicy = (changes: Readonly<Partial<Record<keyof typeof OWN_FILES, string | null>>> = {}): string =>
  Object.entries({ ...OWN_FILES, ...changes })
    .flatMap(([directive, sources]) => (sources === null ? [] : `${directive} ${sources}`))
    .join('; ');
