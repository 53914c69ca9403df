import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { executeCommand } from '../../../src/cli/execute.ts';
import { BrowserAgent, requireForm } from '../../support/requests/browser-agent.ts';
import { createTestOrganization, PAGE_ENGINES, startTestLectern } from '../../support/server/lectern.ts';
import { runSql } from '../../support/server/sql.ts';
import { useInProcessServer } from '../../support/server/suite-server.ts';

const PASSWORD = 'three quiet words';
const DAY_MS = 86_400_000;
let serial = 0;
const newEmail = () => `new-${++serial}@example.org`;

for (const engine of PAGE_ENGINES) {
  describe(`sign-up on ${engine}`, () => {
    let now = Date.now();
    const { lectern } = useInProcessServer({ engine, clock: () => now, editions: 'starter' });

    const open = () => new BrowserAgent(lectern.config.publicUrl);
    const invite = async (email: string, membership?: { organization: string; role: string }) =>
      (
        (await executeCommand(lectern.installation, 'user invite', { email, ...(membership && { membership }) })) as {
          url: string;
        }
      ).url;
    /** From the link to the form behind it. */
    const enter = async (browser: BrowserAgent, url: string) =>
      browser.follow(await browser.submit(await browser.get(url), {}, new URL(url).pathname));
    const memberOf = async (organization: string, email: string) =>
      (await lectern.installation.administration.listMembers(organization)).find((member) => member.email === email)
        ?.role;

    it('when an invitation is accepted, then user, account, library and membership are made, and the user is signed in', async () => {
      const organization = await createTestOrganization(lectern);
      const email = newEmail();
      const browser = open();
      const form = await enter(browser, await invite(email, { organization: organization.id, role: 'operator' }));
      assert.match(form.text, /Organization/);
      assert.ok(form.text.includes(email));
      const done = await browser.submit(form, { name: 'Grace Hopper', password: PASSWORD });
      assert.equal(done.status, 303);
      assert.equal(done.location?.pathname, `/account/organizations/${organization.id}`);
      assert.equal((await browser.follow(done)).status, 200);
      assert.equal(await memberOf(organization.id, email), 'operator');
      const { accountId } = (await lectern.installation.storage.accounts.findUserByEmail(email))!;
      assert.ok((await lectern.installation.editions.enabled({ kind: 'account', id: accountId })).has('kjv'));
      assert.equal((await open().signIn(email, PASSWORD)).status, 303);
    });

    it('when the form names another address, then the invited one counts', async () => {
      const [invited, wanted] = [newEmail(), newEmail()];
      const browser = open();
      const form = await enter(browser, await invite(invited));
      await browser.submit(form, { name: 'Someone', email: wanted, password: PASSWORD });
      assert.ok(await lectern.installation.storage.accounts.findUserByEmail(invited));
      assert.equal(await lectern.installation.storage.accounts.findUserByEmail(wanted), null);
    });

    it('when an invitation is used, even by ten at the same time, then it works once, and only for 7 days', async () => {
      const organization = await createTestOrganization(lectern);
      const email = newEmail();
      const url = await invite(email, { organization: organization.id, role: 'viewer' });
      const browsers = Array.from({ length: 10 }, open);
      const forms = await Promise.all(browsers.map((browser) => enter(browser, url)));
      const results = await Promise.all(
        browsers.map((browser, i) => browser.submit(forms[i]!, { name: `Browser ${i}`, password: PASSWORD })),
      );
      assert.equal(results.filter(({ status }) => status === 303).length, 1);
      assert.equal((await open().get(url)).status, 404);

      const late = await invite(newEmail());
      now += 7 * DAY_MS - 1_000;
      assert.equal((await open().get(late)).status, 200);
      now += 1_000;
      assert.equal((await open().get(late)).status, 404);
      assert.equal((await open().get(`/sign-up?invitation=${late.slice(-43)}`)).status, 404);
    });

    it('when the input is bad, then its field says so; the name is kept, the password is not, and the invitation still works', async () => {
      const browser = open();
      const form = await enter(browser, await invite(newEmail()));
      const cases: [Record<string, string>, RegExp][] = [
        [{ name: '   ', password: PASSWORD }, /id="name-problem"/],
        [{ name: 'x'.repeat(121), password: PASSWORD }, /id="name-problem"/],
        [{ name: 'Grace', password: '1234567' }, /id="password-problem"/],
        [{ name: 'Grace', password: '' }, /id="password-problem"/],
        [{ name: 'Grace', password: 'x y'.repeat(500) }, /id="password-problem"/],
        [{ name: 'Grace', password: 'Password1' }, /id="password-problem"/],
        [{ name: 'Grace Hopper', password: 'gracehopper' }, /id="password-problem"/],
      ];
      for (const [fields, expected] of cases) {
        const refused = await browser.submit(form, fields);
        assert.equal(refused.status, 422, JSON.stringify(fields).slice(0, 80));
        assert.match(refused.text, expected);
        assert.match(refused.text, /role="alert"/);
        assert.equal(requireForm(refused).fields.name, fields.name);
        assert.equal(requireForm(refused).fields.password, '');
      }
      assert.equal((await browser.submit(form, { name: 'Grace', password: PASSWORD })).status, 303);
    });

    it('when the invited person has an account, then they sign in first and then only join; a member keeps the role', async () => {
      const organization = await createTestOrganization(lectern);
      const email = newEmail();
      await lectern.installation.administration.createUser({ email, name: 'Known', password: PASSWORD });
      const url = await invite(email, { organization: organization.id, role: 'admin' });
      const again = await invite(email, { organization: organization.id, role: 'viewer' });
      const browser = open();
      const first = await enter(browser, url);
      const second = await browser.submit(first, { name: 'Second', password: 'another quiet word' });
      assert.equal(second.status, 422, 'no second account');
      const [, href] = /href="(\/sign-in\?[^"]*)"/.exec(first.text)!;
      const signIn = await browser.get(href!.replaceAll('&amp;', '&'));
      const join = await browser.follow(await browser.submit(signIn, { email, password: PASSWORD }, '/sign-in'));
      assert.equal((await browser.submit(join)).status, 303);
      assert.equal(await memberOf(organization.id, email), 'admin');
      assert.equal((await browser.get(again)).location?.pathname, `/account/organizations/${organization.id}`);
      const invited = await invite(email, { organization: organization.id, role: 'viewer' });
      assert.equal((await browser.submit(await enter(browser, invited))).status, 303);
      assert.equal(await memberOf(organization.id, email), 'admin');
    });

    it('when a person who has an account is invited, then another user cannot take the invitation', async () => {
      const organization = await createTestOrganization(lectern);
      const [email, thief] = [newEmail(), newEmail()];
      for (const each of [email, thief]) {
        await lectern.installation.administration.createUser({ email: each, name: 'Known', password: PASSWORD });
      }
      const url = await invite(email, { organization: organization.id, role: 'owner' });
      const browser = open();
      await browser.signIn(thief, PASSWORD);
      const page = await browser.get(url);
      const { csrf } = requireForm(await browser.get('/sign-in'), '/sign-in').fields;
      assert.equal((await browser.submit(page, { csrf })).status, 403, 'the token of another form');
      assert.ok(new URL((await browser.submit(page)).location!).searchParams.has('invitation'));
      const shown = await enter(browser, url);
      assert.equal((await browser.submit(shown, { name: 'Thief', password: 'another quiet word' })).status, 422);
      assert.equal(await memberOf(organization.id, thief), undefined);
      assert.equal(await memberOf(organization.id, email), undefined);
    });

    it('when there is no invitation, then there is no form, and a form that is sent nevertheless does nothing', async () => {
      const browser = open();
      assert.equal((await browser.get('/sign-up')).status, 403);
      assert.doesNotMatch((await browser.get('/sign-in')).text, /href="\/sign-up/);
      const email = newEmail();
      const invited = await enter(browser, await invite(newEmail()));
      const sent = await browser.submit(invited, { invitation: null, email, name: 'Someone', password: PASSWORD });
      assert.equal(sent.status, 403);
      assert.equal(await lectern.installation.storage.accounts.findUserByEmail(email), null);
    });

    it('when an invitation names an unknown role or an organization that does not exist, then it is refused', async () => {
      const { id } = await createTestOrganization(lectern);
      await assert.rejects(invite('no address'), { code: 'invalid_fields' });
      await assert.rejects(invite(newEmail(), { organization: id, role: 'king' }), { code: 'invalid_fields' });
      await assert.rejects(invite(newEmail(), { organization: 'nowhere', role: 'owner' }), { code: 'not_found' });
    });
  });

  describe(`LECTERN_SIGN_UP on ${engine}`, () => {
    it('when it is open, then anyone makes an account and goes on; an address that is taken is refused', async () => {
      await using lectern = await startTestLectern(engine, { LECTERN_SIGN_UP: 'open' });
      const browser = new BrowserAgent(lectern.config.publicUrl);
      assert.match((await browser.get('/sign-in?next=/account/tokens')).text, /href="\/sign-up\?next=/);
      const form = await browser.get('/sign-up?next=/account/tokens');
      assert.equal((await browser.submit(form, { name: 'A', email: 'none', password: PASSWORD })).status, 422);
      const email = newEmail();
      const done = await browser.submit(form, { name: 'Anyone', email, password: PASSWORD });
      assert.equal(done.location?.pathname, '/account/tokens');
      const other = new BrowserAgent(lectern.config.publicUrl);
      const again = { name: 'Other', email: email.toUpperCase(), password: 'another quiet word' };
      const taken = await other.submit(await other.get('/sign-up'), again);
      assert.equal(taken.status, 422);
      assert.match(taken.text, /id="email-problem"/);
      assert.equal((await other.signIn(email, 'another quiet word')).status, 403);
    });

    it('when it is open, then at most 100 accounts an hour are made from one address', async () => {
      await using lectern = await startTestLectern(engine, { LECTERN_SIGN_UP: 'open' });
      const signUp = async () => {
        const browser = new BrowserAgent(lectern.config.publicUrl);
        const fields = { name: 'Anyone', email: newEmail(), password: PASSWORD };
        return browser.submit(await browser.get('/sign-up'), fields);
      };
      assert.equal((await signUp()).status, 303);
      const [counter] = await runSql(lectern, 'SELECT failures FROM sign_in_failures');
      assert.equal(counter!.failures, 1);
      await runSql(lectern, 'UPDATE sign_in_failures SET failures = 99');
      assert.equal((await signUp()).status, 303);
      const refused = await signUp();
      assert.equal(refused.status, 429);
      assert.ok(Number(refused.headers.get('retry-after')) <= 3_600);
    });

    it('when it is closed, then no account can be made, not even by invitation', async () => {
      await using lectern = await startTestLectern(engine, { LECTERN_SIGN_UP: 'closed' });
      const [unknown, known, disabled] = [newEmail(), newEmail(), newEmail()];
      for (const email of [known, disabled]) {
        await lectern.installation.administration.createUser({ email, name: 'Known', password: PASSWORD });
      }
      await lectern.installation.administration.setUserDisabled(disabled, true);
      const invite = (email: string) => executeCommand(lectern.installation, 'user invite', { email });
      await assert.rejects(invite(unknown), { code: 'forbidden', message: /user create/ });
      await assert.rejects(invite(disabled), { code: 'forbidden', message: /disabled/ });
      assert.match(String(((await invite(known)) as { url: string }).url), /\/link\//);

      const { path } = await lectern.installation.links.invite(unknown, null);
      const browser = new BrowserAgent(lectern.config.publicUrl);
      const shown = await browser.follow(await browser.submit(await browser.get(path)));
      assert.equal(shown.forms.length, 0);
      const { csrf } = requireForm(await browser.get(path)).fields;
      for (const token of [csrf!, 'none']) {
        const fields = { csrf: token, invitation: path.slice(6), name: 'Unknown', password: PASSWORD };
        assert.equal((await browser.post('/sign-up', fields)).status, 403);
      }
      assert.equal(await lectern.installation.storage.accounts.findUserByEmail(unknown), null);
    });
  });
}
