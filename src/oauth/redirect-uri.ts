/**
 * A registered redirect URI with the parameters of an answer. What the client registered stays as it is, byte for byte, its
 * own query too. RFC 6749 §3.1.2
 */
export function toRedirect(redirectUri: string, answer: Readonly<Record<string, string>>): string {
  const separator = redirectUri.includes('?') ? '&' : '?';
  return `${redirectUri}${separator}${new URLSearchParams(answer)}`;
}

/** Where an answer goes, for a person: a host, or a program on the person's own computer. */
export function toDestination(redirectUri: string): { kind: 'host'; host: string } | { kind: 'program' } {
  const { protocol, host } = new URL(redirectUri);
  // Plain HTTP is registered for literal loopback alone.
  return protocol === 'http:' ? { kind: 'program' } : { kind: 'host', host };
}
