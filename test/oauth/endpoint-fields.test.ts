import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { type ApiResponse, type RequestHeaders, sendRequest } from '../support/requests/api.ts';
import type { BrowserAgent } from '../support/requests/browser-agent.ts';
import {
  type AppConnection,
  connectApp,
  exchangeCode,
  exchangeFields,
  type Fields,
  obtainCode,
  openAuthorizationBrowser,
  refresh,
  registerClient,
  requireDead,
  requireOauthError,
  requirePrivate,
  requireTokens,
  revoke,
  SCOPE,
  sendForm,
  type TestClient,
  toForm,
  useToken,
} from '../support/requests/oauth-flow.ts';
import { createTestUser } from '../support/requests/tokens.ts';
import { PAGE_ENGINES } from '../support/server/lectern.ts';
import { useInProcessServer } from '../support/server/suite-server.ts';

const FORM = 'application/x-www-form-urlencoded';
const TOKEN = '/oauth/token';
const REVOKE = '/oauth/revoke';

for (const engine of PAGE_ENGINES) {
  describe(`fields and headers of the token and revocation endpoints on ${engine}`, () => {
    const { lectern } = useInProcessServer({ engine, settings: { LECTERN_BUDGET_PAGES: '1000000' } });
    let browser: BrowserAgent;
    let client: TestClient;
    let connection: AppConnection;
    before(async () => {
      client = await registerClient(lectern);
      connection = await connectApp(lectern, SCOPE, { client });
      // Another person, whose many grants end the oldest.
      browser = await openAuthorizationBrowser(lectern, await createTestUser(lectern));
    });

    /** A refused request leaves its code unspent: the right one still gets its tokens. [D41] */
    const withCode = async (attempt: (fields: Fields) => Promise<ApiResponse>, error: string, status = 400) => {
      const code = await obtainCode(browser, client);
      requireOauthError(await attempt(exchangeFields(code)), error, status);
      requireTokens(await exchangeCode(lectern, code));
    };
    const withRefresh = async (attempt: (fields: Fields) => Promise<ApiResponse>, error: string, status = 400) => {
      const fields = { grant_type: 'refresh_token', client_id: client.id, refresh_token: connection.refresh };
      requireOauthError(await attempt(fields), error, status);
      connection = { ...connection, ...requireTokens(await refresh(lectern, client, connection.refresh)) };
    };
    const withToken = async (attempt: (fields: Fields) => Promise<ApiResponse>, error: string, status = 400) => {
      requireOauthError(await attempt({ token: connection.access, client_id: client.id }), error, status);
      assert.equal(await useToken(lectern, connection.person, connection.access), 200);
    };

    const CODE_FIELDS = ['grant_type', 'client_id', 'code', 'redirect_uri', 'code_verifier'];
    const REFRESH_FIELDS = ['grant_type', 'client_id', 'refresh_token'];
    for (const [endpoint, names, given] of [
      ['exchange', CODE_FIELDS, withCode],
      ['refresh', REFRESH_FIELDS, withRefresh],
    ] as const) {
      for (const name of names) {
        it(`[D41] for ${endpoint}: when ${name} is missing or empty, then the response is invalid_request`, async () => {
          for (const value of [null, '']) {
            await given((fields) => sendForm(lectern, TOKEN, { ...fields, [name]: value }), 'invalid_request');
          }
        });
        it(`[D41] for ${endpoint}: when ${name} is sent twice, with the same value or another, then the response is invalid_request`, async () => {
          for (const second of ['same', 'other']) {
            const repeat = (fields: Fields) => {
              const value = fields[name] as string;
              return sendForm(lectern, TOKEN, { ...fields, [name]: [value, second === 'same' ? value : 'other'] });
            };
            await given(repeat, 'invalid_request');
          }
        });
      }

      it(`[D41] for ${endpoint}: when there is any query parameter, then the response is invalid_request`, async () => {
        for (const query of ['?x=1', '?client_id=a', '?grant_type=authorization_code']) {
          await given((fields) => sendForm(lectern, TOKEN + query, fields), 'invalid_request');
        }
      });

      it(`[D41] for ${endpoint}: when all fields are in the query alone, then the response is invalid_request`, async () => {
        await given((fields) => sendForm(lectern, `${TOKEN}?${toForm(fields)}`, {}), 'invalid_request');
      });

      for (const type of ['application/json', 'multipart/form-data; boundary=x', 'text/plain', `${FORM}x`]) {
        it(`[D41] for ${endpoint}: when it is sent as ${type}, then the response is invalid_request`, async () => {
          const content = (fields: Fields) => (type.endsWith('json') ? JSON.stringify(fields) : toForm(fields));
          await given(
            (fields) => sendRequest(lectern.url, 'POST', TOKEN, content(fields), { 'content-type': type }),
            'invalid_request',
          );
        });
      }

      it(`[D41] for ${endpoint}: when the media type is missing, then the response is invalid_request`, () =>
        given((fields) => sendRequest(lectern.url, 'POST', TOKEN, toForm(fields)), 'invalid_request'));

      for (const scheme of ['Basic', 'Bearer', 'Digest']) {
        it(`[D41] for ${endpoint}: when there is an Authorization header, then the response is 401 invalid_client with a challenge of ${scheme}`, async () => {
          const credentials = scheme === 'Basic' ? Buffer.from(`${client.id}:`).toString('base64') : connection.access;
          let response: ApiResponse | null = null;
          await given(
            async (fields) => {
              response = await sendForm(lectern, TOKEN, fields, { authorization: `${scheme} ${credentials}` });
              return response;
            },
            'invalid_client',
            401,
          );
          assert.match(response!.headers.get('www-authenticate')!, new RegExp(`^${scheme}\\b`, 'i'));
        });
      }

      it(`[D41] for ${endpoint}: when the Authorization header is malformed, then it is refused, and no challenge can be forged from it`, async () => {
        for (const authorization of ['', ' ', 'Basic', '"x", Evil realm="y"', 'Ba\tsic x']) {
          let response: ApiResponse | null = null;
          await given(
            async (fields) => {
              response = await sendForm(lectern, TOKEN, fields, { authorization });
              return response;
            },
            'invalid_client',
            401,
          );
          assert.ok(!/evil/i.test(response!.headers.get('www-authenticate') ?? ''));
        }
      });

      it(`[D41] for ${endpoint}: when there is a client_secret, then the response is invalid_client`, async () => {
        await given((fields) => sendForm(lectern, TOKEN, { ...fields, client_secret: 'secret' }), 'invalid_client');
      });

      it(`[D41] for ${endpoint}: when the client is unknown, then the response is invalid_client`, async () => {
        for (const client_id of ['AAAAAAAAAAAAAAAAAAAA', `${client.id} `, `${client.id}\0`, '🜁']) {
          await given((fields) => sendForm(lectern, TOKEN, { ...fields, client_id }), 'invalid_client');
        }
      });

      it(`[D1] for ${endpoint}: when the body exceeds 64 KiB, then the response is 413`, async () => {
        const fields = endpoint === 'exchange' ? exchangeFields(connection.code) : { grant_type: 'refresh_token' };
        const { status } = await sendForm(lectern, TOKEN, { ...fields, padding: 'x'.repeat(70_000) });
        assert.equal(status, 413);
      });
    }

    it('[D41] when unknown fields are sent, then they change nothing', async () => {
      const code = await obtainCode(browser, client);
      requireTokens(await exchangeCode(lectern, code, { audience: 'x', resource: 'https://a.example' }));
    });

    for (const grantType of [
      'password',
      'client_credentials',
      'implicit',
      'urn:ietf:params:oauth:grant-type:device_code',
    ]) {
      it(`[Endpoints] when the grant type is ${grantType}, then there is no such grant type`, async () => {
        const person = { username: connection.person.email, password: 'x', scope: 'live.get' };
        const fields = { grant_type: grantType, client_id: client.id, ...person };
        requireOauthError(await sendForm(lectern, TOKEN, fields), 'unsupported_grant_type');
      });
    }

    it('[D41] when a grant type is written in another case, then it is not a grant type', async () => {
      await withCode(
        (fields) => sendForm(lectern, TOKEN, { ...fields, grant_type: 'Authorization_Code' }),
        'unsupported_grant_type',
      );
    });

    it('[D39] when a code is exchanged, then the redirect URI must be exactly that of its request', async () => {
      const [first, second] = ['https://app.example/a', 'https://app.example/b'];
      const two = await registerClient(lectern, { redirectUris: [first, second] });
      const code = await obtainCode(browser, two);
      for (const redirect_uri of [second, `${first}/`, `${first}?`, first.toUpperCase(), encodeURI(`${first}#`)]) {
        requireOauthError(await exchangeCode(lectern, code, { redirect_uri }), 'invalid_grant');
      }
      requireTokens(await exchangeCode(lectern, code));
    });

    it('[D41] when a code, token or secret was never issued, whatever its form, then the response is invalid_grant', async () => {
      const code = await obtainCode(browser, client);
      const strange = [code.verifier, `${code.code}x`, code.code.slice(1), `${code.code} `, connection.access];
      for (const each of [
        ...strange,
        connection.refresh,
        connection.person.owner.token,
        'x'.repeat(10_000),
        '\0',
        '🜁',
      ]) {
        requireOauthError(await exchangeCode(lectern, code, { code: each }), 'invalid_grant');
      }
      for (const each of [...strange, code.code, connection.person.owner.token, `or_${'0'.repeat(49)}`, '\0', '🜁']) {
        requireOauthError(await refresh(lectern, client, each), 'invalid_grant');
      }
      requireTokens(await exchangeCode(lectern, code));
      connection = { ...connection, ...requireTokens(await refresh(lectern, client, connection.refresh)) };
    });

    it('[D41] when a code or refresh token fails for any reason, then the message is always the same', async () => {
      const other = await registerClient(lectern);
      const code = await obtainCode(browser, client);
      const responses = [
        await exchangeCode(lectern, code, { code: 'never' }),
        await exchangeCode(lectern, code, { redirect_uri: 'https://other.example/' }),
        await exchangeCode(lectern, code, { client_id: other.id }),
        await exchangeCode(lectern, code, { code_verifier: 'a'.repeat(43) }),
        await refresh(lectern, client, 'never'),
        await refresh(lectern, other, connection.refresh),
      ];
      for (const response of responses) requireOauthError(response, 'invalid_grant');
      assert.equal(new Set(responses.map(({ body }) => JSON.stringify(body))).size, 1);
      connection = { ...connection, ...requireTokens(await refresh(lectern, client, connection.refresh)) };
    });

    for (const scope of [
      '',
      '   ',
      'offline_access',
      'live.get live.burn',
      'live.get live.update',
      'token.list',
      'LIVE.GET',
    ]) {
      it(`[D41] when a refresh asks for the scope "${scope}", then the response is invalid_scope, and the refresh token stays unspent`, () =>
        withRefresh((fields) => sendForm(lectern, TOKEN, { ...fields, scope }), 'invalid_scope'));
    }

    it('[D41] when a refresh has scope twice, then the response is invalid_request, and the refresh token stays unspent', () =>
      withRefresh(
        (fields) => sendForm(lectern, TOKEN, { ...fields, scope: ['live.get', 'live.get'] }),
        'invalid_request',
      ));

    it('[D41] when a refresh is refused, then nothing is narrowed', async () => {
      requireOauthError(
        await refresh(lectern, client, connection.refresh, { scope: 'live.get live.update' }),
        'invalid_scope',
      );
      const tokens = requireTokens(await refresh(lectern, client, connection.refresh));
      assert.deepEqual(tokens.scope.split(' ').toSorted(), SCOPE.split(' ').toSorted());
      connection = { ...connection, ...tokens };
    });

    describe('revocation', () => {
      for (const name of ['token', 'client_id']) {
        it(`[D40] when ${name} is missing or sent twice, then the response is invalid_request`, async () => {
          await withToken((fields) => sendForm(lectern, REVOKE, { ...fields, [name]: null }), 'invalid_request');
          const repeat = (fields: Fields) => ({ ...fields, [name]: [fields[name] as string, fields[name] as string] });
          await withToken((fields) => sendForm(lectern, REVOKE, repeat(fields)), 'invalid_request');
        });
      }

      it('[D41] when there are query parameters or another media type, then the response is invalid_request', async () => {
        await withToken((fields) => sendForm(lectern, `${REVOKE}?x=1`, fields), 'invalid_request');
        const json: RequestHeaders = { 'content-type': 'application/json' };
        await withToken(
          (fields) => sendRequest(lectern.url, 'POST', REVOKE, JSON.stringify(fields), json),
          'invalid_request',
        );
      });

      it('[D41] when there is an Authorization header, then the response is 401 invalid_client', async () => {
        const headers = { authorization: `Basic ${Buffer.from(`${client.id}:`).toString('base64')}` };
        await withToken((fields) => sendForm(lectern, REVOKE, fields, headers), 'invalid_client', 401);
      });

      it('[D41] when the client is unknown or there is a client_secret, then the response is invalid_client', async () => {
        await withToken((fields) => sendForm(lectern, REVOKE, { ...fields, client_id: 'unknown' }), 'invalid_client');
        await withToken((fields) => sendForm(lectern, REVOKE, { ...fields, client_secret: 'x' }), 'invalid_client');
      });

      it('[D40] when the value is not a token, or cannot be one, then the response is 200 without content', async () => {
        for (const token of [
          'never',
          `oa_${'0'.repeat(49)}`,
          connection.person.owner.token,
          connection.code.code,
          '\0',
        ]) {
          const { status, body, headers } = await revoke(lectern, client, token);
          assert.deepEqual([status, body], [200, null]);
          requirePrivate(headers);
        }
        assert.equal((await connection.person.get('/v1/me')).status, 200);
      });

      it("[D40] when the access or refresh token is another client's, then the response is 200, and the token stays valid", async () => {
        const other = await registerClient(lectern);
        for (const token of [connection.access, connection.refresh]) {
          assert.equal((await revoke(lectern, other, token)).status, 200);
        }
        assert.equal(await useToken(lectern, connection.person, connection.access), 200);
        connection = { ...connection, ...requireTokens(await refresh(lectern, client, connection.refresh)) };
      });

      it('[D40] when an access token is revoked, then it ends alone, and its grant goes on', async () => {
        const mine = await connectApp(lectern, SCOPE, { client });
        assert.equal((await revoke(lectern, client, mine.access)).status, 200);
        assert.equal(await useToken(lectern, mine.person, mine.access), 401);
        const next = requireTokens(await refresh(lectern, client, mine.refresh));
        assert.equal(await useToken(lectern, mine.person, next.access), 200);
      });

      for (const hint of ['access_token', 'refresh_token', 'nonsense', undefined]) {
        it(`[D40] when a refresh token is revoked with the hint ${hint}, then its grant ends`, async () => {
          const mine = await connectApp(lectern, SCOPE);
          const { status } = await sendForm(lectern, REVOKE, {
            token: mine.refresh,
            client_id: mine.client.id,
            token_type_hint: hint ?? null,
          });
          assert.equal(status, 200);
          await requireDead(lectern, mine, mine);
        });
      }

      it('[D40] when a used refresh token is revoked, then its grant ends too', async () => {
        const mine = await connectApp(lectern, SCOPE);
        const next = requireTokens(await refresh(lectern, mine.client, mine.refresh));
        assert.equal((await revoke(lectern, mine.client, mine.refresh)).status, 200);
        await requireDead(lectern, mine, next);
      });

      it('[D40] when a token is revoked a second time, then the response is 200 like the first', async () => {
        const mine = await connectApp(lectern, SCOPE);
        for (const token of [mine.refresh, mine.refresh, mine.access]) {
          assert.equal((await revoke(lectern, mine.client, token)).status, 200);
        }
      });
    });

    it('[D8] when token, revocation or metadata is requested across origins, then every origin is allowed, without credentials', async () => {
      const origin = { origin: 'https://unknown.example' };
      const responses = [
        await sendForm(lectern, TOKEN, {}, origin),
        await sendForm(lectern, REVOKE, { token: 'never', client_id: client.id }, origin),
        await sendRequest(lectern.url, 'GET', '/.well-known/oauth-authorization-server', undefined, origin),
      ];
      for (const path of [TOKEN, REVOKE]) {
        const asked = {
          ...origin,
          'access-control-request-method': 'POST',
          'access-control-request-headers': 'content-type',
        };
        const preflight = await sendRequest(lectern.url, 'OPTIONS', path, undefined, asked);
        assert.ok(preflight.status === 204 || preflight.status === 200, String(preflight.status));
        responses.push(preflight);
      }
      for (const { headers } of responses) {
        assert.equal(headers.get('access-control-allow-origin'), '*');
        assert.equal(headers.get('access-control-allow-credentials'), null);
      }
    });

    it('[D41] when another method is used, then the response is 405 with Allow', async () => {
      for (const path of [TOKEN, REVOKE]) {
        for (const method of ['GET', 'PUT', 'DELETE']) {
          const { status, headers } = await sendRequest(lectern.url, method, path);
          assert.equal(status, 405, `${method} ${path}`);
          assert.match(headers.get('allow')!, /\bPOST\b/);
        }
      }
    });
  });
}
