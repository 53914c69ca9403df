import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { crc32 } from 'node:zlib';
import fc from 'fast-check';
import {
  type CredentialPrefix,
  hashCredentialSecret,
  isCredentialSecret,
  newCredentialSecret,
} from '../../../src/domain/account/credentials/credential-secret.ts';

const BASE62 = [...'0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'];
const PREFIXES: [CredentialPrefix, string][] = [
  ['personal', 'bt_'],
  ['service', 'svc_'],
  ['access', 'oa_'],
  ['refresh', 'or_'],
  ['output', 'out_'],
  ['remote', 'rem_'],
];
const kind = fc.constantFrom(...PREFIXES);

describe('[D35] credential secrets', () => {
  for (const [name, prefix] of PREFIXES) {
    it(`when a secret of kind ${name} is made, then it is ${prefix}, 43 base62 characters and 6 of checksum`, () => {
      const secrets = Array.from({ length: 200 }, () => newCredentialSecret(name));
      for (const secret of secrets) {
        assert.match(secret, new RegExp(`^${prefix}[0-9A-Za-z]{43}[0-9A-Za-z]{6}$`));
        assert.ok(isCredentialSecret(secret));
      }
      assert.equal(new Set(secrets).size, secrets.length);
    });
  }

  it('when a secret is made, then it carries the CRC-32 of what stands before it, in base62', () => {
    fc.assert(
      fc.property(kind, ([name]) => {
        const secret = newCredentialSecret(name);
        const read = [...secret.slice(-6)].reduce((sum, digit) => sum * 62 + BASE62.indexOf(digit), 0);
        assert.equal(read, crc32(secret.slice(0, -6)));
      }),
    );
  });

  it('when secrets are made, then they use all 256 random bits: every place varies, the first one over what 2^256 leaves it', () => {
    const secrets = Array.from({ length: 2000 }, () => newCredentialSecret('service').slice(4, 47));
    for (let at = 1; at < 43; at++) {
      const seen = new Set(secrets.map((secret) => secret[at]));
      assert.ok(seen.size === 62, `place ${at} shows ${seen.size} characters`);
    }
  });

  it('when a single character is changed, or two neighbours are swapped, then it is detected', () => {
    for (const [name] of PREFIXES) {
      const secret = newCredentialSecret(name);
      for (let at = 0; at < secret.length; at++) {
        for (const character of [...BASE62, '_', '-', ' ']) {
          if (character === secret[at]) continue;
          const changed = secret.slice(0, at) + character + secret.slice(at + 1);
          assert.equal(isCredentialSecret(changed), false, changed);
        }
        const swapped = secret.slice(0, at) + (secret[at + 1] ?? '') + secret[at] + secret.slice(at + 2);
        if (swapped !== secret) assert.equal(isCredentialSecret(swapped), false, swapped);
      }
    }
  });

  it('when another text is checked, then it is not a secret: cut, lengthened, wrapped, of another kind, or arbitrary', () => {
    fc.assert(
      fc.property(kind, kind, fc.nat({ max: 52 }), fc.string({ minLength: 1 }), ([name], [, other], cut, more) => {
        const secret = newCredentialSecret(name);
        for (const text of [secret.slice(0, cut % secret.length), secret + more, more + secret, more, '']) {
          assert.equal(isCredentialSecret(text), false, text);
        }
        const renamed = secret.replace(/^[a-z]+_/, other);
        assert.equal(isCredentialSecret(renamed), renamed === secret);
      }),
    );
  });

  it('when a secret is kept, then only as a SHA-256', () => {
    // FIPS 180-2, appendix B.1.
    assert.equal(hashCredentialSecret('abc'), 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
  });
});
