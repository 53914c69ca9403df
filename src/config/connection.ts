import { type BlockList, isIPv4, isIPv6 } from 'node:net';
import { hasAddress, isSenderKnown, type SenderHeaders, toAddressList } from './senders.ts';

/** Where people may sign in over plain HTTP, besides the server's own machine: from its network, or at any address. */
export type PlainSignIn = 'nowhere' | 'network' | 'anywhere';

/**
 * How a request reaches the server. `this-machine` is plain HTTP at a literal loopback address, and `network` that of a
 * device in the network while an administrator lets people sign in from there. `plain` is all other plain HTTP.
 */
export type ConnectionKind = 'https' | 'this-machine' | 'network' | 'plain';

/** The sender of a request, as its addresses and headers tell. */
export interface Sender {
  /** The address of the client. [D10] */
  readonly peer: string;
  /** The address at the other end of the connection, which may be that of a proxy. */
  readonly socketPeer: string | undefined;
  readonly headers: SenderHeaders;
}

interface ConnectionSettings {
  readonly publicUrl: string;
  readonly proxies: BlockList;
  readonly plainSignIn: PlainSignIn;
}

const NETWORK = ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', '169.254.0.0/16', 'fc00::/7', 'fe80::/10'];
const NETWORK_ADDRESSES = toAddressList(NETWORK);
const LOOPBACK_ADDRESSES = toAddressList(['127.0.0.0/8', '::1']);
const LOOPBACK_HOST = /^(127\.\d{1,3}\.\d{1,3}\.\d{1,3}|\[::1\])(:\d+)?$/;
const HOST = /^([a-z\d.-]{1,69}|\[[a-f\d:]{2,39}\])(:[1-9]\d{0,4})?$/i;
/** The beginnings of fc00::/7 and fe80::/10. No IPv4 address that is written as IPv6 has one. */
const NETWORK_IPV6 = /^f([cd][a-f\d]|e[89ab])[a-f\d]:/i;
const LOCAL_NAME = /^[a-z\d]([a-z\d-]{0,61}[a-z\d])?\.local$/i;

/** Returns whether a plain HTTP origin is a literal loopback address. */
export const isLoopbackOrigin = (origin: string): boolean => LOOPBACK_HOST.test(origin.slice('http://'.length));

/** Classifies a request. Cookies, forms and what may be opened depend on it. [D46], [D78] */
export function classifyConnection(sender: Sender, settings: ConnectionSettings): ConnectionKind {
  const { publicUrl, proxies, plainSignIn } = settings;
  if (publicUrl.startsWith('https:')) return 'https';
  if (plainSignIn === 'network' && isFromNetwork(sender, settings)) return 'network';
  if (!isLoopbackOrigin(publicUrl) || !LOOPBACK_HOST.test(sender.headers.host ?? '')) return 'plain';
  // Others may know a password that was sent in the network, and can send any Host.
  return plainSignIn === 'nowhere' || isFromThisMachine(sender, proxies) ? 'this-machine' : 'plain';
}

/**
 * Returns whether a device in the network has sent a request to an address of the network: the peer and the host are
 * private, and the host is no name that the DNS of someone else could lead here. [D78]
 */
export function isFromNetwork(
  { peer, socketPeer, headers }: Sender,
  { publicUrl, proxies }: Omit<ConnectionSettings, 'plainSignIn'>,
): boolean {
  const { host = '', 'x-forwarded-for': forwardedFor, 'x-forwarded-host': forwardedHost = host } = headers;
  const isPassedOn = forwardedFor !== undefined || !hasAddress(proxies, socketPeer);
  return (
    !publicUrl.startsWith('https:') &&
    isSenderKnown(headers, socketPeer, proxies) &&
    isPassedOn &&
    forwardedHost === host &&
    hasAddress(NETWORK_ADDRESSES, peer) &&
    isNetworkHost(host)
  );
}

/** Returns whether this machine has sent a request to itself. */
export const isFromThisMachine = ({ peer, socketPeer, headers }: Sender, proxies: BlockList): boolean =>
  isSenderKnown(headers, socketPeer, proxies) && hasAddress(LOOPBACK_ADDRESSES, peer);

/** Returns whether a Host is an address of a private network or a `.local` name, with or without a port. */
export function isNetworkHost(host: string): boolean {
  const name = HOST.exec(host)?.[1] ?? '';
  if (name.startsWith('[')) return NETWORK_IPV6.test(name.slice(1)) && isIPv6(name.slice(1, -1));
  return isIPv4(name) ? hasAddress(NETWORK_ADDRESSES, name) : LOCAL_NAME.test(name);
}
