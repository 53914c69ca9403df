/** An address that only this machine reaches, as it is listened on or stands in a URL. */
export const isLiteralLoopback = (host: string): boolean => /^(127(\.\d{1,3}){3}|::1|\[::1\])$/.test(host);
/** The same, or its name. */
export const isLoopback = (host: string): boolean => host === 'localhost' || isLiteralLoopback(host);

/** How an address stands in a URL: IPv6 in brackets, "all addresses" as the loopback name. */
export function urlHost(host: string): string {
  if (host === '0.0.0.0' || host === '::') return '127.0.0.1';
  return host.includes(':') ? `[${host}]` : host;
}
