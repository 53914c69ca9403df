import { isIP } from 'node:net';

/** What passkeys are bound to: whoever asks for a signature (WebAuthn §5.1.2). */
export interface RelyingParty {
  /** A domain. */
  readonly id: string;
  readonly origin: string;
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
