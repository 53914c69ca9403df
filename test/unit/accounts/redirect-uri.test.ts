import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isRedirectUri } from '../../../src/domain/account/apps/clients.ts';

const URI = 'https://app.example.org/callback';

describe('[Authentication] redirect URIs are exact, HTTPS or a fixed port of a literal loopback address', () => {
  for (const uri of [
    'http://app.example.org/cb',
    'http://localhost:4567/cb',
    'http://127.0.0.1/cb',
    'http://127.0.0.1:0/cb',
    'http://127.0.0.1:99999/cb',
    'http://[::1]/cb',
    'http://127.0.0.2:4567/cb',
    'http://127.0.0.1.evil.example:4567/',
    'http://127.0.0.1:4567@evil.example/',
    'https://user@app.example.org/cb',
    'https://app.example.org/cb#part',
    'https://app.example.org/cb#',
    'https://*.example.org/cb',
    'https://app.example.org/*',
    'app://callback',
    'javascript:alert(1)',
    'https://',
    '//app.example.org/cb',
    'https:/app.example.org',
    'HTTPS://app.example.org/',
    'https://app.example.org/a b',
    'https://app.example.org\\cb',
    'https://bücher.example/cb',
    '',
    URI.padEnd(2_100, 'x'),
    // Responses add these parameters, so an existing one would be duplicated.
    ...['code', 'state=', 'iss=x', 'error=1', 'error_description=x', 'kept=1&%73tate=x'].map((own) => `${URI}?${own}`),
  ]) {
    it(`not ${JSON.stringify(uri.slice(0, 60))}`, () => {
      assert.equal(isRedirectUri(uri), false);
    });
  }

  for (const uri of [
    'http://[::1]:4567/cb',
    'http://127.0.0.1:4567',
    'https://app.example.org:8443/cb?kept=1',
    'https://app.example.org/code/state?Code=1&codes=x',
    'https://app.example.org',
  ]) {
    it(`but ${uri}`, () => {
      assert.equal(isRedirectUri(uri), true);
    });
  }
});
