import { isIP } from 'node:net';

/** What passkeys are bound to: whoever asks for a signature (WebAuthn §5.1.2). */
export interface RelyingParty {
  /** A domain. */
  readonly id: string;
  readonly origin: string;
}

/** An address of this machine alone. */
const LITERAL_LOOPBACK = /^(127(\.\d{1,3}){3}|\[::1\])$/;

/** The same place under the name of this machine, at which browsers offer passkeys; null where others can come, too. */
export function findLocalhostOrigin(origin: string): string | null {
  const url = URL.parse(origin);
  if (!url || !LITERAL_LOOPBACK.test(url.hostname)) return null;
  url.hostname = 'localhost';
  return url.origin;
}

/** Null where browsers offer no passkeys: at an IP address, and over plain HTTP anywhere but on this machine. */
export function findRelyingParty(origin: string): RelyingParty | null {
  const url = URL.parse(origin);
  if (!url || url.origin !== origin) return null;
  const { hostname, protocol } = url;
  const named = isIP(hostname) === 0 && !hostname.startsWith('[') && !hostname.endsWith('.');
  const trusted = protocol === 'https:' || hostname === 'localhost' || hostname.endsWith('.localhost');
  return named && trusted ? { id: hostname, origin } : null;
}
