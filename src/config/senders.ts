import { BlockList, isIP } from 'node:net';

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
/** Headers of a request, as Node reads them. */
export type SenderHeaders = Readonly<Record<string, string | string[] | undefined>> & {
  readonly host?: string | undefined;
};

const MAPPED_IPV4_PREFIX = '::ffff:';

/** Parses addresses, and networks such as 10.0.0.0/8. */
export function toAddressList(networks: readonly string[]): BlockList {
  const list = new BlockList();
  for (const network of networks) {
    const [address = '', bits] = network.split('/');
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
    if (bits === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(bits), family);
  }
  return list;
}

/** Returns whether a list contains an address, which may have a zone, or be IPv4 written as IPv6. */
export function hasAddress(list: BlockList, address = ''): boolean {
  const unzoned = address.replace(/%.*$/, '');
  const plain = unzoned.startsWith(MAPPED_IPV4_PREFIX) ? unzoned.slice(MAPPED_IPV4_PREFIX.length) : unzoned;
  const family = isIP(plain);
  return family !== 0 && list.check(plain, family === 6 ? 'ipv6' : 'ipv4');
}

/**
 * Returns whether the address of a request [D10] is that of its sender: no proxy forwarded it, or a trusted one that
 * passed on the address.
 */
export function isSenderKnown(headers: SenderHeaders, socketPeer: string | undefined, proxies: BlockList): boolean {
  if (!Object.keys(headers).some((name) => FORWARDING_HEADERS.some((start) => name.startsWith(start)))) return true;
  return headers['x-forwarded-for'] !== undefined && hasAddress(proxies, socketPeer);
}
