import { hash, timingSafeEqual } from 'node:crypto';
import { BlockList, isIP } from 'node:net';
import type { FastifyRequest } from 'fastify';
import type { Config } from '../../config/config.ts';

/** What proxies add: a request with one of them came from somewhere else than its connection. */
const FORWARDING = ['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip'];
const MAPPED_IPV4_PREFIX = '::ffff:';

type Settings = Pick<Config, 'metricsNetworks' | 'metricsToken' | 'trustedProxies'>;

/**
 * Tells whether a request may read the metrics: by its address, or with the token. The address is that of [D10]. A request that was
 * forwarded by a proxy that is not trusted, or without the client's address, has no address that counts. [D46]
 */
export function createMetricsGuard(settings: Settings): (request: FastifyRequest) => boolean {
  const networks = toBlockList(settings.metricsNetworks);
  const proxies = toBlockList(settings.trustedProxies);
  const token = settings.metricsToken === null ? null : digest(settings.metricsToken);

  const isNear = (request: FastifyRequest): boolean => {
    const { headers, raw, ip } = request;
    if (FORWARDING.some((name) => headers[name] !== undefined)) {
      if (headers['x-forwarded-for'] === undefined || !includes(proxies, raw.socket.remoteAddress)) return false;
    }
    return includes(networks, ip);
  };

  return (request) => {
    const [, given] = /^bearer +(\S+)$/i.exec(request.headers.authorization ?? '') ?? [];
    if (token && given !== undefined && timingSafeEqual(token, digest(given))) return true;
    return isNear(request);
  };
}

/** Of equal length, whatever was sent. */
const digest = (text: string): Buffer => hash('sha256', text, 'buffer');

function toBlockList(networks: readonly string[]): BlockList {
  const list = new BlockList();
  for (const network of networks) {
    const [address = '', bits] = network.split('/');
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
    if (bits === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(bits), family);
  }
  return list;
}

function includes(list: BlockList, address = ''): boolean {
  const plain = address.startsWith(MAPPED_IPV4_PREFIX) ? address.slice(MAPPED_IPV4_PREFIX.length) : address;
  const family = isIP(plain);
  return family !== 0 && list.check(plain, family === 6 ? 'ipv6' : 'ipv4');
}
