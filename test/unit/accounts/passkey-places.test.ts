import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { findLocalhostOrigin, findRelyingParty } from '../../../src/domain/account/identity/relying-party.ts';
import { toDeviceLabel } from '../../../src/pages/toolkit/device-label.ts';

describe('where browsers offer passkeys', () => {
  for (const [origin, id] of [
    ['https://lectern.example.org', 'lectern.example.org'],
    ['https://lectern.example.org:8443', 'lectern.example.org'],
    ['http://localhost:3000', 'localhost'],
    ['http://lectern.localhost:3000', 'lectern.localhost'],
  ] as const) {
    test(`when the origin is ${origin}, then passkeys are offered`, () =>
      assert.deepEqual(findRelyingParty(origin), { id, origin }));
  }
  for (const origin of [
    'http://lectern.example.org',
    'http://lectern.local:3000',
    'http://127.0.0.1:3000',
    'https://192.168.0.10',
    'https://[::1]:8443',
    'https://0x7f000001',
    'https://lectern.example.org.',
    'https://lectern.example.org/path',
    'https://user@lectern.example.org',
    'http://',
    'localhost',
  ]) {
    test(`when the origin is ${origin}, then no passkeys are offered`, () =>
      assert.equal(findRelyingParty(origin), null));
  }
});

test('when an address is not one of this machine, then it gets no hint to use its name; only a local address does', () => {
  assert.equal(findLocalhostOrigin('http://127.0.0.1:3000'), 'http://localhost:3000');
  assert.equal(findLocalhostOrigin('http://[::1]:3000'), 'http://localhost:3000');
  for (const origin of ['http://192.168.0.10:3000', 'https://lectern.example.org', 'http://localhost:3000', '']) {
    assert.equal(findLocalhostOrigin(origin), null, origin);
  }
});

describe('a browser in words', () => {
  for (const [words, userAgent] of [
    ['Firefox · Windows', 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0'],
    [
      'Edge · Windows',
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Safari/537.36 Edg/150.0.0.0',
    ],
    [
      'Chrome · Android',
      'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Mobile Safari/537.36',
    ],
    [
      'Samsung Internet · Android',
      'Mozilla/5.0 (Linux; Android 14; SM-S911B) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/26.0 Chrome/122.0.0.0 Mobile Safari/537.36',
    ],
    [
      'Safari · iPhone',
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1',
    ],
    [
      'Chrome · iPhone',
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/150.0.0.0 Mobile/15E148 Safari/604.1',
    ],
    [
      'Safari · macOS',
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Safari/605.1.15',
    ],
    [
      'Chrome · ChromeOS',
      'Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Safari/537.36',
    ],
    ['Linux', 'Mozilla/5.0 (X11; Linux x86_64) Something/1.0'],
    [null, 'curl/8.9.1'],
    [null, ''],
  ] as const) {
    test(String(words ?? `nothing of "${userAgent}"`), () => assert.equal(toDeviceLabel(userAgent), words));
  }
});
