/**
 * Desktop tool that a person connects to their account: lists the person's Lives until the person revokes access.
 * Usage: node_modules/.bin/node examples/oauth-app.ts http://127.0.0.1:8080 CLIENT_ID
 * Register the client once: client create --name "Live lister" --redirect-uri "http://[::1]:8765/callback"
 */
import { createServer } from 'node:http';
import { createInterface } from 'node:readline';
import { createLecternClient } from '@lectern/client';
import * as oauth from 'openid-client';

// Uses [::1] rather than 127.0.0.1, where requests to the callback would carry the server's cookies.
const [baseUrl, clientId, redirectUri = 'http://[::1]:8765/callback'] = process.argv.slice(2);
if (!baseUrl || !clientId) {
  console.error('Usage: node_modules/.bin/node examples/oauth-app.ts BASE_URL CLIENT_ID [REDIRECT_URI]');
  process.exit(2);
}

const callback = URL.parse(redirectUri);
if (callback?.protocol !== 'http:' || !callback.port) {
  console.error(
    `The callback address ${redirectUri} is not valid. Use an address such as http://[::1]:8765/callback, with a port.`,
  );
  process.exit(2);
}
const { hostname, port, pathname } = callback;

// Handles every fatal error.
process.on('uncaughtException', (error: Error & { error?: string; cause?: NodeJS.ErrnoException }) => {
  // The OAuth error code from the server, otherwise the network error.
  const reason = error.error ?? error.cause?.code ?? error.cause?.message;
  if (reason === 'access_denied') console.error('Access was denied, so nothing is connected.');
  else console.error(`${baseUrl} cannot be used: ${error.message}${reason ? ` (${reason})` : ''}`);
  process.exit(1);
});

const scope = 'identity.read live.list offline_access';

const server = new URL(baseUrl);

// Allows plain HTTP only for a server on this machine.
const isLocal = ['127.0.0.1', '[::1]'].includes(server.hostname);
const config = await oauth.discovery(server, clientId, undefined, oauth.None(), {
  algorithm: 'oauth2',
  execute: isLocal ? [oauth.allowInsecureRequests] : [],
});

/**
 * Asks the person for access in the browser, which is then redirected to a local port. The library checks `state` and
 * `iss`.
 */
async function connect(): Promise<oauth.TokenEndpointResponse> {
  const pkceCodeVerifier = oauth.randomPKCECodeVerifier();
  const expectedState = oauth.randomState();
  const address = oauth.buildAuthorizationUrl(config, {
    redirect_uri: redirectUri,
    scope,
    state: expectedState,
    code_challenge: await oauth.calculatePKCECodeChallenge(pkceCodeVerifier),
    code_challenge_method: 'S256',
  });
  const { promise: redirected, resolve } = Promise.withResolvers<URL>();
  const listener = createServer((request, response) => {
    const url = new URL(request.url!, redirectUri);
    const isCallback = url.pathname === pathname && url.searchParams.get('state') === expectedState;
    response
      .writeHead(isCallback ? 200 : 404, { connection: 'close' })
      .end(isCallback ? 'You can close this page.' : undefined);
    if (isCallback) resolve(url);
  });
  listener.once('error', ({ message }) => {
    console.error(`The callback address ${redirectUri} cannot be used: ${message}`);
    process.exit(1);
  });
  await new Promise<void>((ready) => listener.listen(Number(port), hostname.replace(/[[\]]/g, ''), ready));
  console.log(`Open this in your browser:\n${address.href}`);
  const url = await redirected;
  listener.close();
  return oauth.authorizationCodeGrant(config, url, { pkceCodeVerifier, expectedState });
}

async function printLives({ access_token: token }: oauth.TokenEndpointResponse): Promise<void> {
  const client = createLecternClient({ baseUrl: server.origin, token });
  const { account } = (await client.GET('/v1/me')).data;
  if (!account) throw new Error('The token belongs to no user.');
  const params = { path: { account_id: account.id } };
  const { data: lives } = (await client.GET('/v1/accounts/{account_id}/lives', { params })).data;
  console.log(`${account.name} has ${lives.length} Lives: ${lives.map(({ name }) => name).join(', ')}`);
}

let tokens = await connect();
await printLives(tokens);
console.log('Press Enter to list the Lives again with new tokens, or Ctrl-D to disconnect.');
for await (const _ of createInterface({ input: process.stdin })) {
  // Each refresh token works once. Store the new one first: reusing an old one ends the connection.
  tokens = await oauth.refreshTokenGrant(config, tokens.refresh_token!);
  await printLives(tokens);
}
await oauth.tokenRevocation(config, tokens.refresh_token!);
console.log('Disconnected.');
