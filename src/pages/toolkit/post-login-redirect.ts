import { isOpaqueSecret } from '../../domain/opaque-secret.ts';
import { readFormText } from './form-text.ts';
import { html, type SafeHtml } from './html.ts';

/** Destination after signing in. */
export interface PostLoginRedirect {
  /** The pending OAuth authorization request to continue. */
  readonly request: string | null;
  /** A path on this server. */
  readonly next: string | null;
}

/**
 * A single leading "/", and no characters that a browser treats as another host or removes, or that a header cannot
 * carry: "//", backslashes, anything but visible ASCII (browsers encode the rest).
 */
const OWN_PATH = /^\/(?!\/)[\x21-\x5b\x5d-\x7e]{0,1000}$/;

/** Reads the redirect from a query or a form. Targets outside this server are ignored. */
export function readPostLoginRedirect(from: unknown): PostLoginRedirect {
  const request = readFormText(from, 'request');
  const next = readFormText(from, 'next');
  return { request: isOpaqueSecret(request) ? request : null, next: isLocalPath(next) ? next : null };
}

export function isLocalPath(text: string): boolean {
  if (!OWN_PATH.test(text)) return false;
  // Resolves the path as a browser does: "/.//host" is local only if the resulting path is.
  const url = URL.parse(text, 'http://here.invalid');
  return url?.origin === 'http://here.invalid' && !url.pathname.startsWith('//');
}

/** Renders hidden form fields that carry the redirect. */
export const postLoginRedirectFields = ({ request, next }: PostLoginRedirect): SafeHtml =>
  html`${request !== null && html`<input type="hidden" name="request" value="${request}">`}${
    next !== null && html`<input type="hidden" name="next" value="${next}">`
  }`;

/** Adds the redirect to the query of a path. `more` are further parameters. */
export function withPostLoginRedirect(
  path: string,
  { request, next }: PostLoginRedirect,
  more: Record<string, string> = {},
): string {
  const query = new URLSearchParams({ ...more, ...(request !== null && { request }), ...(next !== null && { next }) });
  return query.size === 0 ? path : `${path}?${query}`;
}

/** Query parameter that makes the sign-in page say that a form was not saved because the person was signed out. */
export const NOT_SUBMITTED = { undone: '1' };

/** Returns the address to redirect to after signing in, or null if none exists. */
export const toRedirectTarget = ({ request, next }: PostLoginRedirect): string | null =>
  request !== null ? `/oauth/authorize?${new URLSearchParams({ request })}` : next;
