import { hash, timingSafeEqual } from 'node:crypto';
import { BlockList, isIP } from 'node:net';
import type { FastifyRequest } from 'fastify';
import type { Config } from '../../config/config.ts';

/**
 * Beginnings of the headers that proxies, balancers and content networks add. A request with one of them did not
 * originate from the peer of its connection.
 */
const FORWARDING_HEADERS = [
  'ali-cdn-real-ip',
  'cdn-loop',
  'cf-',
  'client-ip',
  'fastly-',
  'fly-',
  'forwarded',
  'true-client-ip',
  'via',
  'x-amz-cf-',
  'x-amzn-',
  'x-appengine-',
  'x-arr-',
  'x-azure-',
  'x-client-ip',
  'x-cluster-client-ip',
  'x-envoy-',
  'x-forwarded',
  'x-original-',
  'x-real-ip',
  'x-vercel-',
];
const MAPPED_IPV4_PREFIX = '::ffff:';

type Settings = Pick<Config, 'metricsNetworks' | 'metricsToken' | 'trustedProxies'>;

/**
 * Returns a function that checks whether a request can read the metrics, by its address [D10] or with the token. The
 * address is ignored if an untrusted proxy forwarded the request, or if a proxy did not pass on the client's address.
 * [D46]
 */
export function createMetricsGuard(settings: Settings): (request: FastifyRequest) => boolean {
  const networks = toBlockList(settings.metricsNetworks);
  const proxies = toBlockList(settings.trustedProxies);
  const token = settings.metricsToken === null ? null : digest(settings.metricsToken);

  const isFromAllowedNetwork = (request: FastifyRequest): boolean => {
    const { headers, raw, ip } = request;
    if (Object.keys(headers).some((name) => FORWARDING_HEADERS.some((start) => name.startsWith(start)))) {
      if (headers['x-forwarded-for'] === undefined || !includes(proxies, raw.socket.remoteAddress)) return false;
    }
    return includes(networks, ip);
  };

  return (request) => {
    const [, given] = /^bearer +(\S+)$/i.exec(request.headers.authorization ?? '') ?? [];
    if (token && given !== undefined && timingSafeEqual(token, digest(given))) return true;
    return isFromAllowedNetwork(request);
  };
}

/** Hashes a text to a fixed length, for a comparison in constant time. */
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
