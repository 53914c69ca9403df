import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { html } from '../../../src/pages/toolkit/html.ts';

/** A third party's app without a server of its own: a page on another origin, with a standard library and `app`. */
export interface BrowserApp {
  readonly origin: string;
  /** The redirect URI with which the app must be registered. */
  readonly redirectUri: string;
  /** Makes the app use this client of that server. */
  configure(client: { issuer: string; client_id: string }): void;
  close(): void;
}

const LIBRARY = readFileSync(fileURLToPath(import.meta.resolve('oauth4webapi')));

/** The app's script, written after the library's own examples. */
const SCRIPT = `
import * as oauth from '/oauth4webapi.js';
const { issuer, client_id } = await (await fetch('/client.json')).json();
const client = { client_id };
const redirectUri = location.origin + '/callback';
// For a server on the loopback, without a certificate.
const options = { [oauth.allowInsecureRequests]: true };
const server = await oauth.processDiscoveryResponse(
  new URL(issuer), await oauth.discoveryRequest(new URL(issuer), { algorithm: 'oauth2', ...options }),
);
const returningErrors = async (work) => {
  try {
    return await work();
  } catch (error) {
    return { error: error.error ?? error.message, status: error.status };
  }
};
window.app = {
  begin: async (scope) => {
    const [verifier, state] = [oauth.generateRandomCodeVerifier(), oauth.generateRandomState()];
    sessionStorage.setItem('verifier', verifier);
    sessionStorage.setItem('state', state);
    const address = new URL(server.authorization_endpoint);
    address.search = new URLSearchParams({
      client_id, redirect_uri: redirectUri, response_type: 'code', scope, state,
      code_challenge: await oauth.calculatePKCECodeChallenge(verifier), code_challenge_method: 'S256',
    });
    location.assign(address);
  },
  complete: () => returningErrors(async () => {
    const back = new URL(location.href);
    const parameters = oauth.validateAuthResponse(server, client, back, sessionStorage.getItem('state'));
    const verifier = sessionStorage.getItem('verifier');
    return oauth.processAuthorizationCodeResponse(server, client, await oauth.authorizationCodeGrantRequest(
      server, client, oauth.None(), parameters, redirectUri, verifier, options,
    ));
  }),
  refresh: (token, scope) => returningErrors(async () => oauth.processRefreshTokenResponse(server, client,
    await oauth.refreshTokenGrantRequest(server, client, oauth.None(), token, {
      ...options, ...(scope && { additionalParameters: { scope } }),
    }),
  )),
  revoke: (token) => returningErrors(async () => oauth.processRevocationResponse(
    await oauth.revocationRequest(server, client, oauth.None(), token, options),
  )),
  rest: async (method, path, token, body, more) => {
    const response = await fetch(issuer + path, {
      method,
      headers: { authorization: 'Bearer ' + token, ...(body && { 'content-type': 'application/json' }), ...more },
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return {
      status: response.status,
      headers: Object.fromEntries(response.headers),
      body: text === '' ? null : JSON.parse(text),
    };
  },
};
document.title = 'Ready';
`;

const PAGE = html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>The app</title><link rel="icon" href="data:,"></head>
<body><h1>The app</h1><script type="module" src="/app.js"></script></body></html>
`.toString();

export async function startBrowserApp(): Promise<BrowserApp> {
  let client = {};
  const server = createServer((request, response) => {
    const respond = (type: string, content: string | Buffer) => response.setHeader('content-type', type).end(content);
    if (request.url === '/oauth4webapi.js') return respond('text/javascript', LIBRARY);
    if (request.url === '/app.js') return respond('text/javascript', SCRIPT);
    if (request.url === '/client.json') return respond('application/json', JSON.stringify(client));
    return respond('text/html', PAGE);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    origin,
    redirectUri: `${origin}/callback`,
    configure: (given) => {
      client = given;
    },
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
