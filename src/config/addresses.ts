/** Whether an IP address, written as in a setting or a URL, is a loopback address. */
export const isLiteralLoopback = (host: string): boolean => /^(127(\.\d{1,3}){3}|::1|\[::1\])$/.test(host);
/** Whether a host is `localhost` or a loopback address. */
export const isLoopback = (host: string): boolean => host === 'localhost' || isLiteralLoopback(host);

/** Formats an address for a URL: IPv6 in brackets, and 127.0.0.1 for "all addresses". */
export function urlHost(host: string): string {
  if (host === '0.0.0.0' || host === '::') return '127.0.0.1';
  return host.includes(':') ? `[${host}]` : host;
}
