import assert from 'node:assert/strict';
import { hash, randomBytes } from 'node:crypto';
import { newId } from '../../../src/domain/identifiers.ts';
import type { TestLectern } from '../server/lectern.ts';
import { type ApiResponse, type RequestHeaders, sendRequest } from './api.ts';
import { type AgentFields, type AgentPage, BrowserAgent } from './browser-agent.ts';
import { startSession } from './start-session.ts';
import { createTestUser, type TestUser } from './tokens.ts';

/** Every scope of the metadata. [Endpoints] */
export const ALL_SCOPES = [
  'identity.read',
  'offline_access',
  'translation.list',
  'translation.get',
  'translation.read',
  'translation.search',
  'live.list',
  'live.get',
  'live.create',
  'live.update',
  'live.delete',
] as const;
/** The scopes that most tests request. */
export const SCOPE = 'live.list live.get offline_access';

/** A registered client, as its developer knows it. */
export interface TestClient {
  readonly id: string;
  readonly name: string;
  readonly redirectUri: string;
}

let clients = 0;

/** No rule of the command line stands between the test and what is registered. The first URI is the client's own. */
export async function registerClient(
  { installation }: TestLectern,
  more: { name?: string; redirectUris?: readonly string[]; scopes?: readonly (typeof ALL_SCOPES)[number][] } = {},
): Promise<TestClient> {
  const { name = `App ${++clients}`, redirectUris = ['https://app.example/callback'], scopes = ALL_SCOPES } = more;
  const id = newId();
  const createdAt = new Date().toISOString();
  await installation.storage.oauth.createClient({ id, name, redirectUris, scopes, disabled: false, createdAt });
  return { id, name, redirectUri: redirectUris[0]! };
}

/** A browser in which a user has signed in. */
export async function openAuthorizationBrowser(
  lectern: TestLectern,
  { email }: Pick<TestUser, 'email'>,
): Promise<BrowserAgent> {
  const browser = new BrowserAgent(lectern.config.publicUrl);
  browser.cookies.set('lectern_session', (await startSession(lectern, email)).secret);
  return browser;
}

/** Fields of a query or a form: a list repeats one, null leaves it out. */
export type Fields = AgentFields;

export function toForm(fields: Fields): string {
  const form = new URLSearchParams();
  for (const [name, values] of Object.entries(fields)) {
    for (const value of [values ?? []].flat()) form.append(name, value);
  }
  return form.toString();
}

const newState = (): string => randomBytes(24).toString('base64url');
export const newVerifier = (): string => randomBytes(32).toString('base64url');
/** RFC 7636, section 4.2. */
export const challengeOf = (verifier: string): string => hash('sha256', verifier, 'base64url');

/** A whole authorization request; `changes` come last. */
export function authorizationOf(client: TestClient, changes: Fields = {}): Fields {
  return {
    response_type: 'code',
    client_id: client.id,
    redirect_uri: client.redirectUri,
    scope: SCOPE,
    state: newState(),
    code_challenge: challengeOf(newVerifier()),
    code_challenge_method: 'S256',
    ...changes,
  };
}

export const authorizePath = (fields: Fields): string => `/oauth/authorize?${toForm(fields)}`;

/** Opens the consent page, and demands that it is one. */
export async function openConsent(browser: BrowserAgent, fields: Fields): Promise<AgentPage> {
  const page = await browser.get(authorizePath(fields));
  assert.equal(page.status, 200, `${page.url.href} ${page.location ?? page.text}`);
  return page;
}

export const decide = (
  browser: BrowserAgent,
  page: AgentPage,
  decision: 'allow' | 'deny',
  changes: Fields = {},
): Promise<AgentPage> => browser.submit(page, { decision, ...changes }, '/oauth/authorize');

/** Returns the parameters of a redirect to the client. Its URI must be the client's own. */
export function readCallback({ status, location, text }: AgentPage, { redirectUri }: TestClient) {
  assert.equal(status, 303, text);
  const { searchParams } = location!;
  assert.equal(location!.href.slice(0, location!.href.indexOf('?')), redirectUri);
  assert.equal(new Set(searchParams.keys()).size, [...searchParams.keys()].length, 'no parameter is repeated');
  return Object.fromEntries(searchParams) as { code?: string; state: string; iss: string; error?: string };
}

/** An unused authorization code, with the values that its exchange needs. */
export interface UnspentCode {
  readonly client: TestClient;
  readonly code: string;
  readonly verifier: string;
}

export async function obtainCode(
  browser: BrowserAgent,
  client: TestClient,
  scope: string = SCOPE,
): Promise<UnspentCode> {
  const verifier = newVerifier();
  const page = await openConsent(browser, authorizationOf(client, { scope, code_challenge: challengeOf(verifier) }));
  const { code } = readCallback(await decide(browser, page, 'allow'), client);
  assert.ok(code);
  return { client, code, verifier };
}

/** Sends a form to the token or the revocation endpoint. */
export function sendForm(
  { url }: TestLectern,
  path: string,
  fields: Fields,
  headers: RequestHeaders = {},
): Promise<ApiResponse> {
  return sendRequest(url, 'POST', path, toForm(fields), {
    'content-type': 'application/x-www-form-urlencoded',
    ...headers,
  });
}

export const exchangeFields = ({ client, code, verifier }: UnspentCode): Fields => ({
  grant_type: 'authorization_code',
  client_id: client.id,
  code,
  redirect_uri: client.redirectUri,
  code_verifier: verifier,
});

export const exchangeCode = (lectern: TestLectern, code: UnspentCode, changes: Fields = {}): Promise<ApiResponse> =>
  sendForm(lectern, '/oauth/token', { ...exchangeFields(code), ...changes });

export const refresh = (
  lectern: TestLectern,
  client: TestClient,
  token: string,
  changes: Fields = {},
): Promise<ApiResponse> => {
  const fields = { grant_type: 'refresh_token', client_id: client.id, refresh_token: token };
  return sendForm(lectern, '/oauth/token', { ...fields, ...changes });
};

export const revoke = (lectern: TestLectern, client: TestClient, token: string): Promise<ApiResponse> =>
  sendForm(lectern, '/oauth/revoke', { token, client_id: client.id });

export interface Tokens {
  readonly access: string;
  /** Empty without offline_access. */
  readonly refresh: string;
  readonly scope: string;
  readonly expiresIn: number;
}

/** [Endpoints] the response of the token endpoint, its headers, and [D35] the forms of its secrets. */
export function requireTokens({ status, headers, body }: ApiResponse): Tokens {
  assert.equal(status, 200, JSON.stringify(body));
  const { access_token, token_type, expires_in, scope, refresh_token, ...rest } = body;
  assert.deepEqual([token_type, rest], ['Bearer', {}]);
  assert.match(access_token, /^oa_[0-9A-Za-z]{49}$/);
  assert.ok(Number.isInteger(expires_in) && expires_in > 0 && expires_in <= 3600, String(expires_in));
  assert.equal(refresh_token !== undefined, scope.split(' ').includes('offline_access'));
  if (refresh_token !== undefined) assert.match(refresh_token, /^or_[0-9A-Za-z]{49}$/);
  requirePrivate(headers);
  return { access: access_token, refresh: refresh_token ?? '', scope, expiresIn: expires_in };
}

/** [D8] for every OAuth response. */
export function requirePrivate(headers: Headers): void {
  assert.deepEqual(
    ['cache-control', 'pragma', 'referrer-policy', 'x-content-type-options'].map((name) => headers.get(name)),
    ['no-store', 'no-cache', 'no-referrer', 'nosniff'],
  );
}

/** RFC 6749, section 5.2, as [D41] has it. */
export function requireOauthError(response: ApiResponse, error: string, status = 400): void {
  const { error: given, error_description, ...rest } = response.body ?? {};
  assert.deepEqual([response.status, given, rest], [status, error, {}], JSON.stringify(response.body));
  assert.ok(error_description === undefined || /^[\x20\x21\x23-\x5b\x5d-\x7e]*$/.test(error_description));
  assert.match(response.headers.get('content-type')!, /^application\/json\b/);
  requirePrivate(response.headers);
}

/** A user who has allowed an app, and what that app has got. */
export interface AppConnection extends Tokens {
  readonly person: TestUser;
  readonly browser: BrowserAgent;
  readonly client: TestClient;
  /** The one that is used. */
  readonly code: UnspentCode;
}

export async function connectApp(
  lectern: TestLectern,
  scope: string = SCOPE,
  given: { person?: TestUser; browser?: BrowserAgent; client?: TestClient } = {},
): Promise<AppConnection> {
  const person = given.person ?? (await createTestUser(lectern));
  const browser = given.browser ?? (await openAuthorizationBrowser(lectern, person));
  const client = given.client ?? (await registerClient(lectern));
  const code = await obtainCode(browser, client, scope);
  return { person, browser, client, code, ...requireTokens(await exchangeCode(lectern, code)) };
}

/** Status of a REST read by a token that has `live.list`. */
export async function useToken(lectern: TestLectern, person: TestUser, token: string): Promise<number> {
  const authorization = { authorization: `Bearer ${token}` };
  return (await sendRequest(lectern.url, 'GET', person.owner.livesPath, undefined, authorization)).status;
}

/** The grant can do nothing any more: neither by these tokens nor by a new one. */
export async function requireDead(
  lectern: TestLectern,
  { person, client }: Pick<AppConnection, 'person' | 'client'>,
  ...all: Pick<Tokens, 'access' | 'refresh'>[]
): Promise<void> {
  for (const { access, refresh: token } of all) {
    assert.equal(await useToken(lectern, person, access), 401, 'the access token is dead');
    requireOauthError(await refresh(lectern, client, token), 'invalid_grant');
  }
  const { body } = await sendRequest(lectern.url, 'GET', '/v1/me/oauth-grants', undefined, {
    authorization: `Bearer ${person.owner.token}`,
  });
  const named = body.data.filter((grant: { client: { id: string } }) => grant.client.id === client.id);
  assert.deepEqual(named, [], 'no grant of this client is left');
}

/** Ends a client as the command line does, without a command. */
export async function disableOauthClient({ installation }: TestLectern, client: TestClient): Promise<void> {
  assert.ok(await installation.storage.oauth.disableClient(client.id));
  installation.authenticator.invalidate();
}
