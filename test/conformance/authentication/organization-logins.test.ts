import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { executeCommand } from '../../../src/cli/execute.ts';
import { TERMINALS_PER_MEMBER_MAX } from '../../../src/contract/limits.ts';
import { ROLE_SCOPES } from '../../../src/contract/scopes.ts';
import { setRestricted } from '../../../src/domain/account/owners/restriction.ts';
import { saveEdition } from '../../../src/editions/save-edition.ts';
import type { Owner } from '../../../src/storage/storage.ts';
import { api, assertProblem, type JsonDocument, sendRequest } from '../../support/requests/api.ts';
import { createLiveController } from '../../support/requests/live-controller.ts';
import { openAuthorizationBrowser } from '../../support/requests/oauth-flow.ts';
import { beginPoll, readSnapshot, waitUntilParked } from '../../support/requests/poll.ts';
import { createTestUser, type TestUser } from '../../support/requests/tokens.ts';
import { PAGE_ENGINES, smallEdition } from '../../support/server/lectern.ts';
import { useInProcessServer } from '../../support/server/suite-server.ts';

const DAY_MS = 86_400_000;

for (const engine of PAGE_ENGINES) {
  describe(`[D67] terminals of an organization on ${engine}`, () => {
    let owner: TestUser;
    let organization: string;
    let now = Date.now();
    let terminals = 0;
    const { lectern } = useInProcessServer({
      engine,
      settings: { LECTERN_TRUSTED_PROXIES: '127.0.0.1' },
      clock: () => now,
    });
    before(async () => {
      owner = await createTestUser(lectern);
      const { administration } = lectern.installation;
      organization = (await administration.createOrganization({ name: 'Grace <Chapel>', ownerEmail: owner.email }))
        .organizationId;
    });

    const post = (path: string, body: object) =>
      sendRequest(lectern.url, 'POST', path, JSON.stringify(body), {
        'content-type': 'application/json',
        'x-forwarded-for': `10.1.0.${++terminals}`,
      });
    const begin = async (more: object = {}): Promise<JsonDocument> => {
      const { status, body } = await post('/connect/terminal', {
        name: 'desk',
        organization_id: organization,
        ...more,
      });
      assert.equal(status, 200, JSON.stringify(body));
      return body;
    };
    const member = async (role: string) => {
      const user = await createTestUser(lectern);
      await setRole(user, role);
      return user;
    };
    const setRole = ({ email }: TestUser, role: string) =>
      lectern.installation.administration.setMember({ organization, email, role });
    const leave = ({ email }: TestUser) => lectern.installation.administration.removeMember({ organization, email });
    const collect = ({ device_code }: JsonDocument) => post('/connect/terminal/token', { device_code });
    const logIn = async (user: TestUser, more: object = {}) => {
      const login = await begin(more);
      const browser = await openAuthorizationBrowser(lectern, user);
      const page = await browser.get(`/connect?code=${login.user_code}`);
      const response = await browser.submit(page, { decision: 'allow' }, '/connect');
      assert.equal(response.status, 303, response.text);
      const { status, body } = await collect(login);
      assert.equal(status, 200, JSON.stringify(body));
      const client = api(lectern, {
        kind: 'organization',
        id: organization,
        token: body.token,
        livesPath: `/v1/organizations/${organization}/lives`,
      });
      return { page, client, issued: body };
    };
    const scopesOf = async (client: TestUser | Awaited<ReturnType<typeof logIn>>['client']) =>
      (await client.get('/v1/me')).body.credential.scopes;

    it('when the page opens, then it names organization and role, and the terminal gets a service token of 90 days with that role', async () => {
      const operator = await member('operator');
      const { page, client, issued } = await logIn(operator);
      for (const shown of ['Grace &lt;Chapel&gt;', 'Operator', 'desk', 'Service tokens']) {
        assert.ok(page.text.includes(shown), shown);
      }
      assert.match(issued.token, /^svc_/);
      assert.equal(issued.expires_at, new Date(now + 90 * DAY_MS).toISOString());
      assert.deepEqual(issued.organization, { id: organization, name: 'Grace <Chapel>' });
      const me = await client.get('/v1/me');
      assert.deepEqual(me.body.organization, { id: organization, name: 'Grace <Chapel>', role: 'operator' });
      assert.equal(me.body.account.id, operator.owner.id);
      assert.deepEqual(
        [me.body.credential.kind, me.body.credential.id, me.body.credential.scopes.toSorted()],
        ['service', issued.id, [...ROLE_SCOPES.operator].toSorted()],
      );
      const live = await client.post(client.owner.livesPath, {});
      assert.equal(live.status, 201);
      assert.equal(live.body.organization_id, organization);
      assertProblem(await client.get(operator.owner.livesPath), 403, 'forbidden');
      // It is not a personal token of the user, who cannot change it as one.
      const listed = (await operator.get('/v1/me/tokens')).body.data.map(({ id }: JsonDocument) => id);
      assert.ok(!listed.includes(issued.id));
      assertProblem(await operator.post(`/v1/me/tokens/${issued.id}/rotate`, {}), 404, 'not_found');
      assertProblem(await operator.delete(`/v1/me/tokens/${issued.id}`), 404, 'not_found');
      const records = await lectern.installation.storage.audit.list(
        { kind: 'organization', id: organization },
        { limit: 100, before: null, since: null },
      );
      const made = records.find(
        ({ credentialId, operation }) => operation === 'createOrganizationLive' && credentialId === issued.id,
      );
      assert.ok(made?.userId, 'the audit names token and person');
      assert.ok(
        records.some(({ operation, resource }) => operation === 'collectTerminalToken' && resource === issued.id),
      );
    });

    it('when the terminal is used, then it has what the role allows at that time; when the membership ends, then it ends for good', async () => {
      const user = await member('admin');
      const { client } = await logIn(user);
      assert.ok((await scopesOf(client)).includes('translation.update'));
      const controller = await createLiveController(lectern, client.owner);
      await setRole(user, 'viewer');
      assert.deepEqual((await scopesOf(client)).toSorted(), [...ROLE_SCOPES.viewer].toSorted());
      assertProblem(await client.post(client.owner.livesPath, {}), 403, 'insufficient_scope');
      const { cursor } = await readSnapshot(lectern, controller);
      const poll = beginPoll(lectern, controller, { after: cursor });
      await waitUntilParked(poll);
      await leave(user);
      assertProblem(await poll.response, 401, 'invalid_token');
      assertProblem(await client.get('/v1/me'), 401, 'invalid_token');
      await setRole(user, 'admin');
      assertProblem(await client.get('/v1/me'), 401, 'invalid_token');
    });

    it('when its person is disabled, then the terminal does nothing', async () => {
      const user = await member('operator');
      const { client } = await logIn(user);
      await lectern.installation.administration.setUserDisabled(user.email, true);
      assertProblem(await client.get('/v1/books'), 401, 'invalid_token');
      await lectern.installation.administration.setUserDisabled(user.email, false);
      assert.equal((await client.get('/v1/books')).status, 200);
    });

    it('when scopes are named, then they narrow the token; those of a person, and more than 90 days, are refused', async () => {
      const viewer = await member('viewer');
      const { client } = await logIn(viewer, { scopes: ['live.get', 'live.update'] });
      assert.deepEqual(await scopesOf(client), ['live.get'], 'never more than the role');
      await setRole(viewer, 'operator');
      assert.deepEqual(await scopesOf(client), ['live.get', 'live.update'], 'by the role at each use');
      for (const wrong of [{ scopes: ['token.create'] }, { expires_in_days: 91 }, { organization_id: 'a b' }]) {
        const { status, body } = await post('/connect/terminal', {
          name: 'desk',
          organization_id: organization,
          ...wrong,
        });
        assert.deepEqual([status, body.error], [400, 'invalid_request'], JSON.stringify(wrong));
      }
    });

    it('when a user is not a member, then the user cannot allow it and does not learn whether the organization exists', async () => {
      const stranger = await createTestUser(lectern);
      const pages = [];
      for (const organization_id of [organization, '00000000-0000-7000-8000-000000000000']) {
        const login = await begin({ organization_id });
        const browser = await openAuthorizationBrowser(lectern, stranger);
        const page = await browser.get(`/connect?code=${login.user_code}`);
        assert.equal(page.status, 200);
        assert.ok(page.text.includes('not a member of') && !page.text.includes('Grace'));
        assert.ok(!page.text.includes('value="allow"'));
        pages.push(page.text.replaceAll(login.user_code, '').replaceAll(/value="[^"]*"/g, ''));
        assert.equal((await browser.submit(page, { decision: 'allow' }, '/connect')).status, 404);
        assert.deepEqual((await collect(login)).body, { error: 'authorization_pending' });
        assert.equal((await browser.submit(page, { decision: 'deny' }, '/connect')).status, 303);
      }
      assert.equal(pages[0], pages[1]);
    });

    it('when the person is no longer a member as the terminal collects, then the terminal gets nothing', async () => {
      const user = await member('operator');
      const login = await begin();
      const browser = await openAuthorizationBrowser(lectern, user);
      await browser.submit(await browser.get(`/connect?code=${login.user_code}`), { decision: 'allow' }, '/connect');
      await leave(user);
      assert.deepEqual((await collect(login)).body, { error: 'expired_token' });
    });

    it('when a terminal is connected, then the page of the organization lists it with its person and can end it; it may end itself', async () => {
      const user = await member('admin');
      const { client, issued } = await logIn(user, { name: 'Balcony' });
      const browser = await openAuthorizationBrowser(lectern, owner);
      const path = `/account/organizations/${organization}/tokens`;
      const page = await browser.get(path);
      assert.ok(page.text.includes('Balcony') && page.text.includes('Terminal of User'));
      const below = await openAuthorizationBrowser(lectern, await member('operator'));
      const shown = await below.get(path);
      assert.ok(!shown.forms.some(({ action }) => action.pathname.includes(issued.id)), 'it may more than an operator');
      const done = await browser.submit(page, {}, `${path}/${issued.id}/revoke`);
      assert.equal(done.status, 303);
      assertProblem(await client.get('/v1/me'), 401, 'invalid_token');
      const again = await logIn(user);
      assert.equal((await again.client.delete(`/v1/me/tokens/${again.issued.id}`)).status, 204);
      assertProblem(await again.client.get('/v1/me'), 401, 'invalid_token');
    });

    it('when a member, even a viewer, ends the tokens of own terminals, then this is allowed; a viewer sees no others', async () => {
      const viewer = await member('viewer');
      const own = await logIn(viewer, { name: 'Own laptop' });
      const other = await logIn(await member('viewer'), { name: 'Other laptop' });
      const browser = await openAuthorizationBrowser(lectern, viewer);
      const path = `/account/organizations/${organization}/tokens`;
      const page = await browser.get(path);
      assert.equal(page.status, 200, page.text);
      assert.ok(page.text.includes('Own laptop') && !page.text.includes('Other laptop'));
      assert.deepEqual(
        page.forms.map(({ action }) => action.pathname).filter((action) => action.startsWith(path)),
        [`${path}/${own.issued.id}/revoke`],
      );
      const isShown = async () => /that acts? for an organization</.test((await browser.get('/account')).text);
      assert.ok(await isShown(), 'it keeps its access with a new password');
      const form = page.forms.find(({ action }) => action.pathname.includes(own.issued.id))!;
      const foreign = form.action.href.replace(own.issued.id, other.issued.id);
      assert.equal((await browser.post(foreign, form.fields)).status, 403);
      assert.equal((await other.client.get('/v1/me')).status, 200);
      assert.equal((await browser.submit(page, {}, form.action.pathname)).status, 303);
      assertProblem(await own.client.get('/v1/me'), 401, 'invalid_token');
      assert.ok(!(await isShown()));
    });

    it('when one member connects many terminals, then they cannot use up all tokens of the organization', async () => {
      const viewer = await member('viewer');
      const { issued } = await logIn(viewer);
      const { storage } = lectern.installation;
      const before = await storage.organizations.listTokens(organization, new Date(now).toISOString());
      for (let more = 1; more < TERMINALS_PER_MEMBER_MAX; more++) await logIn(viewer);
      const login = await begin();
      const browser = await openAuthorizationBrowser(lectern, viewer);
      await browser.submit(await browser.get(`/connect?code=${login.user_code}`), { decision: 'allow' }, '/connect');
      assert.deepEqual((await collect(login)).body, { error: 'quota_exceeded' });
      await logIn(await member('operator'));
      const path = `/account/organizations/${organization}/tokens`;
      await browser.submit(await browser.get(path), {}, `${path}/${issued.id}/revoke`);
      assert.equal((await collect(login)).status, 200, 'it waits until there is room');
      const after = await storage.organizations.listTokens(organization, new Date(now).toISOString());
      assert.equal(after.length, before.length + TERMINALS_PER_MEMBER_MAX);
    });

    it('when the result is shown, then it leads a member, and no other user, to the tokens of the organization', async () => {
      const path = `/account/organizations/${organization}/tokens`;
      const viewer = await member('viewer');
      const browser = await openAuthorizationBrowser(lectern, viewer);
      const empty = await browser.get(path);
      assert.ok(empty.text.includes('You have not connected a terminal'));
      assert.ok(!empty.forms.some(({ action }) => action.pathname === path), 'a viewer creates no tokens');
      const login = await begin({ name: 'Balcony' });
      const judge = await browser.get(`/connect?code=${login.user_code}`);
      for (let sent = 0; sent < 2; sent++) {
        const done = await browser.follow(await browser.submit(judge, { decision: 'allow' }, '/connect'));
        assert.ok(done.text.includes(`href="${path}"`), 'also where the form is sent twice');
        assert.ok(!done.text.includes('class="more"><a href="/account/tokens"'));
      }
      assert.equal((await collect(login)).status, 200);
      const { csrf } = (await browser.get(path)).forms.find(({ action }) =>
        action.pathname.endsWith('/revoke'),
      )!.fields;
      const made = await browser.post(path, { csrf: csrf!, name: 'Wide', scopes: ['live.get'], expires_in_days: '' });
      assert.equal(made.status, 403);
      const stranger = await openAuthorizationBrowser(lectern, await createTestUser(lectern));
      const elsewhere = await stranger.get(`/connect?done=allowed&organization=${organization}`);
      assert.ok(!elsewhere.text.includes('Grace') && elsewhere.text.includes('href="/account/tokens"'));
      for (const odd of ['%00', 'none', 'x'.repeat(300)]) {
        assert.equal((await stranger.get(`/connect?done=allowed&organization=${odd}`)).status, 200);
      }
    });

    it('when a terminal asks for more than the role allows, then the page shows apart what the role does not allow', async () => {
      const browser = await openAuthorizationBrowser(lectern, await member('viewer'));
      const show = async (scopes: string[]) =>
        (await browser.get(`/connect?code=${(await begin({ scopes })).user_code}`)).text;
      const mixed = await show(['live.get', 'live.delete']);
      const [may, beyond] = mixed.split('your role does not have');
      assert.ok(may!.includes('See a room') && !may!.includes('Delete rooms'));
      assert.ok(beyond?.includes('Delete rooms'));
      assert.ok((await show(['live.delete'])).includes('your role allows nothing'));
      assert.ok(!(await show(['live.get'])).includes('your role does not have'));
    });

    it('when the membership ends, then an approval ends with it, even if the person comes back', async () => {
      const user = await member('operator');
      const login = await begin();
      const browser = await openAuthorizationBrowser(lectern, user);
      await browser.submit(await browser.get(`/connect?code=${login.user_code}`), { decision: 'allow' }, '/connect');
      await leave(user);
      await setRole(user, 'owner');
      assert.deepEqual((await collect(login)).body, { error: 'expired_token' });
    });

    it('when a viewer pushes, then it is refused; an operator may push until the role is taken away; the audit names the person', async () => {
      const { installation } = lectern;
      await saveEdition(installation.editions, smallEdition('one', { 1: { 1: { 1: 'Verse' } } }));
      await installation.administration.enableEdition('one', { organization });
      const person = await member('operator');
      const { client, issued } = await logIn(person);
      const controller = await createLiveController(lectern, client.owner, { translations: ['one'] });
      const push = () => controller.send('POST', '/stack', { reference: { book_id: 1, chapter: 1, verse: 1 } });
      assert.equal((await push()).status, 200);
      const { sequence } = (await controller.get()).body;
      await setRole(person, 'viewer');
      await controller.get();
      assertProblem(await push(), 403, 'insufficient_scope');
      assert.equal((await controller.get()).body.sequence, sequence, 'nothing was changed');
      const owner: Owner = { kind: 'organization', id: organization };
      const records = await installation.storage.audit.list(owner, { limit: 100, before: null, since: null });
      const { id } = (await installation.storage.accounts.findUserByEmail(person.email))!;
      const pushed = records.filter(
        ({ operation, credentialId }) => operation === 'pushStack' && credentialId === issued.id,
      );
      assert.deepEqual(
        pushed.map(({ userId }) => userId),
        [id],
      );
      for (const operation of ['allowTerminal', 'collectTerminalToken']) {
        assert.ok(
          records.some((record) => record.operation === operation && record.userId === id),
          operation,
        );
      }
    });

    it('when the organization ends, then the terminal ends with it, as does what was allowed and not collected', async () => {
      const { administration } = lectern.installation;
      const person = await createTestUser(lectern);
      const made = await administration.createOrganization({ name: 'Short-lived', ownerEmail: person.email });
      const { client } = await logIn(person, { organization_id: made.organizationId });
      const login = await begin({ organization_id: made.organizationId });
      const browser = await openAuthorizationBrowser(lectern, person);
      await browser.submit(await browser.get(`/connect?code=${login.user_code}`), { decision: 'allow' }, '/connect');
      const waiting = await begin({ organization_id: made.organizationId });
      await executeCommand(lectern.installation, 'account delete', { id: made.organizationId });
      assertProblem(await client.get('/v1/me'), 401, 'invalid_token');
      assert.deepEqual((await collect(login)).body, { error: 'expired_token' });
      const page = await browser.get(`/connect?code=${waiting.user_code}`);
      assert.ok(page.text.includes('not a member of') && !page.text.includes('value="allow"'));
    });

    it('when two allow one code at once, then one succeeds and the token belongs to that one', async () => {
      const login = await begin();
      const people = await Promise.all([member('operator'), member('viewer')]);
      const responses = await Promise.all(
        people.map(async (person) => {
          const browser = await openAuthorizationBrowser(lectern, person);
          const page = await browser.get(`/connect?code=${login.user_code}`);
          return () => browser.submit(page, { decision: 'allow' }, '/connect');
        }),
      );
      const statuses = (await Promise.all(responses.map((submit) => submit()))).map(({ status }) => status);
      assert.deepEqual(statuses.toSorted(), [303, 422]);
      const { body } = await collect(login);
      assert.equal(body.account.id, people[statuses.indexOf(303)]!.owner.id);
      assert.deepEqual((await collect(login)).body, { error: 'expired_token' });
    });

    it('when an organization is restricted, then it connects no terminal, and connected ones report it until the restriction is lifted', async () => {
      const person = await member('operator');
      const { client } = await logIn(person);
      const login = await begin();
      const browser = await openAuthorizationBrowser(lectern, person);
      const page = await browser.get(`/connect?code=${login.user_code}`);
      const restrict = (restricted: boolean) => setRestricted(lectern.installation, organization, restricted);
      await restrict(true);
      assert.equal((await browser.submit(page, { decision: 'allow' }, '/connect')).status, 403);
      assertProblem(await client.get(client.owner.livesPath), 403, 'processing_restricted');
      await restrict(false);
      assert.equal((await client.get(client.owner.livesPath)).status, 200);
      assert.equal((await browser.submit(page, { decision: 'allow' }, '/connect')).status, 303);
    });

    it('when 90 days have passed, then the terminal ends', async () => {
      const { client } = await logIn(await member('operator'));
      now += 90 * DAY_MS;
      assertProblem(await client.get('/v1/me'), 401, 'invalid_token');
    });
  });
}
