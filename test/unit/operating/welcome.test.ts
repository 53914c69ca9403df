import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readConfig } from '../../../src/config/config.ts';
import { networkOrigin, sharedSignInOrigin } from '../../../src/config/network-origin.ts';
import type { OwnerSignIn } from '../../../src/first-start.ts';
import { printWelcome } from '../../../src/welcome.ts';

const LINK: OwnerSignIn = { path: '/link/secret' };
const LIVES = [{ id: 'L', organizationId: 'O', name: 'Main hall' }];
const NETWORK = networkOrigin(8080);

function welcome(
  settings: Record<string, string>,
  { lan = false, ownerSignIn = LINK as OwnerSignIn | null, token = 'svc_secret' as string | null } = {},
): string {
  const lines: string[] = [];
  printWelcome({ config: readConfig(settings, { lan }), lan, ownerSignIn, token, lives: LIVES }, (line) =>
    lines.push(line),
  );
  return lines.join('\n');
}

const linksIn = (text: string): string[] => text.match(/\S+\/link\/secret/g) ?? [];

describe('[D46] what a start prints', () => {
  const firstLine = (settings: Record<string, string>, options = {}) => welcome(settings, options).split('\n')[0];

  it('[D78] when other devices cannot connect, then the first line says where that is turned on', () => {
    assert.match(
      firstLine({})!,
      /cannot connect\. An administrator lets them in at http:\/\/127\.0\.0\.1:8080\/installation\/network$/,
    );
    const decided = { HOST: '127.0.0.1', LECTERN_DATABASE_URL: 'postgres://u:p@localhost/lectern' };
    for (const [name, value] of Object.entries(decided))
      assert.match(firstLine({ [name]: value })!, /cannot connect\. Start it with HOST=0\.0\.0\.0$/);
  });

  it('[D78] when other devices can connect, then the first line has their address', () => {
    const open = NETWORK === null ? /No network address found/ : /Other devices open http:\/\/[\d.]+:8080$/;
    assert.match(firstLine({}, { lan: true })!, open);
    assert.match(firstLine({ HOST: '0.0.0.0' })!, open);
    const named = firstLine({ LECTERN_PUBLIC_URL: 'https://lectern.example' })!;
    assert.match(named, /Other devices open https:\/\/lectern\.example$/);
  });

  it('when no user has signed in yet, then the link to sign in comes first, then the audience, then what developers need', () => {
    const text = welcome({});
    assert.deepEqual(linksIn(text), ['http://127.0.0.1:8080/link/secret']);
    assert.match(text, /works once, within 24 hours/);
    const order = ['/link/secret', 'Audience of "Main hall"', 'For developers', '/docs', 'curl '];
    const places = order.map((piece) => text.indexOf(piece));
    assert.ok(!places.includes(-1), text);
    assert.deepEqual(
      places,
      places.toSorted((a, b) => a - b),
    );
    assert.doesNotMatch(text, /not encrypted|needs HTTPS|reset-link/);
  });

  it('when a user can sign in, then it prints the address of the console, and no link', () => {
    const text = welcome({}, { ownerSignIn: null, token: null });
    assert.match(text, /^ {2}Console {2}http:\/\/127\.0\.0\.1:8080\/console$/m);
    assert.deepEqual(linksIn(text), []);
    assert.doesNotMatch(text, /reset-link/);
    assert.match(text, /token create --organization O/);
  });

  it('when the owner has signed in before and cannot do so again, then it prints the command for a link', () => {
    const text = welcome({}, { ownerSignIn: { email: 'owner@lectern.local' }, token: null });
    assert.match(text, /\/console$/m);
    assert.match(text, /LECTERN_DATA_DIR=\S+ .* user reset-link --email owner@lectern\.local$/m);
  });

  it('when sign-in is allowed in the network, then the link opens on its devices', { skip: !NETWORK }, () => {
    const text = welcome({ LECTERN_INSECURE_LAN: 'on' }, { lan: true });
    assert.deepEqual(linksIn(text), [`${NETWORK}/link/secret`]);
    assert.doesNotMatch(text, /only on this machine/);
    assert.match(text, /not encrypted/);
  });

  it('when it listens on the network and sign-in is not allowed there, then the link is for this machine, and it says so', () => {
    const text = welcome({}, { lan: true });
    assert.deepEqual(linksIn(text), ['http://127.0.0.1:8080/link/secret']);
    assert.match(text, /Signing in works only on this machine.*LECTERN_INSECURE_LAN=on/);
  });

  it('when it has a public address, then the link begins with it; without HTTPS it says what the link needs', () => {
    const secure = welcome({ LECTERN_PUBLIC_URL: 'https://lectern.example' });
    assert.deepEqual(linksIn(secure), ['https://lectern.example/link/secret']);
    assert.doesNotMatch(secure, /needs HTTPS|not encrypted/);
    const named = { LECTERN_PUBLIC_URL: 'http://lectern.example:8080' };
    assert.match(welcome(named), /http:\/\/lectern\.example:8080\/link\/secret\n.*needs HTTPS/);
    const allowed = welcome({ ...named, LECTERN_INSECURE_LAN: 'on' }, { lan: true });
    assert.deepEqual(linksIn(allowed), ['http://lectern.example:8080/link/secret']);
    assert.doesNotMatch(allowed, /needs HTTPS/);
  });
});

describe('[D78] the origin at which people on other devices sign in', () => {
  const originOf = (settings: Record<string, string>, plainSignIn: 'nowhere' | 'network' | 'anywhere') =>
    sharedSignInOrigin({ ...readConfig(settings), plainSignIn });
  for (const [publicUrl, nowhere, network, anywhere] of [
    ['https://lectern.example', true, true, true],
    ['http://lectern.example', false, false, true],
    ['http://lectern.local:8080', false, true, true],
    ['http://192.168.1.5:8080', false, true, true],
  ] as const)
    it(`when the public address is ${publicUrl}, then it is that one where they may`, () => {
      const expected = { nowhere, network, anywhere };
      for (const plainSignIn of ['nowhere', 'network', 'anywhere'] as const)
        assert.equal(
          originOf({ LECTERN_PUBLIC_URL: publicUrl }, plainSignIn),
          expected[plainSignIn] ? publicUrl : null,
        );
    });
  it('when the server listens only on this machine, then the origin is null', () =>
    assert.equal(originOf({}, 'network'), null));
});
