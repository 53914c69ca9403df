import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { sendRequest } from '../support/requests/api.ts';
import { BrowserAgent } from '../support/requests/browser-agent.ts';
import {
  ALL_SCOPES,
  authorizationOf,
  authorizePath,
  challengeOf,
  decide,
  exchangeCode,
  type Fields,
  newVerifier,
  openAuthorizationBrowser,
  openConsent,
  readCallback,
  registerClient,
  requireOauthError,
  requirePrivate,
  requireTokens,
  type TestClient,
  toForm,
} from '../support/requests/oauth-flow.ts';
import { createTestUser } from '../support/requests/tokens.ts';
import type { TestLectern } from '../support/server/lectern.ts';
import { runSql } from '../support/server/sql.ts';
import { useInProcessServer } from '../support/server/suite-server.ts';

const CHALLENGE = challengeOf(newVerifier());

/** Changes to the request that are reported to the client by a redirect, and their error. [D41] */
const REDIRECTED: Record<string, readonly [changes: Fields, error: string]> = {
  'no response_type': [{ response_type: null }, 'invalid_request|unsupported_response_type'],
  'an empty response_type': [{ response_type: '' }, 'invalid_request|unsupported_response_type'],
  'response_type token': [{ response_type: 'token' }, 'unsupported_response_type'],
  'response_type "code token"': [{ response_type: 'code token' }, 'unsupported_response_type'],
  'response_type CODE': [{ response_type: 'CODE' }, 'unsupported_response_type'],
  'response_type twice': [{ response_type: ['code', 'code'] }, 'invalid_request'],
  'response_mode fragment': [{ response_mode: 'fragment' }, 'invalid_request'],
  'response_mode form_post': [{ response_mode: 'form_post' }, 'invalid_request'],
  'response_mode twice': [{ response_mode: ['query', 'query'] }, 'invalid_request'],
  'no scope': [{ scope: null }, 'invalid_scope'],
  'an empty scope': [{ scope: '' }, 'invalid_scope'],
  'a scope of spaces': [{ scope: '   ' }, 'invalid_scope'],
  'offline_access alone': [{ scope: 'offline_access' }, 'invalid_scope'],
  'offline_access alone, twice': [{ scope: 'offline_access offline_access' }, 'invalid_scope'],
  'an unknown scope': [{ scope: 'live.get live.burn' }, 'invalid_scope'],
  'a scope in another case': [{ scope: 'LIVE.get' }, 'invalid_scope'],
  'a scope of credentials alone': [{ scope: 'live.get token.delete' }, 'invalid_scope'],
  'a presentation scope': [{ scope: 'presentation.publish live.get' }, 'invalid_scope'],
  'translation.update': [{ scope: 'translation.update' }, 'invalid_scope'],
  'a wildcard scope': [{ scope: 'live.*' }, 'invalid_scope'],
  'openid, of another protocol': [{ scope: 'openid live.get' }, 'invalid_scope'],
  'scopes with a tab between': [{ scope: 'live.get\tlive.list' }, 'invalid_scope'],
  'scopes with a newline between': [{ scope: 'live.get\nlive.list' }, 'invalid_scope'],
  'scopes with a comma between': [{ scope: 'live.get,live.list' }, 'invalid_scope'],
  'scopes with a real plus between': [{ scope: 'live.get+live.list' }, 'invalid_scope'],
  'scopes with a hard space between': [{ scope: 'live.get\u00a0live.list' }, 'invalid_scope'],
  'the name of a property of every object': [{ scope: 'constructor __proto__' }, 'invalid_scope'],
  'scope twice': [{ scope: ['live.get', 'live.list'] }, 'invalid_request'],
  'no code_challenge': [{ code_challenge: null }, 'invalid_request'],
  'a challenge of 42 characters': [{ code_challenge: CHALLENGE.slice(1) }, 'invalid_request'],
  'a challenge of 44 characters': [{ code_challenge: `${CHALLENGE}A` }, 'invalid_request'],
  'a challenge with padding': [{ code_challenge: `${CHALLENGE}=` }, 'invalid_request'],
  'a challenge of 43 with padding in it': [{ code_challenge: `${CHALLENGE.slice(1)}=` }, 'invalid_request'],
  'a challenge in plain base64': [{ code_challenge: `+/${CHALLENGE.slice(2)}` }, 'invalid_request'],
  'a challenge with a newline after it': [{ code_challenge: `${CHALLENGE}\n` }, 'invalid_request'],
  'a challenge of 43 letters beyond ASCII': [{ code_challenge: 'ä'.repeat(43) }, 'invalid_request'],
  'code_challenge twice': [{ code_challenge: [CHALLENGE, CHALLENGE] }, 'invalid_request'],
  'no code_challenge_method': [{ code_challenge_method: null }, 'invalid_request'],
  'code_challenge_method plain': [{ code_challenge_method: 'plain' }, 'invalid_request'],
  'code_challenge_method s256': [{ code_challenge_method: 's256' }, 'invalid_request'],
  'code_challenge_method twice': [{ code_challenge_method: ['S256', 'S256'] }, 'invalid_request'],
  'a state with control characters': [{ state: `line\r\nbreak\0${'a'.repeat(16)}\u0085` }, 'invalid_request'],
};

/** [Endpoints] 16 to 512 bytes, of UTF-8. */
const STATES: Record<string, readonly [state: string | readonly string[] | null, accepted: boolean]> = {
  'of 15 bytes': ['a'.repeat(15), false],
  'of 16 bytes': ['a'.repeat(16), true],
  'of 8 characters that are 16 bytes': ['ä'.repeat(8), true],
  'of 4 characters that are 16 bytes': ['🜁'.repeat(4), true],
  'of 5 characters that are 15 bytes': ['☃'.repeat(5), false],
  'of 512 bytes': ['a'.repeat(512), true],
  'of 513 bytes': ['a'.repeat(513), false],
  'of 256 characters that are 512 bytes': ['ä'.repeat(256), true],
  'of 257 characters that are 514 bytes': ['ä'.repeat(257), false],
  'of 171 characters that are 513 bytes': ['☃'.repeat(171), false],
  'that is missing': [null, false],
  'that is empty': ['', false],
  'that comes twice': [['a'.repeat(20), 'a'.repeat(20)], false],
};

describe('parameters of the authorization endpoint', () => {
  const { lectern } = useInProcessServer({ settings: { LECTERN_BUDGET_PAGES: '1000000' } });
  let signedIn: BrowserAgent;
  let client: TestClient;
  before(async () => {
    signedIn = await openAuthorizationBrowser(lectern, await createTestUser(lectern));
    client = await registerClient(lectern);
  });

  for (const [name, [changes, errors]] of Object.entries(REDIRECTED)) {
    it(`[D41] for ${name}: when it is requested, signed in or not, then the error goes to the client as ${errors.replace('|', ' or ')}`, async () => {
      for (const browser of [signedIn, new BrowserAgent(lectern.config.publicUrl)]) {
        const fields = authorizationOf(client, changes);
        const page = await browser.get(authorizePath(fields));
        const { error, state, iss, code } = readCallback(page, client);
        assert.ok(errors.split('|').includes(error!), String(error));
        assert.deepEqual([state, iss, code], [fields.state, lectern.config.publicUrl, undefined]);
        requirePrivate(page.headers);
      }
    });
  }

  it('[D41] when a request is wrong, then the error comes before the person has to act, and nothing of the request is kept', async () => {
    const before = await countRequests(lectern);
    for (const [changes] of Object.values(REDIRECTED))
      await signedIn.get(authorizePath(authorizationOf(client, changes)));
    assert.equal(await countRequests(lectern), before);
  });

  for (const [name, [state, accepted]] of Object.entries(STATES)) {
    it(`[Limits] when a state ${name} is sent, then it is ${accepted ? 'given back as it came' : 'refused here, not by redirect'}`, async () => {
      const page = await signedIn.get(authorizePath(authorizationOf(client, { state })));
      if (!accepted) return assert.deepEqual([page.status, page.location], [400, null]);
      assert.equal(page.status, 200, page.text);
      assert.equal(readCallback(await decide(signedIn, page, 'allow'), client).state, state);
    });
  }

  it('[Limits] when a state is not UTF-8, then it is refused here, or comes back byte for byte', async () => {
    const query = toForm(authorizationOf(client, { state: null }));
    const page = await signedIn.get(`/oauth/authorize?${query}&state=${'%ff'.repeat(16)}`);
    if (page.status === 400) return;
    assert.ok((await decide(signedIn, page, 'deny')).location!.search.includes('%FF'.repeat(16)));
  });

  it('[D41] when there are unknown parameters, even repeated ones, then they are ignored', async () => {
    const extra = { prompt: 'none', login_hint: ['a', 'b'], nonce: 'x'.repeat(100), resource: 'https://a.example' };
    await openConsent(signedIn, authorizationOf(client, extra));
  });

  it('[D41] when response_mode is query, then the request works as it does without it', async () => {
    await openConsent(signedIn, authorizationOf(client, { response_mode: 'query' }));
  });

  it('[Endpoints] when scopes are doubled, reordered or have extra spaces, then each counts once, and order and spaces do not matter', async () => {
    const verifier = newVerifier();
    const changes = { scope: 'live.list  live.get live.list ', code_challenge: challengeOf(verifier) };
    const page = await signedIn.get(authorizePath(authorizationOf(client, changes)));
    // RFC 6749, section 3.3 knows one space between scopes; what else is taken must not double a scope.
    if (page.status === 303) return assert.equal(readCallback(page, client).error, 'invalid_scope');
    const { code } = readCallback(await decide(signedIn, page, 'allow'), client);
    const { scope } = requireTokens(await exchangeCode(lectern, { client, code: code!, verifier }));
    assert.deepEqual(scope.split(' ').toSorted(), ['live.get', 'live.list']);
  });

  it('[Endpoints] when the client may not have a scope, then the request is refused before any redirect to sign in', async () => {
    const narrow = await registerClient(lectern, { scopes: ['live.get', 'live.list'] });
    for (const browser of [signedIn, new BrowserAgent(lectern.config.publicUrl)]) {
      for (const scope of ['live.get live.update', 'live.get offline_access', 'identity.read']) {
        const page = await browser.get(authorizePath(authorizationOf(narrow, { scope })));
        assert.equal(readCallback(page, narrow).error, 'invalid_scope');
      }
    }
    await openConsent(signedIn, authorizationOf(narrow, { scope: 'live.list live.get' }));
  });

  it('[Endpoints] when all scopes of the metadata are requested, then they can be granted', async () => {
    const { body } = await sendRequest(lectern.url, 'GET', '/.well-known/oauth-authorization-server');
    assert.deepEqual(body.scopes_supported.toSorted(), ALL_SCOPES.toSorted());
    await openConsent(signedIn, authorizationOf(client, { scope: ALL_SCOPES.join(' ') }));
  });

  it('[D8] when authorize is requested across origins, then its responses have no CORS', async () => {
    const origin = new URL(client.redirectUri).origin;
    const path = authorizePath(authorizationOf(client));
    for (const method of ['GET', 'OPTIONS']) {
      const { headers } = await sendRequest(lectern.url, method, path, undefined, { origin });
      assert.equal(headers.get('access-control-allow-origin'), null);
    }
  });

  describe('PKCE at the token endpoint', () => {
    const obtain = async (challenge: string) => {
      const page = await openConsent(signedIn, authorizationOf(client, { code_challenge: challenge }));
      return readCallback(await decide(signedIn, page, 'allow'), client).code!;
    };

    for (const [name, verifier] of Object.entries({
      '43 characters': 'a'.repeat(43),
      '128 characters': 'a'.repeat(128),
      'every mark that RFC 7636 allows': '-._~'.repeat(16),
    })) {
      it(`[Limits] when the verifier has ${name}, then it is accepted`, async () => {
        const code = await obtain(challengeOf(verifier));
        requireTokens(await exchangeCode(lectern, { client, code, verifier }));
      });
    }

    for (const [name, verifier] of Object.entries({
      '42 characters': 'a'.repeat(42),
      '129 characters': 'a'.repeat(129),
      'no character': '',
      'a character beyond the alphabet': `${'a'.repeat(43)}+`,
      'a space': `${'a'.repeat(43)} `,
      'letters beyond ASCII': 'ä'.repeat(43),
      'a newline after it': `${'a'.repeat(43)}\n`,
    })) {
      it(`[Limits] when the verifier has ${name}, then it is refused although its hash fits, and the code stays unspent`, async () => {
        const code = await obtain(challengeOf(verifier));
        const response = await exchangeCode(lectern, { client, code, verifier });
        assert.ok(['invalid_request', 'invalid_grant'].includes(response.body.error), JSON.stringify(response.body));
        requireOauthError(response, response.body.error);
      });
    }

    it('[D39] when the verifier is wrong or is the challenge itself, then the code stays unspent', async () => {
      const verifier = newVerifier();
      const code = await obtain(challengeOf(verifier));
      for (const wrong of [newVerifier(), challengeOf(verifier), verifier.toLowerCase()]) {
        requireOauthError(await exchangeCode(lectern, { client, code, verifier: wrong }), 'invalid_grant');
      }
      requireTokens(await exchangeCode(lectern, { client, code, verifier }));
    });
  });
});

const countRequests = async (lectern: TestLectern): Promise<number> =>
  Number((await runSql(lectern, 'SELECT count(*) AS rows FROM oauth_requests'))[0]!.rows);
