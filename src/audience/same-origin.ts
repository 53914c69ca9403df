import type { FastifyRequest } from 'fastify';
import { LecternError } from '../contract/lectern-error.ts';

/** A page of another site does not get what this browser was let in to. Throws `forbidden`. */
export function requireSameOrigin(request: FastifyRequest, publicUrl: string): void {
  if (!isSameOrigin(request, publicUrl))
    throw new LecternError('forbidden', 'Only a page of this server may ask for this.');
}

/** As far as the browser tells. Programs send neither header. */
export function isSameOrigin({ headers, host }: FastifyRequest, publicUrl: string): boolean {
  const { origin, 'sec-fetch-site': site } = headers;
  const own = [publicUrl, `http://${host}`, `https://${host}`];
  return (site === undefined || site === 'same-origin') && (origin === undefined || own.includes(origin));
}
