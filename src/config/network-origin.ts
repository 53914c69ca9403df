import { networkInterfaces } from 'node:os';
import { isLoopback } from './addresses.ts';
import type { Config } from './config.ts';
import { isNetworkHost } from './connection.ts';

/** Returns the origins at which other devices on the network reach a port of this machine. */
export const networkOrigins = (port: number): string[] =>
  Object.values(networkInterfaces())
    .flatMap((entries) => entries ?? [])
    .filter(({ family, internal }) => family === 'IPv4' && !internal)
    .map(({ address }) => `http://${address}:${port}`);

/**
 * Returns the origin at which other devices on the network reach a port of this machine, or null if it has no network
 * address.
 */
export const networkOrigin = (port: number): string | null => networkOrigins(port)[0] ?? null;

/**
 * Returns the origin at which other devices reach the server, or null if it listens only on this machine or the machine
 * has no network address.
 */
export function sharedOrigin({ host, publicUrl }: Pick<Config, 'host' | 'publicUrl'>): string | null {
  const { hostname, port } = new URL(publicUrl);
  if (!isLoopback(hostname)) return publicUrl;
  return isLoopback(host) ? null : networkOrigin(Number(port));
}

/** Returns the origin at which people on other devices sign in, or null if none can: HTTPS, or an allowed network. */
export function sharedSignInOrigin(config: Pick<Config, 'host' | 'publicUrl' | 'plainSignIn'>): string | null {
  const shared = sharedOrigin(config);
  if (shared === null || shared.startsWith('https:') || config.plainSignIn === 'anywhere') return shared;
  if (config.plainSignIn === 'nowhere') return null;
  const { hostname, port } = new URL(config.publicUrl);
  const origins = isLoopback(hostname) ? networkOrigins(Number(port)) : [shared];
  return origins.find((origin) => isNetworkHost(new URL(origin).host)) ?? null;
}
