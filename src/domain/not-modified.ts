const ANY_TAG = /(?:W\/)?"[\x21\x23-\x7e\x80-\xff]*"/g;

/** Returns true if If-None-Match names this version. Uses weak comparison (RFC 9110 §13.1.2). */
export function isNotModified(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  if (header === etag || header.trim() === '*') return true;
  return (header.match(ANY_TAG) ?? []).some((tag) => tag.replace(/^W\//, '') === etag);
}
