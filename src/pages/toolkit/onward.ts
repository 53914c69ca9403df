import { isOpaqueSecret } from '../../domain/opaque-secret.ts';
import { readText } from './form-text.ts';
import { html, type SafeHtml } from './html.ts';

/** Where somebody was going who has to sign in first. */
export interface Onward {
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
export function readOnward(from: unknown): Onward {
  const request = readText(from, 'request');
  const next = readText(from, 'next');
  return { request: isOpaqueSecret(request) ? request : null, next: isOwnPath(next) ? next : null };
}

export function isOwnPath(text: string): boolean {
  if (!OWN_PATH.test(text)) return false;
  // As a browser resolves it: "/.//host" too stays here only if the path that comes out does.
  const url = URL.parse(text, 'http://here.invalid');
  return url?.origin === 'http://here.invalid' && !url.pathname.startsWith('//');
}

/** Takes it along through a form, */
export const onwardFields = ({ request, next }: Onward): SafeHtml =>
  html`${request !== null && html`<input type="hidden" name="request" value="${request}">`}${
    next !== null && html`<input type="hidden" name="next" value="${next}">`
  }`;

/** and through a link. `more` are further parameters. */
export function withOnward(path: string, { request, next }: Onward, more: Record<string, string> = {}): string {
  const query = new URLSearchParams({ ...more, ...(request !== null && { request }), ...(next !== null && { next }) });
  return query.size === 0 ? path : `${path}?${query}`;
}

/** Has the sign-in page say that a form came from somebody who is not signed in any more. */
export const UNDONE = { undone: '1' };

/** Where it goes once somebody is signed in; null: nowhere in particular. */
export const destinationOf = ({ request, next }: Onward): string | null =>
  request !== null ? `/oauth/authorize?${new URLSearchParams({ request })}` : next;
