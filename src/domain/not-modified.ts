const ANY_TAG = /(?:W\/)?"[\x21\x23-\x7e\x80-\xff]*"/g;

/** True if If-None-Match says that the client has this version already; tags are compared weakly (RFC 9110 §13.1.2). */
export function isNotModified(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  if (header === etag || header.trim() === '*') return true;
  return (header.match(ANY_TAG) ?? []).some((tag) => tag.replace(/^W\//, '') === etag);
}
