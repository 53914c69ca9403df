import assert from 'node:assert/strict';
import type { TestLectern, TestOwner } from '../server/lectern.ts';
import { type JsonDocument, sendRequest } from './api.ts';
import { openAuthorizationBrowser } from './oauth-flow.ts';
import type { TestUser } from './tokens.ts';

/** A terminal that its person has connected to an organization: what acts with it, and its token. [D67] */
export interface OrganizationTerminal {
  readonly owner: TestOwner;
  readonly issued: JsonDocument;
}

/** Allows a terminal in the browser of its person, and collects the token; `collectAt` is another node. */
export async function connectTerminal(
  lectern: TestLectern,
  person: TestUser,
  { id }: { id: string },
  { scopes, collectAt = lectern }: { scopes?: readonly string[]; collectAt?: TestLectern } = {},
): Promise<OrganizationTerminal> {
  const post = ({ url }: TestLectern, path: string, body: object) =>
    sendRequest(url, 'POST', path, JSON.stringify(body), { 'content-type': 'application/json' });
  const request = { name: 'desk', organization_id: id, ...(scopes && { scopes }) };
  const { body: login } = await post(lectern, '/connect/terminal', request);
  const browser = await openAuthorizationBrowser(lectern, person);
  const page = await browser.get(`/connect?code=${login.user_code}`);
  assert.equal((await browser.submit(page, { decision: 'allow' }, '/connect')).status, 303);
  const { device_code } = login;
  const { status, body: issued } = await post(collectAt, '/connect/terminal/token', { device_code });
  assert.equal(status, 200, JSON.stringify(issued));
  const livesPath = `/v1/organizations/${id}/lives`;
  return { owner: { kind: 'organization', id, token: issued.token, livesPath }, issued };
}
