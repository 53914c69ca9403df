import { networkInterfaces } from 'node:os';
import { isLoopback } from './addresses.ts';
import type { Config } from './config.ts';

/** Where other devices in the network reach a port of this machine. Null where it is in no network. */
export function networkOrigin(port: number): string | null {
  const addresses = Object.values(networkInterfaces()).flatMap((entries) => entries ?? []);
  const found = addresses.find((entry) => entry.family === 'IPv4' && !entry.internal);
  return found ? `http://${found.address}:${port}` : null;
}

/** Where other devices reach the server. Null where it listens for this machine alone, or where the machine is in no network. */
export function sharedOrigin({ host, publicUrl }: Pick<Config, 'host' | 'publicUrl'>): string | null {
  const { hostname, port } = new URL(publicUrl);
  if (!isLoopback(hostname)) return publicUrl;
  return isLoopback(host) ? null : networkOrigin(Number(port));
}
