import { isIP } from 'node:net';

/** The relying party that passkeys are bound to (WebAuthn §5.1.2). */
export interface RelyingParty {
  /** The domain. */
  readonly id: string;
  readonly origin: string;
}

/** Matches loopback addresses. */
const LITERAL_LOOPBACK = /^(127(\.\d{1,3}){3}|\[::1\])$/;

/** Returns the localhost form of a loopback origin, for which browsers offer passkeys; null for other origins. */
export function findLocalhostOrigin(origin: string): string | null {
  const url = URL.parse(origin);
  if (!url || !LITERAL_LOOPBACK.test(url.hostname)) return null;
  url.hostname = 'localhost';
  return url.origin;
}

/**
 * Returns the relying party of an origin. Returns null if browsers offer no passkeys there: at IP addresses, and over
 * plain HTTP except on localhost.
 */
export function findRelyingParty(origin: string): RelyingParty | null {
  const url = URL.parse(origin);
  if (!url || url.origin !== origin) return null;
  const { hostname, protocol } = url;
  const named = isIP(hostname) === 0 && !hostname.startsWith('[') && !hostname.endsWith('.');
  const trusted = protocol === 'https:' || hostname === 'localhost' || hostname.endsWith('.localhost');
  return named && trusted ? { id: hostname, origin } : null;
}
