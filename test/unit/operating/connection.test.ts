import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  type ConnectionKind,
  classifyConnection,
  isNetworkHost,
  type PlainSignIn,
  type Sender,
} from '../../../src/config/connection.ts';
import { toAddressList } from '../../../src/config/senders.ts';

const LOCAL = 'http://127.0.0.1:8080';
const PHONE = '192.168.1.20';
const HOST = '192.168.1.5:8080';
const PROXY = '10.0.0.1';

interface Case {
  readonly peer?: string;
  readonly socketPeer?: string;
  readonly headers?: Sender['headers'];
  readonly publicUrl?: string;
  readonly plainSignIn?: PlainSignIn;
}

/** Classifies a request of a phone in the network, with the changes of a case. The proxy is trusted. */
function classify({ peer = PHONE, socketPeer = peer, headers, publicUrl = LOCAL, plainSignIn = 'network' }: Case = {}) {
  const sender = { peer, socketPeer, headers: { host: HOST, ...headers } };
  return classifyConnection(sender, { publicUrl, proxies: toAddressList([PROXY]), plainSignIn });
}

const host = (name: string): Case => ({ headers: { host: name } });
const forwarded = (headers: Sender['headers'], socketPeer = PROXY): Case => ({ socketPeer, headers });

const CASES: readonly (readonly [what: string, request: Case, connection: ConnectionKind])[] = [
  ['a phone opens the address of the server', {}, 'network'],
  ['its address is IPv4 written as IPv6', { peer: `::ffff:${PHONE}` }, 'network'],
  ['it has a link-local IPv6 address with a zone', { peer: 'fe80::1%eth0', headers: { host: '[fd00::5]' } }, 'network'],
  ['the host is a .local name', host('lectern.local:8080'), 'network'],
  ['the public address is one of the network', { publicUrl: `http://${HOST}` }, 'network'],
  ['a trusted proxy passed on its address', forwarded({ 'x-forwarded-for': PHONE }), 'network'],
  [
    'a trusted proxy passed on the host too',
    forwarded({ 'x-forwarded-for': PHONE, 'x-forwarded-host': HOST }),
    'network',
  ],

  ['the switch is off', { plainSignIn: 'nowhere' }, 'plain'],
  ['a setting allows it anywhere', { plainSignIn: 'anywhere' }, 'plain'],
  ['the public address is HTTPS', { publicUrl: 'https://lectern.example' }, 'https'],
  ['its address is public', { peer: '203.0.113.9' }, 'plain'],
  ['its address is public, written as IPv6', { peer: '::ffff:203.0.113.9' }, 'plain'],
  ['its address is unknown', { peer: '' }, 'plain'],
  ['its address is that of this machine, as of a tunnel', { peer: '127.0.0.1' }, 'plain'],
  ['its address is of 172.32/12', { peer: '172.32.0.1' }, 'plain'],
  ['its address is of 100.64/10', { peer: '100.64.0.1' }, 'plain'],

  ['the host is a name that leads here', host('evil.example:8080'), 'plain'],
  ['the host is a name with an address in it', host('192.168.1.5.evil.example'), 'plain'],
  ['the host is a name that ends in an address', host('evil.192.168.1.5'), 'plain'],
  ['the host is localhost', host('localhost:8080'), 'plain'],
  ['the host is local', host('local'), 'plain'],
  ['the host only ends in .local', host('.local'), 'plain'],
  ['the host is below a .local name', host('evil.example.local'), 'plain'],
  ['the host is a .local name with a trailing dot', host('lectern.local.'), 'plain'],
  ['the host is an address with a trailing dot', host('192.168.1.5.:8080'), 'plain'],
  ['the host begins with .local', host('lectern.local.evil.example'), 'plain'],
  ['the host is a public address', host('203.0.113.9:8080'), 'plain'],
  ['the host is all addresses', host('0.0.0.0:8080'), 'plain'],
  ['the host is short', host('192.168.261'), 'plain'],
  ['the host is a number', host('3232235781'), 'plain'],
  ['the host is hexadecimal', host('0xc0a80105'), 'plain'],
  ['the host is octal', host('0300.0250.1.5'), 'plain'],
  ['the host has leading zeros', host('192.168.001.005'), 'plain'],
  ['the host is IPv4 written as IPv6', host('[::ffff:c0a8:105]:8080'), 'plain'],
  ['the host is IPv4 written as IPv6 with dots', host('[::ffff:192.168.1.5]'), 'plain'],
  ['the host is a public IPv6 address', host('[2001:db8::1]'), 'plain'],
  ['the host is no complete IPv6 address', host('[fd00:1]'), 'plain'],
  ['the host has a zone', host('[fe80::1%eth0]'), 'plain'],
  ['the host has a user', host('x@192.168.1.5'), 'plain'],
  ['the host has a path', host('192.168.1.5/x'), 'plain'],
  ['the host has no port after the colon', host('192.168.1.5:'), 'plain'],
  ['the host has two ports', host('192.168.1.5:80:80'), 'plain'],
  ['the host has a second one', host('192.168.1.5, evil.example'), 'plain'],
  ['the host has a space', host(' 192.168.1.5'), 'plain'],
  ['the host has a line after it', host('192.168.1.5\nevil.example'), 'plain'],
  ['the host is empty', host(''), 'plain'],
  ['there is no host', { headers: { host: undefined } }, 'plain'],

  ['it says that it was forwarded', { headers: { 'x-forwarded-for': PHONE } }, 'plain'],
  ['it names another as the sender', { headers: { forwarded: `for=${PHONE}` } }, 'plain'],
  ['a tunnel forwarded it', { headers: { 'cf-connecting-ip': '203.0.113.9' } }, 'plain'],
  ['an untrusted proxy forwarded it', forwarded({ 'x-forwarded-for': PHONE }, '10.0.0.2'), 'plain'],
  ['a trusted proxy did not pass on the address', { peer: PROXY }, 'plain'],
  [
    'a trusted proxy passed on another host',
    forwarded({ 'x-forwarded-for': PHONE, 'x-forwarded-host': 'evil.example' }),
    'plain',
  ],
  [
    'a trusted proxy passed on a public address',
    { ...forwarded({ 'x-forwarded-for': '203.0.113.9' }), peer: '203.0.113.9' },
    'plain',
  ],

  ['this machine opens its own page', { peer: '127.0.0.1', headers: { host: '127.0.0.1:8080' } }, 'this-machine'],
  ['this machine opens it by IPv6', { peer: '::1', headers: { host: '[::1]:8080' } }, 'this-machine'],
  ['a phone pretends to be this machine', host('127.0.0.1:8080'), 'plain'],
  [
    'a phone pretends to be this machine where sign-in is allowed anywhere',
    { ...host('127.0.0.1:8080'), plainSignIn: 'anywhere' },
    'plain',
  ],
  [
    'a tunnel of this machine leads to it',
    { peer: '127.0.0.1', headers: { host: '127.0.0.1', via: '1.1 x' } },
    'plain',
  ],
  [
    'a container is reached by its host',
    { ...host('127.0.0.1:8080'), peer: '172.17.0.1', plainSignIn: 'nowhere' },
    'this-machine',
  ],
];

describe('[D78] how a request reaches the server', () => {
  for (const [what, request, connection] of CASES)
    it(`when ${what}, then it is ${connection}`, () => assert.equal(classify(request), connection));

  it('when a host is one of the network, then its boundaries are those of the networks', () => {
    const inside = ['10.0.0.0', '10.255.255.255', '172.16.0.0', '172.31.255.255', '192.168.255.255', '169.254.1.1'];
    const outside = ['9.255.255.255', '11.0.0.0', '172.15.255.255', '172.32.0.0', '192.169.0.0', '169.253.0.1'];
    const ipv6 = {
      inside: ['[fc00::1]', '[fdff::1]', '[fe80::1]', '[febf::1]'],
      outside: ['[fb00::1]', '[fec0::1]', '[ff02::1]'],
    };
    for (const one of [...inside, ...ipv6.inside]) assert.equal(isNetworkHost(one), true, one);
    for (const one of [...outside, ...ipv6.outside]) assert.equal(isNetworkHost(one), false, one);
  });
});
