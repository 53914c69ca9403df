import type { FastifyRequest } from 'fastify';
import { LecternError } from '../contract/lectern-error.ts';

/** Rejects requests of other sites, which could use the cookies of this browser. Throws `forbidden`. */
export function requireSameOrigin(request: FastifyRequest, publicUrl: string): void {
  if (!isSameOrigin(request, publicUrl))
    throw new LecternError('forbidden', 'Only pages of this server can send this request.');
}

const JSON_ESSENCE = /^application\/json\s*(;|$)/i;

/** Requires JSON from a page of the same origin. Throws `forbidden`, `unsupported_media_type`. */
export function requireSameOriginJson(request: FastifyRequest, publicUrl: string): void {
  requireSameOrigin(request, publicUrl);
  if (!JSON_ESSENCE.test(request.headers['content-type'] ?? '')) throw new LecternError('unsupported_media_type');
}

/** Checks `Origin` and `Sec-Fetch-Site`. Requests without both headers pass, because programs send neither. */
function isSameOrigin({ headers, host }: FastifyRequest, publicUrl: string): boolean {
  const { origin, 'sec-fetch-site': site } = headers;
  const own = [publicUrl, `http://${host}`, `https://${host}`];
  return (site === undefined || site === 'same-origin') && (origin === undefined || own.includes(origin));
}

/** Allowed values of Sec-Fetch-Dest. `empty` is the script of a notice page that polls. */
const FRAME_DESTINATIONS = ['iframe', 'empty'];

/**
 * Checks that a page is in a frame of this server. Allows requests without these headers, because browsers do not send
 * them over plain HTTP.
 */
export function isFramedBySameOrigin(request: FastifyRequest, publicUrl: string): boolean {
  const { 'sec-fetch-dest': destination } = request.headers;
  return (
    isSameOrigin(request, publicUrl) && (destination === undefined || FRAME_DESTINATIONS.includes(String(destination)))
  );
}
