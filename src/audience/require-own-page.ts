import type { FastifyRequest } from 'fastify';
import { LecternError } from '../contract/lectern-error.ts';

/** A page of another site does not get what this browser was let in to. Programs send neither header. */
export function requireOwnPage({ headers, host }: FastifyRequest, publicUrl: string): void {
  const { origin, 'sec-fetch-site': site } = headers;
  const foreignSite = site !== undefined && site !== 'same-origin';
  const own = [publicUrl, `http://${host}`, `https://${host}`];
  const foreignOrigin = origin !== undefined && !own.includes(origin);
  if (foreignSite || foreignOrigin) throw new LecternError('forbidden', 'Only a page of this server may ask for this.');
}
