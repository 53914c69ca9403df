import type { FastifyRequest } from 'fastify';
import { isLoopback } from '../config/addresses.ts';
import { SESSION_COOKIE_NAMES } from '../pages/toolkit/cookie-names.ts';

/**
 * Returns whether a request comes from another device than the server's and the operator's. A signed-in browser is the
 * operator's. A connection of this machine to itself has the same address at both ends. Behind a proxy, which has a
 * public address, the cookie alone decides.
 */
export function isOtherDevice(
  { headers, socket }: Pick<FastifyRequest, 'headers' | 'socket'>,
  publicUrl: string,
): boolean {
  const cookies = (headers.cookie ?? '').split(/;\s*/);
  if (cookies.some((cookie) => SESSION_COOKIE_NAMES.some((name) => cookie.startsWith(`${name}=`)))) return false;
  return !isLoopback(new URL(publicUrl).hostname) || socket.remoteAddress !== socket.localAddress;
}
