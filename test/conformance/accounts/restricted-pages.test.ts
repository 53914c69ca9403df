import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { executeCommand } from '../../../src/cli/execute.ts';
import type { AgentFields, BrowserAgent } from '../../support/requests/browser-agent.ts';
import {
  authorizationOf,
  decide,
  openAuthorizationBrowser,
  openConsent,
  registerClient,
} from '../../support/requests/oauth-flow.ts';
import { createTestUser } from '../../support/requests/tokens.ts';
import { createTestOrganization, PAGE_ENGINES } from '../../support/server/lectern.ts';
import { useInProcessServer } from '../../support/server/suite-server.ts';

for (const engine of PAGE_ENGINES) {
  describe(`[D42] pages where processing is restricted, on ${engine}`, () => {
    const { lectern } = useInProcessServer({ engine });

    const set = (verb: 'restrict' | 'unrestrict', id: string) =>
      executeCommand(lectern.installation, `account ${verb}`, { id });
    /** Sends a form of a page, by what its address ends with. */
    const send = async (browser: BrowserAgent, place: string, ending: string, fields: AgentFields = {}) => {
      const page = await browser.get(place);
      assert.equal(page.status, 200, 'reading works');
      const form = page.forms.find(({ action }) => action.pathname.endsWith(ending));
      assert.ok(form, `${place} has a form that goes to ${ending}`);
      return browser.post(form.action, { ...form.fields, ...fields });
    };
    const token = { name: 'Tablet', authority: 'chosen', scopes: 'live.list', expires_in_days: '30' };

    it('[D42] when an account is restricted, then everything is shown with a notice, and writes are refused, except those that end something', async () => {
      const user = await createTestUser(lectern);
      const [browser, other] = [
        await openAuthorizationBrowser(lectern, user),
        await openAuthorizationBrowser(lectern, user),
      ];
      assert.equal((await send(browser, '/account/tokens', '/account/tokens', token)).status, 200);
      const client = await registerClient(lectern);
      const consent = await openConsent(browser, authorizationOf(client));
      await set('restrict', user.owner.id);

      for (const place of ['/account', '/account/apps', '/account/tokens', '/account/sessions', '/account/activity']) {
        assert.match((await browser.get(place)).text, /has restricted your account/, place);
      }
      const writes: [string, string, AgentFields][] = [
        ['/account', '/account/name', { name: 'Renamed' }],
        ['/account', '/account/password', { current_password: '', password: 'three quiet words' }],
        ['/account/tokens', '/account/tokens', token],
        ['/account/tokens', '/rotate', {}],
        ['/account/tokens', '/rename', { name: 'Renamed' }],
        ['/account/organizations', '/account/organizations', { name: 'New' }],
      ];
      for (const [place, ending, fields] of writes) {
        const refused = await send(browser, place, ending, fields);
        assert.equal(refused.status, 403, ending);
        assert.match(refused.text, /Changes are restricted/, ending);
        assert.equal((await send(browser, place, ending, { ...fields, csrf: 'none' })).status, 403);
      }
      const allowed = await decide(browser, consent, 'allow');
      assert.equal(allowed.status, 403);
      assert.match(allowed.text, /Changes are restricted/);
      const german = await browser.get('/account', { 'accept-language': 'de' });
      assert.match(german.text, /Ihr Konto eingeschränkt/);

      const tokens = await send(browser, '/account/tokens', '/revoke');
      assert.equal(tokens.status, 303);
      assert.equal((await send(browser, '/account/sessions', '/end-others')).status, 303);
      assert.equal((await other.get('/account')).status, 303);
      assert.equal((await decide(browser, consent, 'deny')).status, 303);
      assert.equal((await browser.get('/account/organizations')).status, 200);

      await set('unrestrict', user.owner.id);
      assert.doesNotMatch((await browser.get('/account')).text, /has restricted/);
      assert.equal((await send(browser, '/account', '/account/name', { name: 'Renamed' })).status, 303);
      await set('restrict', user.owner.id);
      assert.equal((await send(browser, '/account', '/sign-out')).status, 303);
    });

    it('[D42] when an organization is restricted, then writes are refused to every member, except those that end something; no user joins', async () => {
      const user = await createTestUser(lectern);
      const browser = await openAuthorizationBrowser(lectern, user);
      const { id } = await createTestOrganization(lectern);
      const { administration, links, storage } = lectern.installation;
      await administration.setMember({ organization: id, email: user.email, role: 'owner' });
      const invited = await createTestUser(lectern);
      const { path: link } = await links.invite(invited.email, { organization: id, role: 'viewer' });
      const path = `/account/organizations/${id}`;
      const made = await send(browser, `${path}/tokens`, '/tokens', { ...token, expires_in_days: '' });
      assert.equal(made.status, 200);
      await set('restrict', id);

      for (const place of [path, `${path}/tokens`, `${path}/activity`]) {
        assert.match((await browser.get(place)).text, /has restricted this organization/, place);
      }
      const writes: [string, string, AgentFields][] = [
        [path, '/rename', { name: 'Renamed' }],
        [path, '/members', { email: 'new@example.org', role: 'viewer' }],
        [path, '/role', { role: 'viewer' }],
        [path, '/remove', {}],
        [`${path}/tokens`, '/tokens', token],
      ];
      for (const [place, ending, fields] of writes) {
        const refused = await send(browser, place, ending, fields);
        assert.equal(refused.status, 403, ending);
        assert.match(refused.text, /Changes are restricted/, ending);
      }
      const guest = await openAuthorizationBrowser(lectern, invited);
      const join = await guest.follow(await guest.submit(await guest.get(link), {}, link));
      assert.equal((await guest.submit(join)).status, 403);
      const { id: guestId } = (await storage.accounts.findUserByEmail(invited.email))!;
      assert.equal(await storage.accounts.findRole(id, guestId), null);

      assert.equal((await send(browser, `${path}/tokens`, '/revoke')).status, 303);
      assert.equal((await send(browser, path, '/withdraw')).status, 303);
      assert.equal((await guest.get(link)).status, 404);
      // The own account is not restricted.
      assert.equal((await send(browser, '/account', '/account/name', { name: 'Renamed' })).status, 303);
    });
  });
}
