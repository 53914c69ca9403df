/**
 * Appends response parameters to a registered redirect URI, which stays unchanged byte for byte, including its query.
 * RFC 6749 §3.1.2
 */
export function toRedirect(redirectUri: string, parameters: Readonly<Record<string, string>>): string {
  const separator = redirectUri.includes('?') ? '&' : '?';
  return `${redirectUri}${separator}${new URLSearchParams(parameters)}`;
}

/** Returns where the user is redirected: to a host, or to a program on the own computer. */
export function toDestination(redirectUri: string): { kind: 'host'; host: string } | { kind: 'program' } {
  const { protocol, host } = new URL(redirectUri);
  // Plain HTTP is only allowed for loopback addresses.
  return protocol === 'http:' ? { kind: 'program' } : { kind: 'host', host };
}
