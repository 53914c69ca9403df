import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, describe, it } from 'node:test';
import * as oauth from 'oauth4webapi';
import * as openid from 'openid-client';
import { BrowserAgent } from '../support/requests/browser-agent.ts';
import { decide, registerClient, type TestClient, useToken } from '../support/requests/oauth-flow.ts';
import { createTestUser, type TestUser } from '../support/requests/tokens.ts';
import { PAGE_ENGINES } from '../support/server/lectern.ts';
import { useInProcessServer } from '../support/server/suite-server.ts';

const PASSWORD = 'correct horse battery staple';
const SCOPE = 'identity.read live.list offline_access';

for (const engine of PAGE_ENGINES) {
  describe(`strict clients, as they come, on ${engine}`, () => {
    const { lectern } = useInProcessServer({ engine });
    let callback: Server;
    let client: TestClient;
    let issuer: URL;
    /** The user whose tokens `useToken` sends. */
    let person: TestUser;
    let account: string;
    before(async () => {
      issuer = new URL(lectern.config.publicUrl);
      // A desktop tool listens on a fixed port of the loopback.
      callback = createServer((_, response) => response.end('You can close this window.')).listen(0, '127.0.0.1');
      await once(callback, 'listening');
      const { port } = callback.address() as AddressInfo;
      client = await registerClient(lectern, { redirectUris: [`http://127.0.0.1:${port}/callback`] });
      person = await createTestUser(lectern);
    });
    after(async () => {
      callback.close();
    });

    let people = 0;
    /** A person who has not signed in opens the address, signs in, decides, and comes to the client's own address. */
    const visit = async (address: URL, decision: 'allow' | 'deny' = 'allow'): Promise<URL> => {
      const email = `strict-${++people}@example.org`;
      const user = { email, name: 'Person', password: PASSWORD };
      account = (await lectern.installation.administration.createUser(user)).accountId;
      const browser = new BrowserAgent(lectern.config.publicUrl);
      const signIn = await browser.get((await browser.get(address)).location!);
      const consent = await browser.follow(await browser.submit(signIn, { email, password: PASSWORD }, '/sign-in'));
      const { location, status } = await decide(browser, consent, decision);
      assert.equal(status, 303);
      assert.equal(await (await fetch(location!)).text(), 'You can close this window.');
      return location!;
    };
    const readMe = async (token: string) => {
      const response = await fetch(new URL('/v1/me', issuer), { headers: { authorization: `Bearer ${token}` } });
      return response.status === 200
        ? ((await response.json()) as { account: { id: string } }).account.id
        : response.status;
    };

    describe('oauth4webapi', () => {
      const insecure = { [oauth.allowInsecureRequests]: true };
      const discover = async () => {
        const response = await oauth.discoveryRequest(issuer, { algorithm: 'oauth2', ...insecure });
        return oauth.processDiscoveryResponse(issuer, response);
      };
      const begin = async (scope: string) => {
        const server = await discover();
        const self: oauth.Client = { client_id: client.id };
        const [verifier, state] = [oauth.generateRandomCodeVerifier(), oauth.generateRandomState()];
        const address = new URL(server.authorization_endpoint!);
        address.search = new URLSearchParams({
          client_id: client.id,
          redirect_uri: client.redirectUri,
          response_type: 'code',
          scope,
          state,
          code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
          code_challenge_method: 'S256',
        }).toString();
        return { server, self, verifier, state, address };
      };
      const connect = async (scope = SCOPE) => {
        const { server, self, verifier, state, address } = await begin(scope);
        const parameters = oauth.validateAuthResponse(server, self, await visit(address), state);
        const response = await oauth.authorizationCodeGrantRequest(
          ...([server, self, oauth.None(), parameters, client.redirectUri, verifier, insecure] as const),
        );
        const tokens = await oauth.processAuthorizationCodeResponse(server, self, response);
        return { server, self, tokens };
      };

      it('[Endpoints] when it is used as it comes, then it discovers, connects, refreshes and revokes', async () => {
        const { server, self, tokens } = await connect();
        assert.deepEqual([tokens.token_type, tokens.expires_in], ['bearer', 3600]);
        assert.equal(await readMe(tokens.access_token), account);
        const request = await oauth.refreshTokenGrantRequest(
          server,
          self,
          oauth.None(),
          tokens.refresh_token!,
          insecure,
        );
        const next = await oauth.processRefreshTokenResponse(server, self, request);
        assert.deepEqual([await readMe(next.access_token), await readMe(tokens.access_token)], [account, account]);
        const revoked = await oauth.revocationRequest(server, self, oauth.None(), next.refresh_token!, insecure);
        await oauth.processRevocationResponse(revoked);
        assert.deepEqual([await readMe(next.access_token), await readMe(tokens.access_token)], [401, 401]);
      });

      it('[Endpoints] when a token is used, then it reads protected resources, and the challenge once the token has ended', async () => {
        const { server, self, tokens } = await connect();
        const read = () =>
          oauth.protectedResourceRequest(
            tokens.access_token,
            'GET',
            new URL('/v1/me', issuer),
            undefined,
            undefined,
            insecure,
          );
        assert.equal((await read()).status, 200);
        await oauth.processRevocationResponse(
          await oauth.revocationRequest(server, self, oauth.None(), tokens.access_token, insecure),
        );
        await assert.rejects(read(), (error) => {
          assert.ok(error instanceof oauth.WWWAuthenticateChallengeError);
          assert.deepEqual([error.status, error.cause[0]!.parameters.error], [401, 'invalid_token']);
          return true;
        });
      });

      it('[D41] when the person refuses, then it reads the refusal, with state and iss', async () => {
        const { server, self, state, address } = await begin(SCOPE);
        const back = await visit(address, 'deny');
        assert.throws(
          () => oauth.validateAuthResponse(server, self, back, state),
          (error) => error instanceof oauth.AuthorizationResponseError && error.error === 'access_denied',
        );
      });

      it('[Endpoints] when a callback has another state or issuer, then it refuses the callback', async () => {
        const { server, self, state, address } = await begin(SCOPE);
        const back = await visit(address);
        assert.throws(() => oauth.validateAuthResponse(server, self, back, oauth.generateRandomState()));
        const forged = new URL(back);
        forged.searchParams.set('iss', 'https://evil.example');
        assert.throws(() => oauth.validateAuthResponse(server, self, forged, state));
        forged.searchParams.delete('iss');
        assert.throws(() => oauth.validateAuthResponse(server, self, forged, state));
      });

      it('[D41] when the token endpoint responds with errors, then it reads them', async () => {
        const { server, self, tokens } = await connect();
        const refreshed = async (token: string, options = {}) =>
          oauth.processRefreshTokenResponse(
            ...([server, self] as const),
            await oauth.refreshTokenGrantRequest(server, self, oauth.None(), token, { ...insecure, ...options }),
          );
        const fails = (code: string) => (error: unknown) =>
          error instanceof oauth.ResponseBodyError && error.error === code && error.status === 400;
        const wider = { additionalParameters: { scope: 'live.delete' } };
        await assert.rejects(refreshed(tokens.refresh_token!, wider), fails('invalid_scope'));
        await refreshed(tokens.refresh_token!);
        await assert.rejects(refreshed(tokens.refresh_token!), fails('invalid_grant'));
      });

      it('[D41] when it authenticates itself by a header, then it reads the challenge', async () => {
        const { server, self } = await begin(SCOPE);
        const authentication = oauth.ClientSecretBasic('secret');
        const response = await oauth.refreshTokenGrantRequest(server, self, authentication, 'none', insecure);
        await assert.rejects(oauth.processRefreshTokenResponse(server, self, response), (error) => {
          assert.ok(error instanceof oauth.WWWAuthenticateChallengeError, String(error));
          assert.deepEqual([error.status, error.cause[0]!.scheme], [401, 'basic']);
          return true;
        });
      });
    });

    describe('openid-client', () => {
      const configure = () =>
        openid.discovery(issuer, client.id, undefined, openid.None(), {
          algorithm: 'oauth2',
          execute: [openid.allowInsecureRequests],
        });
      const connect = async (scope = SCOPE) => {
        const config = await configure();
        const [verifier, state] = [openid.randomPKCECodeVerifier(), openid.randomState()];
        const address = openid.buildAuthorizationUrl(config, {
          redirect_uri: client.redirectUri,
          scope,
          state,
          code_challenge_method: 'S256',
          code_challenge: await openid.calculatePKCECodeChallenge(verifier),
        });
        const back = await visit(address);
        const checks = { pkceCodeVerifier: verifier, expectedState: state };
        return { config, back, checks, tokens: await openid.authorizationCodeGrant(config, back, checks) };
      };

      it('[Endpoints] when it is used as it comes, then it discovers, connects, refreshes and revokes', async () => {
        const { config, tokens } = await connect();
        assert.deepEqual([tokens.expires_in, tokens.scope?.split(' ').toSorted()], [3600, SCOPE.split(' ').toSorted()]);
        assert.equal(await readMe(tokens.access_token), account);
        const next = await openid.refreshTokenGrant(config, tokens.refresh_token!);
        assert.equal(await readMe(next.access_token), account);
        const resource = new URL('/v1/me', issuer);
        assert.equal((await openid.fetchProtectedResource(config, next.access_token, resource, 'GET')).status, 200);
        await openid.tokenRevocation(config, next.refresh_token!, { token_type_hint: 'refresh_token' });
        assert.deepEqual([await readMe(next.access_token), await readMe(tokens.access_token)], [401, 401]);
      });

      it('[Endpoints] when it narrows, then that is permanent, and it cannot widen again', async () => {
        const { config, tokens } = await connect();
        const narrow = await openid.refreshTokenGrant(config, tokens.refresh_token!, {
          scope: 'live.list offline_access',
        });
        assert.equal(await readMe(tokens.access_token), 403);
        await assert.rejects(openid.refreshTokenGrant(config, narrow.refresh_token!, { scope: SCOPE }), {
          name: 'ResponseBodyError',
          error: 'invalid_scope',
          status: 400,
        });
        assert.equal(await useToken(lectern, person, narrow.access_token), 404, 'another account is not found');
      });

      it('[States] when a code is used twice, then everything it gave ends', async () => {
        const { config, back, checks, tokens } = await connect();
        await assert.rejects(openid.authorizationCodeGrant(config, back, checks), {
          name: 'ResponseBodyError',
          error: 'invalid_grant',
        });
        assert.equal(await readMe(tokens.access_token), 401);
      });

      it('[D39] when offline_access is missing, then there is no refresh token', async () => {
        const { tokens } = await connect('identity.read');
        assert.deepEqual([tokens.refresh_token, await readMe(tokens.access_token)], [undefined, account]);
      });
    });
  });
}
