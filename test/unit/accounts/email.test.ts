import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseEmail } from '../../../src/domain/email.ts';

test('[D47] when a keyboard composes the characters of an address differently, then it is the same address', () => {
  assert.equal(parseEmail(' JOSE\u0301@Example.org '), 'jos\u00e9@example.org');
  assert.equal(parseEmail('jos\u00e9@example.org'), parseEmail('jose\u0301@example.org'));
  assert.equal(parseEmail('ada'), null);
  assert.equal(parseEmail('a\u0000da@example.org'), null);
});
