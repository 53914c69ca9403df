import type { Precondition } from '../domain/live/validator.ts';

const STRONG_TAG = /^"[\x21\x23-\x7e\x80-\xff]*"$/;
const ANY_TAG = /(?:W\/)?"[\x21\x23-\x7e\x80-\xff]*"/g;

/** If-Match, narrowed to exactly one strong entity tag (RFC 9110 §13.1.1, [D5]). Node joins repeated headers into a list. */
export function parseIfMatch(header: string | undefined): Precondition {
  if (header === undefined) return 'missing';
  return STRONG_TAG.test(header) ? { tag: header } : 'invalid';
}

/** True if If-None-Match says that the client has this version already; tags are compared weakly (RFC 9110 §13.1.2). */
export function isNotModified(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  if (header === etag || header.trim() === '*') return true;
  return (header.match(ANY_TAG) ?? []).some((tag) => tag.replace(/^W\//, '') === etag);
}
