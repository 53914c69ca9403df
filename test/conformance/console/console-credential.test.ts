import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { toOwnerBody } from '../../../src/contract/console-page.ts';
import { CONSOLE_CREDENTIAL_SECONDS, CONSOLE_CREDENTIALS_PER_SESSION_MAX } from '../../../src/contract/limits.ts';
import { PERSONAL_SCOPES, ROLE_SCOPES, ROLES, type Role } from '../../../src/contract/scopes.ts';
import { setRestricted } from '../../../src/domain/account/owners/restriction.ts';
import { listAudit, toAuditEntry } from '../../../src/domain/audit/audit.ts';
import { Retention } from '../../../src/domain/retention.ts';
import { openConsoleSession, startConsole } from '../../support/browser/console.ts';
import { type ApiResponse, assertProblem, createTestLive } from '../../support/requests/api.ts';
import type { AgentPage } from '../../support/requests/browser-agent.ts';
import { controlLive, createLiveController } from '../../support/requests/live-controller.ts';
import {
  createMember,
  createPerson,
  organizationPagePath,
  type Person,
  setRole,
} from '../../support/requests/members.ts';
import { openAuthorizationBrowser } from '../../support/requests/oauth-flow.ts';
import { beginPoll, readSnapshot, requireEvent, waitUntilParked } from '../../support/requests/poll.ts';
import { createTestUser } from '../../support/requests/tokens.ts';
import { PAGE_ENGINES, type TestOwner } from '../../support/server/lectern.ts';
import { runSql } from '../../support/server/sql.ts';
import { useInProcessServer } from '../../support/server/suite-server.ts';

const PATH = '/console/credential';
const START_MS = Date.parse('2026-01-05T09:00:00Z');

/** A response of the console as those of REST are judged. */
const toResponse = ({ status, headers, text }: AgentPage): ApiResponse => ({
  status,
  headers,
  etag: headers.get('etag'),
  body: JSON.parse(text),
});

for (const engine of PAGE_ENGINES) {
  describe(`[D63] the credential of a console on ${engine}`, () => {
    let now = START_MS;
    const world = useInProcessServer({ engine, clock: () => now, editions: 'starter' });

    const join = async (role: Role) => {
      const organization = await world.createOrganization();
      return { organization, person: await createMember(world.lectern, organization, role) };
    };
    const begin = async (role: Role = 'operator') => {
      const { organization, person } = await join(role);
      const started = await startConsole(world.lectern, person.browser, organization);
      return { ...started, organization, person };
    };
    const requireEnded = async (console: { client: { get(path: string): Promise<ApiResponse> } }) =>
      assertProblem(await console.client.get('/v1/me'), 401, 'invalid_token');

    it('when a member’s page asks for it, then it is a service token of 15 minutes with the scopes of the role', async () => {
      for (const role of ROLES) {
        const { client, credential, owner } = await begin(role);
        assert.match(credential.token, /^svc_[0-9A-Za-z]{49}$/);
        assert.equal(credential.expires_in, CONSOLE_CREDENTIAL_SECONDS);
        assert.deepEqual(credential.scopes, ROLE_SCOPES[role]);
        const { body } = await client.get('/v1/me');
        assert.equal(body.organization.id, owner.id);
        assert.equal(body.organization.role, role);
        assert.equal(body.credential.kind, 'service');
        assert.deepEqual(body.credential.scopes, ROLE_SCOPES[role]);
        assert.equal(body.credential.expires_at, new Date(now + CONSOLE_CREDENTIAL_SECONDS * 1000).toISOString());
        const kept = await runSql(world.lectern, 'SELECT * FROM console_credentials');
        assert.ok(!JSON.stringify(kept).includes(credential.token), 'only a hash is kept');
      }
    });

    it('when a person’s page asks for the own account, then it may all but what concerns tokens', async () => {
      const { lectern } = world;
      const { browser } = await createPerson(lectern);
      const { client, credential } = await startConsole(lectern, browser);
      assert.match(credential.token, /^bt_[0-9A-Za-z]{49}$/);
      assert.deepEqual(
        credential.scopes,
        PERSONAL_SCOPES.filter((scope) => !['token.list', 'token.create', 'token.delete'].includes(scope)),
      );
      const { body } = await client.get('/v1/me');
      const { id } = body.credential;
      await createTestLive(client);
      for (const response of [
        await client.get('/v1/me/tokens'),
        await client.get('/v1/me/oauth-grants'),
        await client.post('/v1/me/tokens', { name: 'Mine' }),
        await client.delete(`/v1/me/tokens/${id}`),
        await client.post(`/v1/me/tokens/${id}/rotate`, {}),
      ]) {
        assertProblem(response, 403, 'insufficient_scope');
      }
      assert.equal((await client.get('/v1/me')).status, 200);
    });

    it('when members of each role use it, then they may what the role may, and no role makes or ends tokens', async () => {
      for (const role of ROLES) {
        const { client, organization, owner } = await begin(role);
        const { id, etag } = await createLiveController(world.lectern, organization, { translations: ['kjv'] });
        const controller = controlLive(world.lectern, owner, id, etag);
        assert.equal((await controller.get()).status, 200, role);
        const library = `/v1/organizations/${organization.id}/translations/kjv`;
        const pushed = await controller.send('POST', '/passages', { passage: 'John 3:16' });
        const enabled = await client.put(library);
        if (role === 'viewer') assertProblem(pushed, 403, 'insufficient_scope');
        else assert.equal(pushed.status, 200, role);
        if (role === 'viewer' || role === 'operator') assertProblem(enabled, 403, 'insufficient_scope');
        else assert.ok(enabled.status < 300, role);
        const me = (await client.get('/v1/me')).body;
        for (const response of [
          await client.get('/v1/me/tokens'),
          await client.post('/v1/me/tokens', { name: 'Mine' }),
          await client.delete(`/v1/me/tokens/${me.credential.id}`),
          await client.get('/v1/me/oauth-grants'),
        ]) {
          assertProblem(response, 403, 'forbidden');
        }
      }
    });

    it('when a person looks at the tokens, then it is none of them, over REST, on pages, and for the administrator', async () => {
      const { lectern } = world;
      const { administration } = lectern.installation;
      const user = await createTestUser(lectern);
      const browser = await openAuthorizationBrowser(lectern, user);
      const { client } = await startConsole(lectern, browser);
      const { id } = (await client.get('/v1/me')).body.credential;
      assert.ok(!(await user.get('/v1/me/tokens')).body.data.some((token: { id: string }) => token.id === id));
      assert.ok(!(await browser.get('/account/tokens')).text.includes(id));
      const listed = await administration.listTokens({ user: user.email });
      assert.ok(!listed.some((token) => token.id === id));
      const { organization, person, client: member } = await begin('owner');
      const { id: memberId } = (await member.get('/v1/me')).body.credential;
      const page = await person.browser.get(`${organizationPagePath(organization)}/tokens`);
      assert.equal(page.status, 200);
      assert.ok(!page.text.includes(memberId));
    });

    it('when the post is not by a page of ours in the session of the person, then it is refused and makes nothing', async () => {
      const { organization, person } = await join('owner');
      const { browser } = person;
      const { csrf } = await openConsoleSession(browser);
      const count = async () => (await runSql(world.lectern, 'SELECT id FROM console_credentials')).length;
      const before = await count();
      const body = { organization_id: organization.id };
      const { origin } = browser;
      const send = async (headers: Record<string, string>, cookie = true) => {
        const cookies = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
        const response = await fetch(origin + PATH, {
          method: 'POST',
          body: JSON.stringify(body),
          headers: { 'content-type': 'application/json', ...(cookie && { cookie: cookies }), ...headers },
        });
        const text = await response.text();
        assert.equal(response.headers.get('access-control-allow-origin'), null);
        return { status: response.status, headers: response.headers, etag: null, body: JSON.parse(text) };
      };
      const own = { origin, 'x-csrf-token': csrf };
      const other = await openConsoleSession((await createPerson(world.lectern)).browser);
      for (const headers of [
        { origin },
        { 'x-csrf-token': csrf },
        { ...own, 'x-csrf-token': `${csrf}x` },
        { ...own, 'x-csrf-token': other.csrf },
        { ...own, origin: 'https://evil.example' },
        { ...own, origin: 'null' },
        { ...own, origin: 'null', 'sec-fetch-site': 'same-origin' },
        { ...own, 'sec-fetch-site': 'cross-site' },
        { ...own, 'sec-fetch-site': 'same-site' },
        { ...own, 'sec-fetch-site': 'none' },
      ] as Record<string, string>[]) {
        assertProblem(await send(headers), 403, 'forbidden');
      }
      const stranger = await send(own, false);
      assertProblem(stranger, 401, 'invalid_token');
      assert.equal(stranger.headers.get('www-authenticate'), 'Bearer');
      assert.match(stranger.body.detail, /Sign in again/);
      assert.equal(await count(), before);
      assert.equal((await send(own)).status, 200, 'plain HTTP has no Sec-Fetch-Site');
    });

    it('when a client has the cookie alone, then REST takes it for nothing', async () => {
      const { browser } = await createPerson(world.lectern);
      await startConsole(world.lectern, browser);
      const page = await browser.get('/v1/me', { 'sec-fetch-site': 'same-origin' });
      assertProblem(toResponse(page), 401, 'invalid_token');
    });

    it('when it is for another user’s account or organization, or the body names none or both, then it is refused', async () => {
      const { browser } = await createPerson(world.lectern);
      const { post, owner } = await startConsole(world.lectern, browser);
      const other = await begin('owner');
      const account = (await openConsoleSession(other.browser)).owners.at(-1)!;
      for (const body of [
        { organization_id: other.organization.id },
        { organization_id: 'nothing' },
        { account_id: account.id },
        { account_id: other.organization.id },
        { organization_id: owner.id },
      ]) {
        assertProblem(toResponse(await post(PATH, body)), 404, 'not_found');
      }
      for (const body of [
        {},
        { account_id: owner.id, organization_id: other.organization.id },
        { account_id: 7 },
        { account_id: owner.id, scopes: [] },
        [],
      ]) {
        assertProblem(toResponse(await post(PATH, body)), 422, 'invalid_fields');
      }
      const response = await post(PATH, { account_id: owner.id });
      assert.equal(response.headers.get('cache-control'), 'no-store');
    });

    it('[D42] when processing for the owner is restricted, then none is made, and the one that is there is refused', async () => {
      const { organization, client, post } = await begin('owner');
      const { installation } = world.lectern;
      await setRestricted(installation, organization.id, true);
      const body = { organization_id: organization.id };
      assertProblem(toResponse(await post(PATH, body)), 403, 'processing_restricted');
      assertProblem(await client.get(`/v1/organizations/${organization.id}/lives`), 403, 'processing_restricted');
      await setRestricted(installation, organization.id, false);
      assert.equal((await client.get(`/v1/organizations/${organization.id}/lives`)).status, 200);
    });

    it('when it is renewed in time, then it stays the same and a poll that waits goes on; else both end', async () => {
      const { organization, owner, client, credential, renew } = await begin();
      const live = await createLiveController(world.lectern, organization);
      const watched = { id: live.id, path: live.path, owner };
      const { cursor } = await readSnapshot(world.lectern, watched);
      const poll = beginPoll(world.lectern, watched, { after: cursor });
      await waitUntilParked(poll);
      now += 600_000;
      const renewed = await renew();
      assert.deepEqual(renewed, credential);
      now += 600_000;
      assert.equal((await client.get('/v1/me')).status, 200);
      await live.play({ paused: true });
      const changed = requireEvent(await poll.response, watched, 'live.changed');

      const late = beginPoll(world.lectern, watched, { after: changed.cursor });
      await waitUntilParked(late);
      now += 301_000;
      await requireEnded({ client });
      await live.play({ paused: false });
      assertProblem(await late.response, 401, 'invalid_token');
      const another = await renew();
      assert.notEqual(another.token, credential.token, 'what has ended is not renewed');
    });

    it('when it is renewed by another session, for another owner, or without the credential, then another one is made', async () => {
      const { organization, owner, post, credential, person } = await begin();
      const authorization = `Bearer ${credential.token}`;
      const read = ({ text }: AgentPage) => JSON.parse(text).token;
      const account = (await openConsoleSession(person.browser)).owners.at(-1)!;
      assert.match(read(await post(PATH, toOwnerBody(account), { authorization })), /^bt_/);
      assert.notEqual(read(await post(PATH, toOwnerBody(owner))), credential.token);
      const elsewhere = await openAuthorizationBrowser(world.lectern, person);
      const { csrf } = await openConsoleSession(elsewhere);
      const taken = await elsewhere.postJson(PATH, toOwnerBody(owner), { 'x-csrf-token': csrf, authorization });
      assert.notEqual(read(taken), credential.token);
      assert.equal(read(await post(PATH, { organization_id: organization.id }, { authorization })), credential.token);
    });

    const ends: Record<string, (of: { organization: TestOwner; person: Person }) => Promise<unknown>> = {
      'signs out': async ({ person: { browser } }) => browser.submit(await browser.get('/account'), {}, '/sign-out'),
      'has another role': ({ organization, person }) => setRole(world.lectern, organization, person, 'viewer'),
      'is a member no longer': ({ organization: { id }, person: { email } }) =>
        world.lectern.installation.administration.removeMember({ organization: id, email }),
      'is disabled': ({ person: { email } }) => world.lectern.installation.administration.setUserDisabled(email, true),
    };
    for (const [what, end] of Object.entries(ends)) {
      it(`when the person ${what}, then it ends at once, and with it a poll that waits`, async () => {
        const { organization, owner, client, person } = await begin();
        const live = await createLiveController(world.lectern, organization);
        const watched = { id: live.id, path: live.path, owner };
        const { cursor } = await readSnapshot(world.lectern, watched);
        const poll = beginPoll(world.lectern, watched, { after: cursor });
        await waitUntilParked(poll);
        const began = performance.now();
        await end({ organization, person });
        assertProblem(await poll.response, 401, 'invalid_token');
        assert.ok(performance.now() - began < 4_000, 'not at the look that comes every five seconds');
        await requireEnded({ client });
      });
    }

    it('when the role was changed and changed back, then it stays ended; when it is set once more as it is, then it goes on', async () => {
      const { organization, client, person } = await begin('operator');
      await setRole(world.lectern, organization, person, 'operator');
      assert.equal((await client.get('/v1/me')).status, 200);
      await setRole(world.lectern, organization, person, 'viewer');
      await setRole(world.lectern, organization, person, 'operator');
      await requireEnded({ client });
    });

    it('when the person signs all other devices out, then it ends on all of them, and the page gets another one', async () => {
      const { client, browser, renew, person } = await begin();
      await (await openAuthorizationBrowser(world.lectern, person)).get('/account');
      const page = await browser.get('/account/sessions');
      assert.equal((await browser.submit(page, {}, '/account/sessions/end-others')).status, 303);
      await requireEnded({ client });
      assert.match((await renew()).token, /^svc_/);
    });

    it('when a session has twenty, then a further one ends the one that was not renewed for longest', async () => {
      const first = await begin();
      const consoles = [first];
      for (let each = 1; each < CONSOLE_CREDENTIALS_PER_SESSION_MAX; each++) {
        now += 1_000;
        consoles.push({ ...first, ...(await startConsole(world.lectern, first.browser, first.organization)) });
      }
      now += 1_000;
      await first.renew();
      now += 1_000;
      await startConsole(world.lectern, first.browser, first.organization);
      const alive = await Promise.all(consoles.map(async ({ client }) => (await client.get('/v1/me')).status));
      assert.deepEqual(alive, [200, 401, ...alive.slice(2).map(() => 200)]);
    });

    it('when they have ended, then they are swept', async () => {
      const { client } = await begin();
      const { storage } = world.lectern.installation;
      now += CONSOLE_CREDENTIAL_SECONDS * 1000;
      await requireEnded({ client });
      await new Retention(storage, { auditDays: 400, clock: () => now }, assert.fail).sweep();
      assert.deepEqual(await runSql(world.lectern, 'SELECT id FROM console_credentials'), []);
    });

    it('[D43], [D64] when something is written with it, then the audit, the Live and its operators name the person', async () => {
      const { lectern } = world;
      const { organization, owner, person } = await begin('admin');
      const { id, etag } = await createLiveController(lectern, organization);
      const controller = controlLive(lectern, owner, id, etag);
      await controller.play({ paused: true });
      const user = (await lectern.installation.storage.people.findSignInUser({ email: person.email }))!;
      const operators = (await controller.get('/operators')).body.data;
      assert.deepEqual(operators.at(-1).name, user.name);
      assert.equal((await controller.get('/now')).body.changed.by, user.name);
      const records = await listAudit(lectern.installation.storage, organization, { limit: 10, since: null });
      const [played, opened] = ['updatePlayback', 'openConsole'].map(
        (name) => records.find(({ operation }) => operation === name)!,
      );
      assert.deepEqual([played!.channel, played!.userId], ['console', user.id]);
      assert.equal(toAuditEntry(played!).channel, 'rest', 'for clients of the API a console is one of them');
      assert.deepEqual([opened!.channel, opened!.userId, opened!.credentialId], ['page', user.id, null]);
      assert.equal(opened!.resource, played!.credentialId);
      const activity = await person.browser.get(`${organizationPagePath(organization)}/activity`);
      const entry = activity.text.split('<li>').find((text) => text.includes('hid the screen'))!;
      assert.ok(entry.includes(user.name), entry);

      const personal = await startConsole(lectern, person.browser);
      const own = await createLiveController(lectern, personal.owner);
      await own.play({ paused: true });
      const named = (await own.get('/operators')).body.data;
      assert.deepEqual(named, [{ name: user.name, kind: 'personal', since: named[0].since }]);
      assert.equal((await own.get('/now')).body.changed.by, user.name);
    });
  });
}
