import { isOpaqueSecret } from '../../domain/opaque-secret.ts';
import { readFormText } from './form-text.ts';
import { html, type SafeHtml } from './html.ts';

/** Where somebody was going who has to sign in first. */
export interface PostLoginRedirect {
  /** Of an OAuth authorization that goes on afterwards. */
  readonly request: string | null;
  /** An address of this server's own. */
  readonly next: string | null;
}

/**
 * One "/" first, and nothing that a browser reads as another host or takes out, or that no header can carry: "//",
 * backslashes, anything but visible ASCII (browsers encode the rest).
 */
const OWN_PATH = /^\/(?!\/)[\x21-\x5b\x5d-\x7e]{0,1000}$/;

/** From a query or a form; what is not ours to go to is left out. */
export function readPostLoginRedirect(from: unknown): PostLoginRedirect {
  const request = readFormText(from, 'request');
  const next = readFormText(from, 'next');
  return { request: isOpaqueSecret(request) ? request : null, next: isLocalPath(next) ? next : null };
}

export function isLocalPath(text: string): boolean {
  if (!OWN_PATH.test(text)) return false;
  // As a browser resolves it: "/.//host" too stays here only if the path that comes out does.
  const url = URL.parse(text, 'http://here.invalid');
  return url?.origin === 'http://here.invalid' && !url.pathname.startsWith('//');
}

/** Takes it along through a form, */
export const postLoginRedirectFields = ({ request, next }: PostLoginRedirect): SafeHtml =>
  html`${request !== null && html`<input type="hidden" name="request" value="${request}">`}${
    next !== null && html`<input type="hidden" name="next" value="${next}">`
  }`;

/** and through a link. `more` are further parameters. */
export function withPostLoginRedirect(
  path: string,
  { request, next }: PostLoginRedirect,
  more: Record<string, string> = {},
): string {
  const query = new URLSearchParams({ ...more, ...(request !== null && { request }), ...(next !== null && { next }) });
  return query.size === 0 ? path : `${path}?${query}`;
}

/** Has the sign-in page say that a form came from somebody who is not signed in any more. */
export const NOT_SUBMITTED = { undone: '1' };

/** Where it goes once somebody is signed in; null: nowhere in particular. */
export const toRedirectTarget = ({ request, next }: PostLoginRedirect): string | null =>
  request !== null ? `/oauth/authorize?${new URLSearchParams({ request })}` : next;
