import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type ApiResponse, assertProblem } from '../support/requests/api.ts';
import { requireForm } from '../support/requests/browser-agent.ts';
import { createLiveController, type LiveController } from '../support/requests/live-controller.ts';
import {
  type AppConnection,
  authorizationOf,
  challengeOf,
  connectApp,
  decide,
  disableOauthClient,
  exchangeCode,
  newVerifier,
  obtainCode,
  openAuthorizationBrowser,
  openConsent,
  readCallback,
  refresh,
  registerClient,
  requireOauthError,
  requireTokens,
  revoke,
  SCOPE,
  type TestClient,
  useToken,
} from '../support/requests/oauth-flow.ts';
import { beginPoll, type PendingPoll, readSnapshot, requireEvent, waitUntilParked } from '../support/requests/poll.ts';
import { createTestUser } from '../support/requests/tokens.ts';
import { PAGE_ENGINES, startTestLectern } from '../support/server/lectern.ts';
import { useInProcessServer } from '../support/server/suite-server.ts';

const GRANTS_MAX = 20;

for (const engine of PAGE_ENGINES) {
  describe(`at most twenty grants on ${engine}`, () => {
    let nowMs = Date.now();
    const { lectern } = useInProcessServer({
      engine,
      settings: { LECTERN_BUDGET_PAGES: '1000000' },
      clock: () => nowMs,
    });

    /** A person with so many grants, each of an app of its own, one second after the other; oldest first. */
    const fill = async (count: number) => {
      const person = await createTestUser(lectern);
      const browser = await openAuthorizationBrowser(lectern, person);
      const grants: AppConnection[] = [];
      for (let each = 0; each < count; each++) {
        nowMs += 1000;
        grants.push(await connectApp(lectern, SCOPE, { person, browser }));
      }
      nowMs += 1000;
      const list = async () => (await person.get('/v1/me/oauth-grants')).body.data;
      return { person, browser, grants, list };
    };
    const idsOf = (grants: { client: { id: string } }[]) => grants.map(({ client }) => client.id);

    it('[D38] when they are listed, then the newest comes first, with exactly the fields that the decision names', async () => {
      const { grants, list } = await fill(3);
      const listed = await list();
      assert.deepEqual(idsOf(listed), idsOf(grants).toReversed());
      const names = ['client', 'created_at', 'expires_at', 'id', 'last_used_at', 'scopes'];
      for (const each of listed) assert.deepEqual(Object.keys(each).toSorted(), names);
      assert.deepEqual(listed[0].client, { id: grants[2]!.client.id, name: grants[2]!.client.name });
    });

    it('[D38] when a twenty-first is added, then it replaces the oldest, only after the page has said so, and not before the exchange', async () => {
      const { person, browser, grants, list } = await fill(GRANTS_MAX);
      const [oldest, second] = grants as [AppConnection, AppConnection];
      const client = await registerClient(lectern);
      const verifier = newVerifier();
      const page = await openConsent(browser, authorizationOf(client, { code_challenge: challengeOf(verifier) }));
      assert.ok(requireForm(page, '/oauth/authorize').fields.replaces);
      assert.ok(page.text.includes(oldest.client.name), 'the page names the app whose connection will end');
      assert.equal(await useToken(lectern, person, oldest.access), 200);
      const { code } = readCallback(await decide(browser, page, 'allow'), client);
      assert.equal(await useToken(lectern, person, oldest.access), 200);
      const { access } = requireTokens(await exchangeCode(lectern, { client, code: code!, verifier }));
      assert.equal(await useToken(lectern, person, oldest.access), 401);
      requireOauthError(await refresh(lectern, oldest.client, oldest.refresh), 'invalid_grant');
      for (const token of [second.access, access]) assert.equal(await useToken(lectern, person, token), 200);
      assert.deepEqual(idsOf(await list()), [client.id, ...idsOf(grants.slice(1)).toReversed()]);
    });

    it('[D38] when the twenty-first is denied, then nothing ends', async () => {
      const { browser, grants, list } = await fill(GRANTS_MAX);
      const client = await registerClient(lectern);
      await decide(browser, await openConsent(browser, authorizationOf(client)), 'deny');
      assert.deepEqual(idsOf(await list()), idsOf(grants).toReversed());
    });

    it('[D38] when the form does not know of a replacement, then it is no consent to it: the page shows it first', async () => {
      const { browser, grants, list } = await fill(GRANTS_MAX);
      const client = await registerClient(lectern);
      const page = await openConsent(browser, authorizationOf(client));
      const again = await decide(browser, page, 'allow', { replaces: null });
      assert.equal(again.location, null);
      assert.ok(again.text.includes(grants[0]!.client.name));
      assert.deepEqual(idsOf(await list()), idsOf(grants).toReversed());
    });

    /** The oldest goes and another comes: there are twenty again, and the oldest is one that no page has named. */
    const turnOver = async ({ person, browser, grants }: Awaited<ReturnType<typeof fill>>) => {
      await revoke(lectern, grants[0]!.client, grants[0]!.refresh);
      await connectApp(lectern, SCOPE, { person, browser });
    };

    it('[D38] when the form names another app than the one that would end now, then it is no consent to that', async () => {
      const filled = await fill(GRANTS_MAX);
      const { person, browser, grants } = filled;
      const client = await registerClient(lectern);
      const verifier = newVerifier();
      const page = await openConsent(browser, authorizationOf(client, { code_challenge: challengeOf(verifier) }));
      await turnOver(filled);
      const decided = await decide(browser, page, 'allow');
      if (decided.location === null) return assert.ok(decided.text.includes(grants[1]!.client.name));
      await exchangeCode(lectern, { client, code: decided.location.searchParams.get('code')!, verifier });
      assert.equal(await useToken(lectern, person, grants[1]!.access), 200, 'no page has named it');
    });

    it('[D38] when a code is exchanged, then no app ends other than the one that the page has named', async () => {
      const filled = await fill(GRANTS_MAX);
      const { person, browser, grants } = filled;
      const code = await obtainCode(browser, await registerClient(lectern));
      await turnOver(filled);
      await exchangeCode(lectern, code);
      assert.equal(await useToken(lectern, person, grants[1]!.access), 200, 'no page has named it');
    });

    it('[D38] when the pages of two codes have named the same app, then the codes end that app alone', async () => {
      const { person, browser, grants, list } = await fill(GRANTS_MAX);
      const codes = [];
      for (let each = 0; each < 2; each++) codes.push(await obtainCode(browser, await registerClient(lectern)));
      for (const code of codes) await exchangeCode(lectern, code);
      assert.equal(await useToken(lectern, person, grants[1]!.access), 200, 'no page has named it');
      assert.equal((await list()).length, GRANTS_MAX);
    });

    it('[D38] when two codes compete for one last place, then the second exchange ends no grant that no page has named', async () => {
      const { person, browser, grants, list } = await fill(GRANTS_MAX - 1);
      const codes = [];
      for (const client of [await registerClient(lectern), await registerClient(lectern)]) {
        codes.push(await obtainCode(browser, client));
      }
      requireTokens(await exchangeCode(lectern, codes[0]!));
      requireOauthError(await exchangeCode(lectern, codes[1]!), 'invalid_grant');
      assert.equal((await list()).length, GRANTS_MAX);
      for (const { access } of grants) assert.equal(await useToken(lectern, person, access), 200);
    });

    it('[D38] when many exchanges come at once, then there are never more than twenty grants', async () => {
      const { browser, list } = await fill(GRANTS_MAX - 3);
      const codes = [];
      for (let each = 0; each < 6; each++) codes.push(await obtainCode(browser, await registerClient(lectern)));
      const responses = await Promise.all(codes.map((code) => exchangeCode(lectern, code)));
      assert.deepEqual(responses.map(({ status }) => status).toSorted(), [200, 200, 200, 400, 400, 400]);
      assert.equal((await list()).length, GRANTS_MAX);
    });

    it('[D38] when a grant has ended, then it takes no place', async () => {
      const { browser, grants, list } = await fill(GRANTS_MAX);
      await revoke(lectern, grants[5]!.client, grants[5]!.refresh);
      const client = await registerClient(lectern);
      const page = await openConsent(browser, authorizationOf(client));
      assert.equal(requireForm(page, '/oauth/authorize').fields.replaces, undefined);
      const { access } = await connectApp(lectern, SCOPE, { ...grants[0]!, client });
      assert.equal(await useToken(lectern, grants[0]!.person, access), 200);
      assert.equal(await useToken(lectern, grants[0]!.person, grants[0]!.access), 200);
      assert.equal((await list()).length, GRANTS_MAX);
    });
  });

  // Side by side: most of the time passes between two idle checks.
  describe(`polls that wait on delegated tokens on ${engine}`, { concurrency: true }, () => {
    const nowMs = Date.now();
    const { lectern } = useInProcessServer({
      engine,
      settings: { LECTERN_BUDGET_PAGES: '1000000' },
      clock: () => nowMs,
    });

    interface Waiting extends AppConnection {
      readonly controller: LiveController;
      readonly cursor: string;
      readonly poll: PendingPoll;
    }
    const wait = async (client?: TestClient): Promise<Waiting> => {
      const connection = await connectApp(lectern, SCOPE, { client });
      const controller = await createLiveController(lectern, connection.person.owner);
      const { cursor } = await readSnapshot(lectern, controller);
      const poll = beginPoll(lectern, controller, { after: cursor, token: connection.access });
      await waitUntilParked(poll);
      return { ...connection, controller, cursor, poll };
    };
    const requireEnded = (response: ApiResponse) => {
      assertProblem(response, 401, 'invalid_token');
      assert.equal(response.headers.get('www-authenticate'), 'Bearer error="invalid_token"');
    };

    it('[Events 2] when something changes, then a delegated token gets the change', async () => {
      const { controller, poll } = await wait();
      await controller.play({ paused: true });
      requireEvent(await poll.response, controller, 'live.changed');
    });

    const ends: Record<string, (waiting: Waiting) => Promise<unknown>> = {
      'DELETE of its grant': async ({ person }) => {
        const [grant] = (await person.get('/v1/me/oauth-grants')).body.data;
        assert.equal((await person.delete(`/v1/me/oauth-grants/${grant.id}`)).status, 204);
      },
      'revocation of the refresh token': ({ client, refresh: token }) => revoke(lectern, client, token),
      'revocation of its own token': ({ client, access }) => revoke(lectern, client, access),
      'a replay of its code': ({ code }) => exchangeCode(lectern, code),
      'a replay of a refresh token': async ({ client, refresh: token }) => {
        requireTokens(await refresh(lectern, client, token));
        requireOauthError(await refresh(lectern, client, token), 'invalid_grant');
      },
      'disabling of its client': ({ client }) => disableOauthClient(lectern, client),
      'disabling of its user': ({ person }) => lectern.installation.administration.setUserDisabled(person.email, true),
    };
    for (const [name, end] of Object.entries(ends)) {
      it(`[Events 9] when a poll waits, then ${name} ends it with 401 before its deadline`, async () => {
        const waiting = await wait();
        const begun = performance.now();
        await end(waiting);
        requireEnded(await waiting.poll.response);
        assert.ok(performance.now() - begun < 20_000, 'well before the deadline of 25 seconds');
      });
    }

    it('[Events 9] when a refresh removes live.get, then the poll ends with 403', async () => {
      const { client, refresh: token, poll } = await wait();
      requireTokens(await refresh(lectern, client, token, { scope: 'live.list offline_access' }));
      assertProblem(await poll.response, 403, 'insufficient_scope');
    });

    it('[D39] when a refresh is ordinary, then no poll ends', async () => {
      const { client, refresh: token, poll, controller } = await wait();
      requireTokens(await refresh(lectern, client, token));
      await controller.play({ paused: true });
      requireEvent(await poll.response, controller, 'live.changed');
    });

    it('[Events 7] when a change comes right after the end, then it is not sent', async () => {
      const { client, refresh: token, poll, controller } = await wait();
      await revoke(lectern, client, token);
      await controller.play({ paused: true });
      requireEnded(await poll.response);
    });
  });

  describe(`the hour of a delegated token that waits on ${engine}`, () => {
    it('[Events 9] when the hour is over, then the poll ends with 401', async () => {
      let nowMs = Date.now();
      await using lectern = await startTestLectern(engine, {}, { clock: () => nowMs });
      const { person, access } = await connectApp(lectern);
      const controller = await createLiveController(lectern, person.owner);
      const { cursor } = await readSnapshot(lectern, controller);
      const poll = beginPoll(lectern, controller, { after: cursor, token: access });
      await waitUntilParked(poll);
      nowMs += 3_601_000;
      assertProblem(await poll.response, 401, 'invalid_token');
    });
  });
}
