import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { INVITATIONS_PER_ORGANIZATION_MAX } from '../../../src/contract/limits.ts';
import type { Role } from '../../../src/contract/scopes.ts';
import { BrowserAgent } from '../../support/requests/browser-agent.ts';
import {
  createMember,
  createPerson,
  organizationPagePath,
  type Person,
  roleOf,
  setRole,
} from '../../support/requests/members.ts';
import { createTestOrganization, PAGE_ENGINES, type TestOwner } from '../../support/server/lectern.ts';
import { runSql } from '../../support/server/sql.ts';
import { useInProcessServer } from '../../support/server/suite-server.ts';

const PASSWORD = 'three quiet words';
let serial = 0;
const newEmail = () => `invited-${++serial}@example.org`;

for (const engine of PAGE_ENGINES) {
  describe(`[D34] invitations to an organization on ${engine}`, () => {
    const { lectern } = useInProcessServer({ engine });

    const open = ({ browser }: Person, organization: TestOwner) => browser.get(organizationPagePath(organization));
    const send = async (person: Person, organization: TestOwner, email: string, role: Role) =>
      person.browser.submit(
        await open(person, organization),
        { email, role },
        `${organizationPagePath(organization)}/members`,
      );
    /** The path of the link. */
    const invite = async (person: Person, organization: TestOwner, email: string, role: Role) => {
      const { status, text } = await send(person, organization, email, role);
      assert.equal(status, 200, text);
      return /\/link\/[A-Za-z0-9_-]{43}/.exec(text)![0];
    };
    const enter = async (browser: BrowserAgent, path: string) =>
      browser.follow(await browser.submit(await browser.get(path), {}, path));

    /** Events after which an inviter can no longer invite administrators. */
    const FALLS: Record<string, (organization: TestOwner, inviter: Person) => Promise<unknown>> = {
      'a viewer now': (organization, inviter) => setRole(lectern, organization, inviter, 'viewer'),
      'no member any more': ({ id }, { email }) =>
        lectern.installation.administration.removeMember({ organization: id, email }),
      disabled: (_, { email }) => lectern.installation.administration.setUserDisabled(email, true),
    };

    for (const [state, fall] of Object.entries(FALLS)) {
      it(`[D34] when the inviter is ${state}, then the invitation does nothing, neither for a user nor for a new person`, async () => {
        const organization = await createTestOrganization(lectern);
        const inviter = await createMember(lectern, organization, 'admin');
        const invited = await createPerson(lectern);
        const someone = newEmail();
        const known = await invite(inviter, organization, invited.email, 'admin');
        const fresh = await invite(inviter, organization, someone, 'admin');
        // The pages are open already, and are sent afterwards.
        const stranger = new BrowserAgent(lectern.config.publicUrl);
        const [join, signUp] = [await enter(invited.browser, known), await enter(stranger, fresh)];
        await fall(organization, inviter);
        assert.equal((await invited.browser.submit(join)).status, 404);
        assert.equal((await stranger.submit(signUp, { name: 'New', password: PASSWORD })).status, 404);
        for (const path of [known, fresh]) assert.equal((await stranger.get(path)).status, 404);
        assert.equal(await roleOf(lectern, organization, invited), null);
        assert.equal(await lectern.installation.storage.accounts.findUserByEmail(someone), null);
      });
    }

    it('[D34] when an invitation is accepted, then the transaction itself judges the inviter, and a refused invitation is not used up', async () => {
      const organization = await createTestOrganization(lectern);
      const inviter = await createMember(lectern, organization, 'owner');
      const invited = await createPerson(lectern);
      const path = await invite(inviter, organization, invited.email, 'owner');
      const { links, storage } = lectern.installation;
      const accept = () => storage.links.accept(links.useOf(path.slice(6)), invited.id, audit);
      const audit = (await storage.audit.list({ kind: 'organization', id: organization.id }, PAGE))[0]!;
      await setRole(lectern, organization, inviter, 'admin');
      assert.equal(await accept(), false);
      assert.equal(await roleOf(lectern, organization, invited), null);
      await setRole(lectern, organization, inviter, 'owner');
      const join = await enter(invited.browser, path);
      assert.equal((await invited.browser.submit(join)).status, 303);
      assert.equal(await roleOf(lectern, organization, invited), 'owner');
    });

    it('[D34] when an invitation is used and its maker demoted at the same time, then either comes first', async () => {
      for (let round = 0; round < 5; round++) {
        const organization = await createTestOrganization(lectern);
        const inviter = await createMember(lectern, organization, 'owner');
        const invited = await createPerson(lectern);
        const join = await enter(invited.browser, await invite(inviter, organization, invited.email, 'owner'));
        const [{ status }] = await Promise.all([
          invited.browser.submit(join),
          setRole(lectern, organization, inviter, 'viewer'),
        ]);
        assert.equal(await roleOf(lectern, organization, invited), status === 303 ? 'owner' : null, String(status));
        assert.ok([303, 404].includes(status));
      }
    });

    it('[D34] when a person is invited, then they do not become a member unasked, and the page says the same whether the user exists or not', async () => {
      const organization = await createTestOrganization(lectern);
      const owner = await createMember(lectern, organization, 'owner');
      const disabled = await createPerson(lectern);
      await lectern.installation.administration.setUserDisabled(disabled.email, true);
      const shown = [];
      for (const email of [(await createPerson(lectern)).email, newEmail(), disabled.email]) {
        const { status, text } = await send(owner, organization, email, 'operator');
        const path = /\/link\/[A-Za-z0-9_-]{43}/.exec(text)![0];
        const { text: behind } = await enter(owner.browser, path);
        const plain = (page: string) =>
          page
            .replaceAll(email, 'ADDRESS')
            .replaceAll(path.slice(6), 'SECRET')
            .replaceAll(/<time .*?<\/time>/g, 'TIME')
            .replaceAll(/name="csrf" value="[^"]*"/g, '');
        shown.push([status, plain(text), plain(behind)]);
      }
      assert.deepEqual(shown[1], shown[0]);
      assert.deepEqual(shown[2], shown[0]);
      const members = await lectern.installation.administration.listMembers(organization.id);
      assert.ok(members.every(({ role }) => role === 'owner'));
    });

    it('[D43] when invitations are open, then members who manage members see them, and those who may offer the role may withdraw them', async () => {
      const organization = await createTestOrganization(lectern);
      const [owner, admin] = [
        await createMember(lectern, organization, 'owner'),
        await createMember(lectern, organization, 'admin'),
      ];
      const viewer = await createMember(lectern, organization, 'viewer');
      const [high, low] = [newEmail(), newEmail()];
      const paths = [
        await invite(owner, organization, high, 'owner'),
        await invite(admin, organization, low, 'operator'),
      ];
      const page = await open(admin, organization);
      for (const line of [high, low, 'Open invitations', 'invited by']) assert.ok(page.text.includes(line), line);
      assert.doesNotMatch((await open(viewer, organization)).text, /Open invitations|invited-/);
      const withdrawals = (of: { forms: readonly { action: URL }[] }) =>
        of.forms.map(({ action }) => action.pathname).filter((path) => path.endsWith('/withdraw'));
      assert.equal(withdrawals(page).length, 1, 'not that of an owner');
      const all = withdrawals(await open(owner, organization));
      const foreign = all.find((path) => !withdrawals(page).includes(path))!;
      const { csrf } = page.forms.find(({ action }) => action.pathname.endsWith('/members'))!.fields;
      assert.equal((await admin.browser.post(foreign, { csrf: csrf! })).status, 403);
      assert.equal((await admin.browser.get(paths[0]!)).status, 200);
      const done = await admin.browser.submit(page, {}, withdrawals(page)[0]);
      assert.match((await admin.browser.follow(done)).text, /The invitation was withdrawn/);
      assert.equal((await admin.browser.get(paths[1]!)).status, 404);
      assert.equal((await admin.browser.submit(page, {}, withdrawals(page)[0])).status, 404);
      const [last] = await lectern.installation.storage.audit.list({ kind: 'organization', id: organization.id }, PAGE);
      assert.deepEqual([last!.operation, last!.userId], ['withdrawInvitation', admin.id]);

      const other = await createTestOrganization(lectern);
      const stranger = await createMember(lectern, other, 'owner');
      const own = await open(stranger, other);
      const token = own.forms.find(({ action }) => action.pathname.endsWith('/members'))!.fields.csrf!;
      const id = foreign.split('/').at(-2)!;
      for (const path of [foreign, `${organizationPagePath(other)}/invitations/${id}/withdraw`]) {
        assert.equal((await stranger.browser.post(path, { csrf: token })).status, 404, path);
      }
      await setRole(lectern, organization, owner, 'admin');
      assert.match((await open(admin, organization)).text, /can no longer assign this role/);
    });

    it(`when invitations are made, even at once, then an organization has at most ${INVITATIONS_PER_ORGANIZATION_MAX} open ones`, async () => {
      const organization = await createTestOrganization(lectern);
      const owner = await createMember(lectern, organization, 'owner');
      await invite(owner, organization, newEmail(), 'viewer');
      const columns = 'purpose, email, organization_id, role, invited_by, created_at, expires_at';
      for (let i = 2; i < INVITATIONS_PER_ORGANIZATION_MAX; i++) {
        await runSql(
          lectern,
          `INSERT INTO one_time_links (hash, id, ${columns}) SELECT '${organization.id}-${i}', '${organization.id}-${i}', ${columns}
           FROM one_time_links WHERE organization_id = '${organization.id}' LIMIT 1`,
        );
      }
      const page = await open(owner, organization);
      const responses = await Promise.all(
        [newEmail(), newEmail()].map((email) =>
          owner.browser.submit(page, { email, role: 'viewer' }, `${organizationPagePath(organization)}/members`),
        ),
      );
      assert.deepEqual(responses.map(({ status }) => status).sort(), [200, 409]);
      // Of two from one page the later is refused for that, too, where it comes when the other is done.
      assert.match(responses.find(({ status }) => status === 409)!.text, /Withdraw one first|No invitation was sent/);
      assert.match((await send(owner, organization, newEmail(), 'viewer')).text, /Withdraw one first/);
    });

    it('[D34] when the form is sent again, as a reload does, then there is no second invitation', async () => {
      const organization = await createTestOrganization(lectern);
      const { browser } = await createMember(lectern, organization, 'admin');
      const path = organizationPagePath(organization);
      const page = await browser.get(path);
      const fields = { email: newEmail(), role: 'viewer' };
      const first = await browser.submit(page, fields, `${path}/members`);
      assert.equal(first.status, 200, first.text);
      for (const [language, words] of [
        ['en', 'No invitation was sent'],
        ['pt', 'Ninguém foi convidado'],
        ['de', 'Es wurde niemand eingeladen'],
      ] as const) {
        browser.headers['accept-language'] = language;
        const again = await browser.submit(page, fields, `${path}/members`);
        assert.equal(again.status, 409);
        assert.ok(again.text.includes(words) && again.text.includes(`value="${fields.email}"`), again.text);
        assert.ok(!again.text.includes('/link/'));
      }
      const { storage } = lectern.installation;
      const listed = () => storage.organizations.listInvitations(organization.id, new Date().toISOString());
      assert.equal((await listed()).length, 1);
      assert.equal((await browser.submit(await browser.get(path), fields, `${path}/members`)).status, 200);
      assert.equal((await listed()).length, 2, 'from the page as it is now another one is made');
    });

    it('[D34] when an invitation leads through sign-in, then the invited address is filled in, and sign-in leads back to the invitation', async () => {
      const organization = await createTestOrganization(lectern);
      const owner = await createMember(lectern, organization, 'owner');
      const invited = { email: newEmail(), name: 'Invited', password: PASSWORD };
      await lectern.installation.administration.createUser(invited);
      for (const email of [invited.email, newEmail()]) {
        const path = await invite(owner, organization, email, 'viewer');
        const browser = new BrowserAgent(lectern.config.publicUrl);
        const { text } = await enter(browser, path);
        const [, href] = /href="(\/sign-in\?[^"]*)"/.exec(text) ?? assert.fail(text);
        const signIn = await browser.get(href!.replaceAll('&amp;', '&'));
        assert.match(signIn.text, new RegExp(`name="email" type="email" value="${email}"`), 'an account or not');
        assert.match(signIn.text, /You can then join Organization\./);
        if (email !== invited.email) continue;
        const signedIn = await browser.submit(signIn, { password: PASSWORD }, '/sign-in');
        assert.equal(signedIn.location!.pathname + signedIn.location!.search, `/sign-up?invitation=${path.slice(6)}`);
        const joined = await browser.submit(await browser.follow(signedIn));
        assert.match((await browser.follow(joined)).text, /You are now a member of this organization/);
      }
      const strange = await new BrowserAgent(lectern.config.publicUrl).get(
        `/sign-in?next=${encodeURIComponent(`/sign-up?invitation=${'c'.repeat(43)}`)}`,
      );
      assert.match(strange.text, /name="email" type="email" value=""/);
    });

    it('[D34] when a user joins, then the organization opens and is named, and the link leads there from then on', async () => {
      const [organization, other] = [await createTestOrganization(lectern), await createTestOrganization(lectern)];
      const owner = await createMember(lectern, organization, 'owner');
      const elsewhere = await createMember(lectern, other, 'owner');
      const invited = await createPerson(lectern);
      const someone = newEmail();
      const known = await invite(owner, organization, invited.email, 'viewer');
      const fresh = await invite(owner, organization, someone, 'operator');
      const newcomer = new BrowserAgent(lectern.config.publicUrl);
      for (const [browser, path, fields] of [
        [invited.browser, known, {}],
        [newcomer, fresh, { name: 'New', password: PASSWORD }],
      ] as const) {
        const opened = await browser.get(path);
        const form = await enter(browser, path);
        const joined = await browser.submit(form, fields);
        assert.equal(joined.location?.pathname, organizationPagePath(organization));
        const page = await browser.follow(joined);
        assert.match(page.text, /You are now a member of this organization/);
        assert.match(page.text, /<h1>Organization<\/h1>/);
        for (const again of [
          await browser.get(path),
          await browser.get(`/sign-up?invitation=${path.slice(6)}`),
          await browser.submit(opened),
          await browser.submit(form, fields),
        ]) {
          assert.deepEqual([again.status, again.location?.pathname], [303, organizationPagePath(organization)]);
          assert.match((await browser.follow(again)).text, /This invitation was already used: you are a member/);
        }
      }
      const unknown = await elsewhere.browser.get(`/link/${'a'.repeat(43)}`);
      for (const browser of [elsewhere.browser, new BrowserAgent(lectern.config.publicUrl)]) {
        for (const path of [known, `/sign-up?invitation=${known.slice(6)}`]) {
          const { status, text } = await browser.get(path);
          assert.deepEqual([status, text], [404, unknown.text], 'no other user learns that there was an invitation');
        }
      }
      await lectern.installation.administration.removeMember({ organization: organization.id, email: invited.email });
      assert.equal((await invited.browser.get(known)).status, 404);
      assert.equal((await newcomer.get(`/link/${'b'.repeat(43)}`)).status, 404);
    });

    it('[D34] when a user joins by one invitation, then the others to that organization are used up, and no others', async () => {
      const [organization, other] = [await createTestOrganization(lectern), await createTestOrganization(lectern)];
      const owner = await createMember(lectern, organization, 'owner');
      const elsewhere = await createMember(lectern, other, 'owner');
      const invited = await createPerson(lectern);
      const paths = [
        await invite(owner, organization, invited.email, 'viewer'),
        await invite(owner, organization, invited.email, 'admin'),
      ];
      const kept = [
        await invite(owner, organization, newEmail(), 'viewer'),
        await invite(elsewhere, other, invited.email, 'viewer'),
      ];
      await invited.browser.submit(await enter(invited.browser, paths[0]!));
      assert.equal(await roleOf(lectern, organization, invited), 'viewer');
      const { links, storage } = lectern.installation;
      assert.equal((await storage.organizations.listInvitations(organization.id, new Date().toISOString())).length, 1);
      for (const path of paths) {
        assert.equal(await links.find(path.slice(6)), null);
        assert.equal((await invited.browser.get(path)).location?.pathname, organizationPagePath(organization));
      }
      for (const path of kept) assert.equal((await invited.browser.get(path)).status, 200);
      // A removed member cannot come back with one of them.
      await lectern.installation.administration.removeMember({ organization: organization.id, email: invited.email });
      assert.equal((await invited.browser.get(paths[1]!)).status, 404);
    });
  });
}

const PAGE = { limit: 100, before: null, since: null };
