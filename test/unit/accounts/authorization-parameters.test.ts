import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { OAUTH_SCOPES, type Scope } from '../../../src/contract/scopes.ts';
import { readClientId, validateAuthorization } from '../../../src/oauth/authorization-parameters.ts';
import { parseQuery } from '../../../src/oauth/query.ts';
import { toDestination, toRedirect } from '../../../src/oauth/redirect-uri.ts';
import type { ClientRecord } from '../../../src/storage/storage.ts';

const CLIENT: ClientRecord = {
  id: 'client-0123456789abc',
  name: 'App',
  redirectUris: ['https://app.example/callback', 'https://app.example/with?tenant=a%20b', 'http://127.0.0.1:5173/cb'],
  scopes: OAUTH_SCOPES.filter((scope) => scope !== 'live.delete'),
  disabled: false,
  createdAt: '2026-01-01T00:00:00.000Z',
};
const CHALLENGE = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM';
const STATE = '0123456789abcdef';
const VALID = {
  response_type: 'code',
  client_id: CLIENT.id,
  redirect_uri: CLIENT.redirectUris[0]!,
  scope: 'live.get live.list',
  state: STATE,
  code_challenge: CHALLENGE,
  code_challenge_method: 'S256',
};

type Changes = Readonly<Record<string, string | readonly string[] | null>>;

/** A list repeats a parameter, null leaves it out; `raw` is added as it stands. */
function judge(changes: Changes = {}, client: ClientRecord | null = CLIENT, raw = '') {
  const query = new URLSearchParams();
  for (const [name, values] of Object.entries<Changes[string]>({ ...VALID, ...changes })) {
    for (const value of values === null ? [] : [values].flat()) query.append(name, value);
  }
  return validateAuthorization(parseQuery(`/oauth/authorize?${query}${raw}`), client);
}

/** Outcome in one word. */
function outcome(...request: Parameters<typeof judge>): string {
  const verdict = judge(...request);
  if (verdict.kind === 'begin') return `begin ${verdict.parameters.scopes.join(' ')}`;
  return verdict.kind === 'local' ? `local ${verdict.reason}` : verdict.error;
}

/** [D41]; the parameter that is wrong, and what becomes of it. */
const CASES: readonly (readonly [what: string, changes: Changes, expected: string])[] = [
  ['a valid request', {}, 'begin live.list live.get'],
  ['an unknown parameter', { prompt: 'none' }, 'begin live.list live.get'],
  ['an unknown parameter twice', { resource: ['a', 'b'] }, 'begin live.list live.get'],
  ['response_mode query', { response_mode: 'query' }, 'begin live.list live.get'],
  ['response_mode without a value', { response_mode: '' }, 'begin live.list live.get'],
  ['a scope twice in the list', { scope: 'live.get live.get' }, 'begin live.get'],
  ['offline_access with another', { scope: 'offline_access live.get' }, 'begin offline_access live.get'],
  ['client_id missing', { client_id: null }, 'local client'],
  ['client_id empty', { client_id: '' }, 'local client'],
  ['client_id twice', { client_id: [CLIENT.id, CLIENT.id] }, 'local client'],
  ['client_id of another', { client_id: 'another' }, 'local client'],
  ['client_id in another case', { client_id: CLIENT.id.toUpperCase() }, 'local client'],
  ['redirect_uri missing', { redirect_uri: null }, 'local redirect_uri'],
  ['redirect_uri empty', { redirect_uri: '' }, 'local redirect_uri'],
  ['redirect_uri twice', { redirect_uri: [VALID.redirect_uri, VALID.redirect_uri] }, 'local redirect_uri'],
  ['redirect_uri with a slash more', { redirect_uri: `${VALID.redirect_uri}/` }, 'local redirect_uri'],
  ['redirect_uri with a query', { redirect_uri: `${VALID.redirect_uri}?a=b` }, 'local redirect_uri'],
  ['redirect_uri with a fragment', { redirect_uri: `${VALID.redirect_uri}#a` }, 'local redirect_uri'],
  ['redirect_uri in another case', { redirect_uri: 'https://APP.example/callback' }, 'local redirect_uri'],
  ['redirect_uri with its port', { redirect_uri: 'https://app.example:443/callback' }, 'local redirect_uri'],
  ['redirect_uri over plain HTTP', { redirect_uri: 'http://app.example/callback' }, 'local redirect_uri'],
  ['redirect_uri with dots', { redirect_uri: 'https://app.example/x/../callback' }, 'local redirect_uri'],
  ['redirect_uri encoded once more', { redirect_uri: 'https://app.example/%63allback' }, 'local redirect_uri'],
  ['redirect_uri of another host', { redirect_uri: 'https://app.example@evil.example/' }, 'local redirect_uri'],
  ['redirect_uri of a longer host', { redirect_uri: 'https://app.example.evil.example/' }, 'local redirect_uri'],
  ['redirect_uri with a backslash', { redirect_uri: 'https://app.example\\callback' }, 'local redirect_uri'],
  ['redirect_uri of another loopback port', { redirect_uri: 'http://127.0.0.1:5174/cb' }, 'local redirect_uri'],
  ['redirect_uri of localhost', { redirect_uri: 'http://localhost:5173/cb' }, 'local redirect_uri'],
  ['redirect_uri with another query', { redirect_uri: 'https://app.example/with?tenant=a+b' }, 'local redirect_uri'],
  ['redirect_uri javascript:', { redirect_uri: 'javascript:alert(1)' }, 'local redirect_uri'],
  ['state missing', { state: null }, 'local state'],
  ['state empty', { state: '' }, 'local state'],
  ['state twice', { state: [STATE, STATE] }, 'local state'],
  ['state of 15 bytes', { state: 'a'.repeat(15) }, 'local state'],
  ['state of 15 bytes in 5 characters', { state: '☃'.repeat(5) }, 'local state'],
  ['state of 16 bytes in 8 characters', { state: 'ä'.repeat(8) }, 'begin live.list live.get'],
  ['state of 512 bytes', { state: 'a'.repeat(512) }, 'begin live.list live.get'],
  ['state of 513 bytes', { state: 'a'.repeat(513) }, 'local state'],
  ['state of 514 bytes in 257 characters', { state: 'ä'.repeat(257) }, 'local state'],
  ['state with a null byte', { state: `${STATE}\0` }, 'invalid_request'],
  ['state with a line break', { state: `${STATE}\n` }, 'invalid_request'],
  ['state of 15 bytes with a line break', { state: `${'a'.repeat(14)}\n` }, 'local state'],
  ['state wrong, and all else too', { state: 'a', scope: 'x', response_type: 'token' }, 'local state'],
  ['response_type missing', { response_type: null }, 'invalid_request'],
  ['response_type empty', { response_type: '' }, 'invalid_request'],
  ['response_type twice', { response_type: ['code', 'code'] }, 'invalid_request'],
  ['response_type token', { response_type: 'token' }, 'unsupported_response_type'],
  ['response_type code token', { response_type: 'code token' }, 'unsupported_response_type'],
  ['response_type in another case', { response_type: 'Code' }, 'unsupported_response_type'],
  ['response_mode fragment', { response_mode: 'fragment' }, 'invalid_request'],
  ['response_mode form_post', { response_mode: 'form_post' }, 'invalid_request'],
  ['response_mode twice', { response_mode: ['query', 'query'] }, 'invalid_request'],
  ['code_challenge_method missing', { code_challenge_method: null }, 'invalid_request'],
  ['code_challenge_method plain', { code_challenge_method: 'plain' }, 'invalid_request'],
  ['code_challenge_method in another case', { code_challenge_method: 's256' }, 'invalid_request'],
  ['code_challenge_method twice', { code_challenge_method: ['S256', 'S256'] }, 'invalid_request'],
  ['code_challenge missing', { code_challenge: null }, 'invalid_request'],
  ['code_challenge twice', { code_challenge: [CHALLENGE, CHALLENGE] }, 'invalid_request'],
  ['code_challenge of 42 characters', { code_challenge: CHALLENGE.slice(1) }, 'invalid_request'],
  ['code_challenge of 44 characters', { code_challenge: `${CHALLENGE}a` }, 'invalid_request'],
  ['code_challenge with padding', { code_challenge: `${CHALLENGE.slice(1)}=` }, 'invalid_request'],
  ['code_challenge in base64', { code_challenge: `+/${CHALLENGE.slice(2)}` }, 'invalid_request'],
  ['code_challenge with a line break', { code_challenge: `${CHALLENGE}\n` }, 'invalid_request'],
  ['scope missing', { scope: null }, 'invalid_scope'],
  ['scope empty', { scope: '' }, 'invalid_scope'],
  ['scope of spaces', { scope: '  ' }, 'invalid_scope'],
  ['scope twice', { scope: ['live.get', 'live.list'] }, 'invalid_request'],
  ['scope with two spaces between', { scope: 'live.get  live.list' }, 'invalid_scope'],
  ['scope with a space before', { scope: ' live.get' }, 'invalid_scope'],
  ['scope offline_access alone', { scope: 'offline_access' }, 'invalid_scope'],
  ['scope offline_access alone, twice', { scope: 'offline_access offline_access' }, 'invalid_scope'],
  ['scope unknown', { scope: 'live.get openid' }, 'invalid_scope'],
  ['scope that the client may not have', { scope: 'live.get live.delete' }, 'invalid_scope'],
  ['scope of credentials alone', { scope: 'live.get token.list' }, 'invalid_scope'],
  ['scope in another case', { scope: 'Live.get' }, 'invalid_scope'],
  ['scope with commas', { scope: 'live.get,live.list' }, 'invalid_scope'],
  ['scope with a tab', { scope: 'live.get\tlive.list' }, 'invalid_scope'],
  ['scope that every object has', { scope: 'constructor' }, 'invalid_scope'],
];

describe('judgeAuthorization', () => {
  for (const [what, changes, expected] of CASES) {
    it(`[D41] for ${what}: when the request is judged, then the outcome is ${expected}`, () =>
      assert.equal(outcome(changes), expected));
  }

  it('[D41] when the client is unknown or disabled, then the request is refused before anything else', () => {
    assert.equal(outcome({}, null), 'local client');
    assert.equal(outcome({}, { ...CLIENT, disabled: true }), 'local client');
    assert.equal(outcome({ redirect_uri: 'https://evil.example/' }, { ...CLIENT, disabled: true }), 'local client');
  });

  it('[D41] when values are not UTF-8, then they are treated as unreadable', () => {
    assert.equal(outcome({ state: null }, CLIENT, `&state=${'%FF'.repeat(20)}`), 'local state');
    assert.equal(outcome({ client_id: null }, CLIENT, '&client_id=%E0'), 'local client');
    assert.equal(outcome({ scope: null }, CLIENT, '&scope=live.get%'), 'invalid_request');
    assert.equal(outcome({}, CLIENT, '&%FF=1&=2&&'), 'begin live.list live.get');
  });

  it('[Endpoints] when a request begins, then it has exactly what was asked for', () => {
    assert.deepEqual(judge({ scope: 'live.update translation.read' }), {
      kind: 'begin',
      parameters: {
        clientId: CLIENT.id,
        redirectUri: VALID.redirect_uri,
        scopes: ['translation.read', 'live.update'] satisfies Scope[],
        state: STATE,
        codeChallenge: CHALLENGE,
      },
    });
  });

  it('[D41] when a refusal is redirected, then it goes to the registered address, with the state', () => {
    const verdict = judge({ redirect_uri: CLIENT.redirectUris[1]!, scope: null });
    assert.ok(verdict.kind === 'redirect');
    assert.deepEqual([verdict.redirectUri, verdict.state], [CLIENT.redirectUris[1], STATE]);
    // RFC 6749 §4.1.2.1
    assert.match(verdict.description, /^[\x20-\x21\x23-\x5b\x5d-\x7e]+$/);
  });

  it('[D41] when any query comes, then nothing is thrown, and only registered addresses get a response', () => {
    const name = fc.oneof(fc.constantFrom(...Object.keys(VALID), 'response_mode', 'request'), fc.string());
    const value = fc.oneof(
      fc.constantFrom(...Object.values(VALID), ...CLIENT.redirectUris, ...OAUTH_SCOPES),
      fc.string({ unit: 'binary' }),
      fc.webUrl({ withFragments: true, withQueryParameters: true }),
    );
    const encode = (text: string) => encodeURIComponent(text.toWellFormed());
    const mutated = fc.array(fc.tuple(name, value), { maxLength: 4 }).map((pairs) => {
      const changed = new Set(pairs.map(([changedName]) => changedName));
      const kept = Object.entries(VALID).filter(([keptName]) => !changed.has(keptName));
      return [...kept, ...pairs].map(([one, other]) => `${encode(one)}=${encode(other)}`).join('&');
    });
    fc.assert(
      fc.property(fc.oneof(mutated, fc.string(), fc.string({ unit: 'binary' })), (text) => {
        const query = parseQuery(`/oauth/authorize?${text}`);
        readClientId(query);
        const verdict = validateAuthorization(query, CLIENT);
        if (verdict.kind === 'local') return;
        const { redirectUri } = verdict.kind === 'begin' ? verdict.parameters : verdict;
        assert.ok(CLIENT.redirectUris.includes(redirectUri));
        const target = new URL(toRedirect(redirectUri, { error: 'x' }));
        assert.ok(['app.example', '127.0.0.1:5173'].includes(target.host));
      }),
      { numRuns: 2_000 },
    );
  });
});

describe('clientIdOf', () => {
  for (const [query, expected] of [
    ['client_id=abc', 'abc'],
    ['client_id=', null],
    ['client_id=a&client_id=a', null],
    ['client_id=a%00b', null],
    ['client_id=%25', null],
    [`client_id=${'a'.repeat(65)}`, null],
    ['', null],
  ] as const) {
    it(`when the query is "${query.slice(0, 30)}", then the client id is ${expected}`, () =>
      assert.equal(readClientId(parseQuery(`/?${query}`)), expected));
  }
});

describe('redirect URIs', () => {
  it('RFC 6749 §3.1.2: when a registered URI has a query, then it is kept as it stands', () => {
    assert.equal(
      toRedirect('https://app.example/with?tenant=a%20b', { code: 'x', state: 'ä &' }),
      'https://app.example/with?tenant=a%20b&code=x&state=%C3%A4+%26',
    );
    assert.equal(toRedirect('https://app.example/cb', { code: 'x' }), 'https://app.example/cb?code=x');
  });

  it('when a response is going to a redirect URI, then its destination is named plainly', () => {
    assert.deepEqual(toDestination('https://app.example:8443/cb'), { kind: 'host', host: 'app.example:8443' });
    assert.deepEqual(toDestination('http://[::1]:5173/cb'), { kind: 'program' });
    assert.deepEqual(toDestination('https://xn--pp-6kc.example/cb'), { kind: 'host', host: 'xn--pp-6kc.example' });
  });
});
