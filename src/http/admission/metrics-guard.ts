import { hash, timingSafeEqual } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import type { Config } from '../../config/config.ts';
import { hasAddress, isSenderKnown, toAddressList } from '../../config/senders.ts';

type Settings = Pick<Config, 'metricsNetworks' | 'metricsToken' | 'trustedProxies'>;

/**
 * Returns a function that checks whether a request can read the metrics, by its address [D10] or with the token. The
 * address is ignored if an untrusted proxy forwarded the request, or if a proxy did not pass on the client's address.
 * [D46]
 */
export function createMetricsGuard(settings: Settings): (request: FastifyRequest) => boolean {
  const networks = toAddressList(settings.metricsNetworks);
  const proxies = toAddressList(settings.trustedProxies);
  const token = settings.metricsToken === null ? null : digest(settings.metricsToken);

  const isFromAllowedNetwork = ({ headers, raw, ip }: FastifyRequest): boolean =>
    isSenderKnown(headers, raw.socket.remoteAddress, proxies) && hasAddress(networks, ip);

  return (request) => {
    const [, given] = /^bearer +(\S+)$/i.exec(request.headers.authorization ?? '') ?? [];
    if (token && given !== undefined && timingSafeEqual(token, digest(given))) return true;
    return isFromAllowedNetwork(request);
  };
}

/** Hashes a text to a fixed length, for a comparison in constant time. */
const digest = (text: string): Buffer => hash('sha256', text, 'buffer');
