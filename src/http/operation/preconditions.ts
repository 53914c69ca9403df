import type { Precondition } from '../../domain/live/state/validator.ts';

const STRONG_TAG = /^"[\x21\x23-\x7e\x80-\xff]*"$/;

/**
 * Parses If-Match as exactly one strong entity tag (RFC 9110 §13.1.1, [D5]). Node joins repeated headers into a list.
 */
export function parseIfMatch(header: string | undefined): Precondition {
  if (header === undefined) return 'missing';
  return STRONG_TAG.test(header) ? { tag: header } : 'invalid';
}
