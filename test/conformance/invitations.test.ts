import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { INVITATIONS_PER_ORGANIZATION_MAX } from '../../src/contract/limits.ts';
import type { Role } from '../../src/contract/scopes.ts';
import { BrowserAgent } from '../support/browser-agent.ts';
import { createOrganization, ENGINES, startTestLectern, type TestLectern, type TestOwner } from '../support/lectern.ts';
import { createMember, createPerson, organizationPath, type Person, roleOf, setRole } from '../support/members.ts';
import { runSql } from '../support/sql.ts';

const PASSWORD = 'three quiet words';
let serial = 0;
const newEmail = () => `invited-${++serial}@example.org`;

for (const engine of ENGINES) {
  describe(`[D34] invitations to an organization on ${engine}`, () => {
    let lectern: TestLectern;
    before(async () => {
      lectern = await startTestLectern(engine);
    });
    after(() => lectern.close());

    const open = ({ browser }: Person, organization: TestOwner) => browser.get(organizationPath(organization));
    const send = async (person: Person, organization: TestOwner, email: string, role: Role) =>
      person.browser.submit(
        await open(person, organization),
        { email, role },
        `${organizationPath(organization)}/members`,
      );
    /** The path of the link. */
    const invite = async (person: Person, organization: TestOwner, email: string, role: Role) => {
      const { status, text } = await send(person, organization, email, role);
      assert.equal(status, 200, text);
      return /\/link\/[A-Za-z0-9_-]{43}/.exec(text)![0];
    };
    const enter = async (browser: BrowserAgent, path: string) =>
      browser.follow(await browser.submit(await browser.get(path), {}, path));

    /** What can become of somebody who has invited an administrator. */
    const FALLS: Record<string, (organization: TestOwner, inviter: Person) => Promise<unknown>> = {
      'a viewer now': (organization, inviter) => setRole(lectern, organization, inviter, 'viewer'),
      'no member any more': ({ id }, { email }) =>
        lectern.installation.administration.removeMember({ organization: id, email }),
      disabled: (_, { email }) => lectern.installation.administration.setUserDisabled(email, true),
    };

    for (const [state, fall] of Object.entries(FALLS)) {
      it(`[D34] an invitation by somebody who is ${state} does nothing, neither for a user nor for somebody new`, async () => {
        const organization = await createOrganization(lectern);
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

    it('[D34] the transaction itself judges the inviter, and an invitation that is refused is not used up', async () => {
      const organization = await createOrganization(lectern);
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

    it('[D34] of an invitation and the demotion of its maker at once, either comes first', async () => {
      for (let round = 0; round < 5; round++) {
        const organization = await createOrganization(lectern);
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

    it('[D34] nobody is a member unasked, and the page says the same whether there is such a user or not', async () => {
      const organization = await createOrganization(lectern);
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
            .replaceAll(/\d{2}:\d{2}/g, 'TIME')
            .replaceAll(/name="csrf" value="[^"]*"/g, '');
        shown.push([status, plain(text), plain(behind)]);
      }
      assert.deepEqual(shown[1], shown[0]);
      assert.deepEqual(shown[2], shown[0]);
      const members = await lectern.installation.administration.listMembers(organization.id);
      assert.ok(members.every(({ role }) => role === 'owner'));
    });

    it('[D43] open invitations are listed for those who manage members, and withdrawn by who may offer the role', async () => {
      const organization = await createOrganization(lectern);
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
      for (const told of [high, low, 'Open invitations', 'invited by']) assert.ok(page.text.includes(told), told);
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
      assert.match((await admin.browser.follow(done)).text, /The invitation is withdrawn/);
      assert.equal((await admin.browser.get(paths[1]!)).status, 404);
      assert.equal((await admin.browser.submit(page, {}, withdrawals(page)[0])).status, 404);
      const [last] = await lectern.installation.storage.audit.list({ kind: 'organization', id: organization.id }, PAGE);
      assert.deepEqual([last!.operation, last!.userId], ['withdrawInvitation', admin.id]);

      const other = await createOrganization(lectern);
      const stranger = await createMember(lectern, other, 'owner');
      const own = await open(stranger, other);
      const token = own.forms.find(({ action }) => action.pathname.endsWith('/members'))!.fields.csrf!;
      const id = foreign.split('/').at(-2)!;
      for (const path of [foreign, `${organizationPath(other)}/invitations/${id}/withdraw`]) {
        assert.equal((await stranger.browser.post(path, { csrf: token })).status, 404, path);
      }
      await setRole(lectern, organization, owner, 'admin');
      assert.match((await open(admin, organization)).text, /may not give this role any more/);
    });

    it(`an organization has at most ${INVITATIONS_PER_ORGANIZATION_MAX} open invitations, also by invitations at once`, async () => {
      const organization = await createOrganization(lectern);
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
      const answers = await Promise.all(
        [newEmail(), newEmail()].map((email) =>
          owner.browser.submit(page, { email, role: 'viewer' }, `${organizationPath(organization)}/members`),
        ),
      );
      assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 409]);
      assert.match(answers.find(({ status }) => status === 409)!.text, /Withdraw one first/);
    });
  });
}

const PAGE = { limit: 100, before: null, since: null };
