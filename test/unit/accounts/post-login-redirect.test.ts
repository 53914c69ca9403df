import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import {
  isLocalPath,
  readPostLoginRedirect,
  toRedirectTarget,
  withPostLoginRedirect,
} from '../../../src/pages/toolkit/post-login-redirect.ts';

const ORIGIN = 'https://lectern.example';
const SECRET = 'A'.repeat(43);

describe('where one goes after signing in', () => {
  it('when the destination is a path of this server, then it is accepted', () => {
    for (const path of ['/account', '/account/tokens?done=1', '/connect?code=ABCD-EFGH', '/a/../account', '/%2F/x']) {
      assert.ok(isLocalPath(path), path);
    }
  });

  it('when the destination is another place, then it is refused, in whatever way it is written', () => {
    const elsewhere = [
      '',
      'account',
      '//evil.example',
      '///evil.example',
      '/\\evil.example',
      '\\\\evil.example',
      'https://evil.example',
      '/\t/evil.example',
      '/\n/evil.example',
      ' /account',
      '/.//evil.example',
      '/a/..//evil.example',
      'javascript:alert(1)',
      '/account\u0000',
      '/account\r\nset-cookie: a=b',
      '/\u2028',
      `/${'x'.repeat(2_000)}`,
      // No header can carry these as they are.
      '/日本',
      '/é',
      '/account?x=\u{1F600}',
    ];
    for (const text of elsewhere) assert.ok(!isLocalPath(text), JSON.stringify(text));
  });

  it('when the destination is any text at all, then one stays here', () => {
    const pieces = fc.constantFrom(
      '/',
      '\\',
      '.',
      '..',
      '@',
      ':',
      '?',
      '#',
      '%2f',
      '%5c',
      'evil.example',
      'a',
      '\t',
      '//',
    );
    const texts = fc.oneof(
      fc.string(),
      fc.array(pieces).map((parts) => parts.join('')),
    );
    fc.assert(
      fc.property(texts, (next) => {
        const destination = toRedirectTarget(readPostLoginRedirect({ next }));
        if (destination === null) return;
        assert.equal(new URL(destination, ORIGIN).origin, ORIGIN);
        assert.ok(!new URL(destination, ORIGIN).pathname.startsWith('//'));
      }),
      { numRuns: 2_000 },
    );
  });

  it('when there is an OAuth request, then it is the destination', () => {
    const redirect = readPostLoginRedirect({ request: SECRET, next: '/account' });
    assert.equal(toRedirectTarget(redirect), `/oauth/authorize?request=${SECRET}`);
    assert.equal(withPostLoginRedirect('/sign-in', redirect), `/sign-in?request=${SECRET}&next=%2Faccount`);
    assert.equal(toRedirectTarget(readPostLoginRedirect({ request: `${SECRET}&x=1` })), null);
    assert.equal(toRedirectTarget(readPostLoginRedirect({ request: [SECRET, SECRET] })), null);
  });
});
