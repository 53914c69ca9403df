import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { executeCommand } from '../../src/cli/execute.ts';
import { type ApiResponse, assertProblem, sendRequest } from '../support/requests/api.ts';
import { BrowserAgent, requireForm } from '../support/requests/browser-agent.ts';
import { createLiveController } from '../support/requests/live-controller.ts';
import {
  authorizationOf,
  challengeOf,
  connectApp,
  disableOauthClient,
  exchangeCode,
  newVerifier,
  obtainCode,
  openAuthorizationBrowser,
  openConsent,
  readCallback,
  refresh,
  registerClient,
  requireDead,
  requireOauthError,
  requireTokens,
  revoke,
  useToken,
} from '../support/requests/oauth-flow.ts';
import { beginPoll, readSnapshot, waitUntilParked } from '../support/requests/poll.ts';
import { eventually } from '../support/requests/pusher.ts';
import { createTestUser } from '../support/requests/tokens.ts';
import type { TestLectern } from '../support/server/lectern.ts';
import { useNodes } from '../support/server/suite-server.ts';

describe('OAuth on three nodes over one PostgreSQL', () => {
  const cluster = useNodes(3, { LECTERN_BUDGET_PAGES: '1000000' });
  let first: TestLectern;
  let second: TestLectern;
  let third: TestLectern;
  before(async () => {
    [first, second, third] = cluster.nodes as [TestLectern, TestLectern, TestLectern];
  });

  /** Ten, by turns to each node. */
  const ten = (send: (node: TestLectern) => Promise<ApiResponse>): Promise<ApiResponse[]> =>
    Promise.all(Array.from({ length: 10 }, (_, index) => send(cluster.nodes[index % cluster.nodes.length]!)));
  const requireOneWinner = (responses: ApiResponse[]): ApiResponse => {
    const won = responses.filter(({ status }) => status === 200);
    assert.equal(won.length, 1);
    for (const response of responses) if (response.status !== 200) requireOauthError(response, 'invalid_grant');
    return won[0]!;
  };

  it('[Endpoints] when one node shows the consent, another gets the decision and a third exchanges, then all know the token', async () => {
    const person = await createTestUser(first);
    const browser = await openAuthorizationBrowser(first, person);
    const client = await registerClient(first);
    const verifier = newVerifier();
    const page = await openConsent(browser, authorizationOf(client, { code_challenge: challengeOf(verifier) }));
    // The nodes of this test have an address each; behind a balancer it is one.
    const moved = new BrowserAgent(second.config.publicUrl);
    for (const [name, value] of browser.cookies) moved.cookies.set(name, value);
    const { fields } = requireForm(page, '/oauth/authorize');
    const decided = await moved.post('/oauth/authorize', { ...fields, decision: 'allow' });
    const { code } = readCallback(decided, client);
    const { access } = requireTokens(await exchangeCode(third, { client, code: code!, verifier }));
    for (const node of cluster.nodes) assert.equal(await useToken(node, person, access), 200);
    assert.equal((await browser.post('/oauth/authorize', { ...fields, decision: 'allow' })).status, 400);
  });

  it('[States] when ten exchanges come at once on all nodes, then one wins, and afterwards its grant is dead on each', async () => {
    for (let round = 0; round < 3; round++) {
      const person = await createTestUser(first);
      const code = await obtainCode(await openAuthorizationBrowser(first, person), await registerClient(first));
      const tokens = requireTokens(requireOneWinner(await ten((node) => exchangeCode(node, code))));
      for (const node of cluster.nodes) await requireDead(node, { person, client: code.client }, tokens);
    }
  });

  it('[D41] when ten refreshes come at once on all nodes, then one wins, and afterwards its grant is dead on each', async () => {
    for (let round = 0; round < 3; round++) {
      const mine = await connectApp(first);
      const next = requireTokens(requireOneWinner(await ten((node) => refresh(node, mine.client, mine.refresh))));
      for (const node of cluster.nodes) await requireDead(node, mine, mine, next);
    }
  });

  it('[D40] when revocation on one node races refreshes on the others, then the revocation wins', async () => {
    for (let round = 0; round < 5; round++) {
      const mine = await connectApp(first);
      const [revoked, ...responses] = await Promise.all([
        revoke(third, mine.client, mine.refresh),
        refresh(first, mine.client, mine.refresh),
        refresh(second, mine.client, mine.refresh),
      ]);
      assert.equal(revoked.status, 200);
      const won = responses.filter(({ status }) => status === 200).map(requireTokens);
      assert.ok(won.length <= 1);
      for (const node of cluster.nodes) await requireDead(node, mine, mine, ...won);
    }
  });

  it('[States] when one node responds that something has ended, then it has ended on all, however recently they used it', async () => {
    const ends: ((mine: Awaited<ReturnType<typeof connectApp>>) => Promise<unknown>)[] = [
      ({ client, refresh: token }) => revoke(first, client, token),
      ({ client, access }) => revoke(first, client, access),
      ({ code }) => exchangeCode(first, code),
      ({ client }) => disableOauthClient(first, client),
      ({ person }) => first.installation.administration.setUserDisabled(person.email, true),
      async ({ person }) => {
        const [grant] = (await person.get('/v1/me/oauth-grants')).body.data;
        await person.delete(`/v1/me/oauth-grants/${grant.id}`);
      },
    ];
    for (const end of ends) {
      const mine = await connectApp(first);
      for (const node of cluster.nodes) assert.equal(await useToken(node, mine.person, mine.access), 200);
      await end(mine);
      for (const node of cluster.nodes) assert.equal(await useToken(node, mine.person, mine.access), 401, String(end));
    }
  });

  it('[D39] when one node narrows a grant, then it is narrowed on all', async () => {
    const mine = await connectApp(first, 'live.list live.create offline_access');
    requireTokens(await refresh(second, mine.client, mine.refresh, { scope: 'live.create offline_access' }));
    for (const node of cluster.nodes) assert.equal(await useToken(node, mine.person, mine.access), 403);
  });

  it('[Events 9] when a token is revoked on one node, then its poll on another ends', async () => {
    const { person, client, access, refresh: token } = await connectApp(first);
    const controller = await createLiveController(first, person.owner);
    const { cursor } = await readSnapshot(first, controller);
    const polls = cluster.nodes.map((node) => beginPoll(node, controller, { after: cursor, token: access }));
    await waitUntilParked(...polls);
    await revoke(third, client, token);
    for (const { response } of polls) assertProblem(await response, 401, 'invalid_token');
  });

  it('[D47] when a client is disabled on one node, then it loses its tokens and waiting polls on all at once', async () => {
    const { person, client, access, refresh: token } = await connectApp(first);
    const controller = await createLiveController(first, person.owner);
    const { cursor } = await readSnapshot(first, controller);
    const polls = cluster.nodes.map((node) => beginPoll(node, controller, { after: cursor, token: access }));
    const own = cluster.nodes.map((node) => beginPoll(node, controller, { after: cursor }));
    await waitUntilParked(...polls, ...own);
    await executeCommand(third.installation, 'client disable', { id: client.id });
    for (const node of cluster.nodes) assert.equal(await useToken(node, person, access), 401);
    for (const { response } of polls) assertProblem(await response, 401, 'invalid_token');
    requireOauthError(await refresh(second, client, token), 'invalid_client');
    await waitUntilParked(...own);
    for (const poll of own) poll.abandon();
  });

  it('[D39] when one node narrows a grant, then waiting polls on all end that lack the scope they need', async () => {
    const mine = await connectApp(first, 'live.list live.get offline_access');
    const controller = await createLiveController(first, mine.person.owner);
    const { cursor } = await readSnapshot(first, controller);
    const polls = cluster.nodes.map((node) => beginPoll(node, controller, { after: cursor, token: mine.access }));
    await waitUntilParked(...polls);
    const narrow = requireTokens(
      await refresh(second, mine.client, mine.refresh, { scope: 'live.list offline_access' }),
    );
    for (const { response } of polls) assertProblem(await response, 403, 'insufficient_scope');
    for (const node of cluster.nodes) {
      for (const access of [mine.access, narrow.access]) assert.equal(await useToken(node, mine.person, access), 200);
    }
    requireOauthError(await refresh(third, mine.client, narrow.refresh, { scope: 'live.get' }), 'invalid_scope');
  });

  it('[D8] when a client is registered on one node, then its origin is known on all, until the client is disabled', async () => {
    const origin = 'https://new.example';
    const allowed = async (node: TestLectern) =>
      (await sendRequest(node.url, 'GET', '/v1/me', undefined, { origin })).headers.get('access-control-allow-origin');
    const becomes = async (expected: string | null) => {
      // The node that was asked knows at once, the others as soon as they hear of it.
      assert.equal(await allowed(first), expected);
      for (const node of [second, third]) {
        await eventually(`${node.url} allows ${expected}`, async () => (await allowed(node)) === expected);
      }
    };
    await becomes(null);
    const { clients } = first.installation;
    const { id } = await clients.create({ name: 'New', redirectUris: [`${origin}/`] });
    await becomes(origin);
    await clients.disable(id);
    await becomes(null);
  });

  it('[D46] when a session begins on one node, then it goes on at the others, and ends on all', async () => {
    const person = { email: 'moving@example.org', name: 'Ada', password: 'three quiet words' };
    await first.installation.administration.createUser(person);
    const browser = new BrowserAgent(first.config.publicUrl);
    assert.equal((await browser.signIn(person.email, person.password)).location?.pathname, '/account');
    /** Moves the browser to another node, as a load balancer would: each node of this test has its own address. */
    const on = (node: TestLectern) => {
      const moved = new BrowserAgent(node.config.publicUrl);
      for (const [name, value] of browser.cookies) moved.cookies.set(name, value);
      return moved;
    };
    const statuses = () => Promise.all(cluster.nodes.map(async (node) => (await on(node).get('/account')).status));
    assert.deepEqual(await statuses(), [200, 200, 200]);
    // The form of one node is good at another.
    const { fields } = requireForm(await on(second).get('/account'), '/sign-out');
    const { status, location } = await on(third).post('/sign-out', fields);
    assert.deepEqual([status, location?.pathname], [303, '/sign-in']);
    assert.deepEqual(await statuses(), [303, 303, 303]);
  });

  it('[D38] when grants are made on all nodes, then the limit of twenty counts over all nodes', async () => {
    const person = await createTestUser(first);
    const browser = await openAuthorizationBrowser(first, person);
    for (let each = 0; each < 18; each++) await connectApp(first, undefined, { person, browser });
    const codes = [];
    for (let each = 0; each < 6; each++) codes.push(await obtainCode(browser, await registerClient(first)));
    const responses = await Promise.all(
      codes.map((code, index) => exchangeCode(cluster.nodes[index % cluster.nodes.length]!, code)),
    );
    assert.deepEqual(responses.map(({ status }) => status).toSorted(), [200, 200, 400, 400, 400, 400]);
    assert.equal((await person.get('/v1/me/oauth-grants')).body.data.length, 20);
  });
});
