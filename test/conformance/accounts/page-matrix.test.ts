import assert from 'node:assert/strict';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { before, describe, it } from 'node:test';
import type { FastifyInstance, RouteOptions } from 'fastify';
import { ROLES, type Role } from '../../../src/contract/scopes.ts';
import { api, createTestLive } from '../../support/requests/api.ts';
import { type AgentFields, BrowserAgent } from '../../support/requests/browser-agent.ts';
import { createMember, createPerson } from '../../support/requests/members.ts';
import { createTestOrganization } from '../../support/server/lectern.ts';
import { useInProcessServer } from '../../support/server/suite-server.ts';

/** Pages and scripts for people who are signed in. */
const AREAS = /^\/(account|console|installation|workspace)\b/;
/** Senders of requests. The stranger and the administrator of the installation are in no organization. */
const VISITORS = ['signedOut', 'stranger', ...ROLES, 'administrator'] as const;
type Visitor = (typeof VISITORS)[number];
type Statuses = Readonly<Record<Visitor, number>>;

const roles = (owner: number, admin = owner, operator = admin, viewer = operator): Record<Role, number> => ({
  owner,
  admin,
  operator,
  viewer,
});
/** Returns the statuses of what anyone who is signed in may do. */
const forAnyone = (status: number, signedOut = 303): Statuses => ({
  signedOut,
  stranger: status,
  ...roles(status),
  administrator: status,
});
/** Returns the statuses of what members may do, by role. For others it does not exist. [D34] */
const forMembers = (byRole: Record<Role, number>, { signedOut = 303, others = 404 } = {}): Statuses => ({
  signedOut,
  stranger: others,
  ...byRole,
  administrator: others,
});
/** Returns the statuses of what administrators may do. For others it does not exist. [D69] */
const forAdministrators = (status: number, signedOut = 303): Statuses => ({
  signedOut,
  stranger: 404,
  ...roles(404),
  administrator: status,
});

/** A script sends JSON, and gets 401 if no one is signed in. */
const SCRIPT = { signedOut: 401 };
/** The page of the form does not exist for others, so they have no token for it. */
const FORM = { others: 403 };
const EDITIONS = '/installation/editions';
const JOB = `${EDITIONS}/jobs/:job`;
const ORGANIZATION = '/account/organizations/:organization';

/**
 * All routes, and the status for each visitor. A request is valid, but nothing exists for the parameters of a path
 * except the organization, its Live and one edition, so 404 also means that the visitor may do it. Some pages then have
 * no form, and so no token: 403. Requests with passkeys or parts of a file are not made: 422 and 415.
 */
const ROUTES: Readonly<Record<string, Statuses>> = {
  'GET /account': forAnyone(200),
  'POST /account/name': forAnyone(303),
  'POST /account/password': forAnyone(422),
  'GET /account/sessions': forAnyone(200),
  'POST /account/sessions/:id/end': forAnyone(403),
  'POST /account/sessions/end-others': forAnyone(403),
  'GET /account/passkeys/:handle': forAnyone(404),
  'POST /account/passkeys/:handle/rename': forAnyone(403),
  'POST /account/passkeys/:handle/remove': forAnyone(403),
  'POST /account/passkeys/options': forAnyone(422, 422),
  'POST /account/passkeys': forAnyone(422, 422),
  'GET /account/apps': forAnyone(200),
  'POST /account/apps/:id/end': forAnyone(403),
  'GET /account/activity': forAnyone(200),
  'GET /account/data': forAnyone(200),
  'GET /account/data/export': forAnyone(200),
  'POST /account/data/delete': forAnyone(303),
  'GET /account/tokens': forAnyone(200),
  'POST /account/tokens': forAnyone(422),
  'POST /account/tokens/:id/rotate': forAnyone(404),
  'POST /account/tokens/:id/rename': forAnyone(404),
  'POST /account/tokens/:id/revoke': forAnyone(404),
  'GET /account/lives': forAnyone(302),
  'GET /account/organizations': forAnyone(200),
  'POST /account/organizations': forAnyone(422),

  [`GET ${ORGANIZATION}`]: forMembers(roles(200)),
  [`POST ${ORGANIZATION}/rename`]: forMembers(roles(303, 303, 403), FORM),
  [`POST ${ORGANIZATION}/members`]: forMembers(roles(200, 200, 403), FORM),
  [`POST ${ORGANIZATION}/invitations/:invitation/withdraw`]: forMembers(roles(404), FORM),
  [`POST ${ORGANIZATION}/members/:user/role`]: forMembers(roles(404), FORM),
  [`POST ${ORGANIZATION}/members/:user/remove`]: forMembers(roles(404), FORM),
  [`GET ${ORGANIZATION}/usage`]: forMembers(roles(200)),
  [`GET ${ORGANIZATION}/usage/csv`]: forMembers(roles(200)),
  [`POST ${ORGANIZATION}/usage/licence`]: forMembers(roles(303, 303, 403), FORM),
  [`GET ${ORGANIZATION}/tokens`]: forMembers(roles(200)),
  [`POST ${ORGANIZATION}/tokens`]: forMembers(roles(200, 200, 200, 403), FORM),
  [`POST ${ORGANIZATION}/tokens/:id/revoke`]: forMembers(roles(404, 404, 404, 403), FORM),
  [`GET ${ORGANIZATION}/activity`]: forMembers(roles(200, 200, 403)),
  [`GET ${ORGANIZATION}/data`]: forMembers(roles(200, 403)),
  [`GET ${ORGANIZATION}/data/export`]: forMembers(roles(200, 403)),
  [`POST ${ORGANIZATION}/data/delete`]: forMembers(roles(303, 403), FORM),
  [`GET ${ORGANIZATION}/lives`]: forMembers(roles(302)),

  'GET /workspace': forAnyone(302),
  'GET /workspace/:owner': forMembers(roles(302)),
  'GET /workspace/:owner/plans': forMembers(roles(200)),
  'GET /workspace/:owner/plans/:resource': forMembers(roles(200)),
  'GET /workspace/:owner/decks': forMembers(roles(200)),
  'GET /workspace/:owner/decks/:resource': forMembers(roles(200)),
  'GET /workspace/:owner/lives': forMembers(roles(200)),
  'GET /workspace/:owner/lives/:resource': forMembers(roles(200)),
  'GET /workspace/:owner/library': forMembers(roles(200)),
  'GET /workspace/:owner/library/:resource': forMembers(roles(200)),

  'GET /console': forAnyone(200),
  'GET /console/:live': forMembers(roles(200)),
  'GET /console/:live_id/picture': forMembers(roles(200), { signedOut: 403 }),
  'GET /console/:live_id/picture/stream': forMembers(roles(200), { signedOut: 403 }),
  'GET /console/preview': forAnyone(200, 403),
  'POST /console/credential': forMembers(roles(200), SCRIPT),
  'GET /console/first-start': forAnyone(200, 401),
  'POST /console/pairing': forMembers(roles(422), SCRIPT),
  'DELETE /console/pairing/waiting': forAnyone(200, 401),
  'GET /console/:live/remote-links': forMembers(roles(200, 200, 200, 403), SCRIPT),
  'POST /console/:live/remote-links': forMembers(roles(201, 201, 201, 403), SCRIPT),
  'DELETE /console/:live/remote-links/:link': forMembers(roles(404, 404, 404, 403), SCRIPT),
  'GET /console/:live/button-links': forMembers(roles(200, 200, 200, 403), SCRIPT),
  'POST /console/:live/button-links': forMembers(roles(201, 201, 201, 403), SCRIPT),
  'DELETE /console/:live/button-links/:link': forMembers(roles(404, 404, 404, 403), SCRIPT),

  'GET /installation': forAdministrators(200),
  'POST /installation/administrators/add': forAdministrators(422),
  'POST /installation/administrators/:user/remove': forAdministrators(404),
  'GET /installation/network': forAdministrators(200),
  'POST /installation/network/open': forAdministrators(303),
  'POST /installation/network/close': forAdministrators(303),
  'POST /installation/network/sign-in/allow': forAdministrators(303),
  'POST /installation/network/sign-in/refuse': forAdministrators(303),
  'GET /installation/backups': forAdministrators(200),
  'GET /installation/backups/progress': forAdministrators(200, 401),
  'POST /installation/backups/make': forAdministrators(303),
  'GET /installation/backups/:backup/download': forAdministrators(404),
  'POST /installation/backups/:backup/delete': forAdministrators(403),
  'GET /installation/backups/:backup/restore': forAdministrators(404),
  'POST /installation/backups/:backup/restore': forAdministrators(403),
  [`GET ${EDITIONS}`]: forAdministrators(200),
  [`GET ${EDITIONS}/state`]: forAdministrators(200, 401),
  [`GET ${EDITIONS}/jobs`]: forAdministrators(200, 401),
  [`GET ${EDITIONS}/use/:slug`]: forAdministrators(200, 401),
  [`POST ${EDITIONS}/uploads`]: forAdministrators(200, 401),
  [`POST ${JOB}/parts/:part`]: forAdministrators(415, 401),
  [`POST ${JOB}/end`]: forAdministrators(404, 401),
  [`POST ${JOB}/check`]: forAdministrators(404, 401),
  [`POST ${JOB}/import`]: forAdministrators(404, 401),
  [`POST ${JOB}/retry`]: forAdministrators(404, 401),
  [`DELETE ${JOB}`]: forAdministrators(404, 401),
  [`POST ${EDITIONS}/install`]: forAdministrators(404, 401),
  [`POST ${EDITIONS}/remove`]: forAdministrators(404, 401),
};

/** Routes that respond in the network while people sign in from there without encryption. Others are 503. [D78] */
const OPEN_IN_NETWORK =
  /^\w+ \/(console|workspace|account$|account\/(name|password|apps|activity|data|lives|organizations(\/:organization(?!\/tokens)|$))\b|account\/organizations$)/;

/** Fields of the forms, and bodies of the scripts, that need any. */
const FIELDS: Readonly<Record<string, AgentFields>> = {
  '/account/name': { name: 'Visitor' },
  [`${ORGANIZATION}/rename`]: { name: 'Renamed' },
  [`${ORGANIZATION}/members`]: { email: 'invited@example.org', role: 'viewer' },
  [`${ORGANIZATION}/members/:user/role`]: { role: 'operator' },
  [`${ORGANIZATION}/usage/licence`]: { licence: '1234567' },
  [`${ORGANIZATION}/tokens`]: { name: 'Stage', scopes: ['live.get'], expires_in_days: '' },
};
const BODIES: Readonly<Record<string, object>> = {
  '/console/:live/remote-links': { name: 'Speaker' },
  '/console/:live/button-links': { name: 'Desk', kind: 'data' },
  [`${EDITIONS}/uploads`]: { name: 'mark.usfm', size: 10 },
  [`${JOB}/end`]: { sha256: '0'.repeat(64) },
  [`${JOB}/import`]: { replaces: null },
  [`${EDITIONS}/install`]: { slug: 'none' },
  [`${EDITIONS}/remove`]: { slug: 'none' },
};
const FRAME = { 'sec-fetch-site': 'same-origin', 'sec-fetch-dest': 'iframe' };

describe('who may use which page', () => {
  const registered: RouteOptions[] = [];
  const visitors = new Map<Visitor, BrowserAgent>();
  let values: Readonly<Record<string, string>> = {};

  const listen = (message: unknown) =>
    (message as { fastify: FastifyInstance }).fastify.addHook('onRoute', (route) => {
      registered.push(route);
    });
  before(() => subscribe('fastify.initialization', listen));
  // The test sends what a proxy on this machine would, so that some of its requests come from the network.
  const settings = async () => ({ LECTERN_TRUSTED_PROXIES: '127.0.0.1' });
  const { lectern } = useInProcessServer({ editions: 'starter', settings });
  before(async () => {
    unsubscribe('fastify.initialization', listen);
    const organization = await createTestOrganization(lectern);
    const live = await createTestLive(api(lectern, organization));
    const { id } = organization;
    values = { owner: id, organization: id, live: live.id, live_id: live.id, part: '0', slug: 'kjv' };
    visitors.set('signedOut', new BrowserAgent(lectern.url));
    visitors.set('stranger', (await createPerson(lectern)).browser);
    for (const role of ROLES) visitors.set(role, (await createMember(lectern, organization, role)).browser);
    const administrator = await createPerson(lectern);
    await lectern.installation.administrators.add(administrator.email);
    visitors.set('administrator', administrator.browser);
  });

  /** Forms, with the route patterns of their pages. */
  const listForms = () =>
    new Map(
      registered.flatMap(({ url, method, config }) =>
        method === 'POST' && config?.formOn ? [[url, config.formOn]] : [],
      ),
    );
  /** Other methods of these paths lead to the page of the form, or are 405. */
  const isFallback = ({ url, method }: RouteOptions): boolean =>
    typeof method !== 'string' ||
    url.endsWith('*') ||
    (method === 'GET' && listForms().has(url) && !(`GET ${url}` in ROUTES));
  const fill = (url: string) => url.replaceAll(/:(\w+)/g, (_, name: string) => values[name] ?? 'none');

  /** Sends a request with the token that the visitor has, if any. */
  async function send(browser: BrowserAgent, route: string): Promise<{ status: number; text?: unknown }> {
    const [method, url] = route.split(' ') as [string, string];
    const path = fill(url);
    if (url.endsWith('/stream')) return openStream(browser, path);
    if (method === 'GET') return browser.get(path, /picture|preview/.test(url) ? FRAME : {});
    const page = listForms().get(url);
    if (page) {
      const { forms } = await browser.get(fill(page));
      const own = forms.filter((form) => form.method === 'POST' && form.action.pathname !== '/sign-out');
      const form = own.find(({ action }) => action.pathname === path);
      const { csrf = 'none', seen = '' } = form?.fields ?? Object.assign({}, ...own.map(({ fields }) => fields));
      return browser.post(path, { csrf, seen, ...FIELDS[url] });
    }
    const { text } = await browser.get(url.startsWith('/console') ? '/console' : EDITIONS);
    const headers = { 'x-csrf-token': /"csrf":"([^"]+)"/.exec(text)?.[1] ?? 'none' };
    if (method === 'DELETE') return browser.call('DELETE', path, headers);
    return browser.postJson(
      path,
      url === '/console/credential'
        ? { organization_id: values.owner }
        : url === '/console/pairing'
          ? { code: '000000', organization_id: values.owner }
          : (BODIES[url] ?? {}),
      headers,
    );
  }

  /** Opens a stream, which would not end, and ends it. */
  async function openStream({ cookies, origin }: BrowserAgent, path: string): Promise<{ status: number }> {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await fetch(`${origin}${path}`, { headers: { 'sec-fetch-site': 'same-origin', cookie } });
    await response.body?.cancel();
    return response;
  }

  it('[D34], [D69] when routes are listed, then this test has each of them', () => {
    const listed = registered
      .filter((route) => AREAS.test(route.url) && route.method !== 'HEAD' && !isFallback(route))
      .map(({ method, url }) => `${method} ${url}`);
    assert.deepEqual(listed.sort(), Object.keys(ROUTES).sort());
  });

  it('[D78] when people sign in from the network, then they can use what they can elsewhere, except what must not be read', async () => {
    const { browser, email } = await createPerson(lectern);
    const turn = async (action: string) => {
      const administrator = visitors.get('administrator')!;
      await administrator.submit(
        await administrator.get('/installation/network'),
        {},
        `/installation/network/${action}`,
      );
    };
    await turn('sign-in/allow');
    const phone = new BrowserAgent('http://192.168.1.5', { 'x-forwarded-for': '192.168.1.20' }, lectern.url);
    await lectern.installation.administrators.add(email);
    for (const route of Object.keys(ROUTES).filter((one) => !one.endsWith('/stream'))) {
      const isOpen = OPEN_IN_NETWORK.test(route);
      if (!phone.cookies.has('lectern_network_session')) {
        const { path } = await lectern.installation.links.createForUser(email, 'sign_in', 1);
        await phone.submit(await phone.get(path), {}, path);
      }
      const { status } = await send(phone, route);
      const expected = isOpen ? ROUTES[route]!.administrator : 503;
      assert.equal(status, expected, route);
    }
    await turn('sign-in/refuse');
    assert.equal((await phone.get('/account')).status, 503);
    assert.equal((await browser.get('/account')).status, 200);
  });

  for (const [route, expected] of Object.entries(ROUTES)) {
    it(`[D34], [D69] ${route}`, async () => {
      const found: Partial<Record<Visitor, number>> = {};
      for (const visitor of VISITORS) {
        const { status, text } = await send(visitors.get(visitor)!, route);
        found[visitor] = status;
        // The console has its own help.
        if (typeof text === 'string' && text.startsWith('<!doctype html>') && !/console/.test(route))
          assert.match(text, /<a href="\/docs"/);
      }
      assert.deepEqual(found, expected);
    });
  }
});
