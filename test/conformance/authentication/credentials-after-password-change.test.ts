import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { toAuditRecord, toCommandActor } from '../../../src/domain/audit/audit.ts';
import { newId } from '../../../src/domain/identifiers.ts';
import { BrowserAgent } from '../../support/requests/browser-agent.ts';
import { createGrant } from '../../support/requests/grants.ts';
import { startStoredSession } from '../../support/requests/start-session.ts';
import { PAGE_ENGINES } from '../../support/server/lectern.ts';
import { useInProcessServer } from '../../support/server/suite-server.ts';

const PASSWORD = 'three quiet words';
const NEW_PASSWORD = 'four rather quiet words';
const LANGUAGES = ['en', 'pt', 'de'] as const;
let serial = 0;

for (const engine of PAGE_ENGINES) {
  describe(`[D35] what keeps its access with a new password, on ${engine}`, () => {
    const { lectern } = useInProcessServer({ engine, settings: { LECTERN_BUDGET_PAGES: '1000000' } });

    const open = (language: string) => new BrowserAgent(lectern.config.publicUrl, { 'accept-language': language });
    const createPerson = async () => {
      const email = `lasting-${++serial}@example.org`;
      const { administration } = lectern.installation;
      const { userId } = await administration.createUser({ email, name: 'Ada Lovelace', password: PASSWORD });
      return { email, userId };
    };
    /** Apps, tokens and passkeys of a user. */
    const giveAccess = async (
      { email, userId }: { email: string; userId: string },
      counts: { apps: number; tokens: number; passkeys: number },
    ) => {
      const { administration, storage } = lectern.installation;
      for (let i = 0; i < counts.apps; i++) await createGrant(lectern, { email });
      // One that counts for nothing any more.
      await createGrant(lectern, { email }, { revoked: true });
      for (let i = 0; i < counts.tokens; i++) await administration.createToken({ subject: { user: email } });
      const createdAt = new Date().toISOString();
      const session = await startStoredSession(storage, userId, createdAt);
      for (let i = 0; i < counts.passkeys; i++) {
        const passkey = { id: newId(), userId, name: 'Phone', publicKey: 'pQ', counter: 0, transports: [] };
        await storage.passkeys.add(
          { ...passkey, createdAt, lastUsedAt: null },
          { secretHash: session.hash, quota: 20 },
          toAuditRecord(toCommandActor('test'), { owner: null }),
        );
      }
    };
    /** Texts of the links in the list, by their addresses; null where there is no list. */
    const listIn = (text: string): Record<string, string> | null => {
      const list = /<ul class="lasting">([\s\S]*?)<\/ul>/.exec(text)?.[1];
      if (list === undefined) return null;
      return Object.fromEntries(
        [...list.matchAll(/<a href="([^"]+)">([^<]+)<\/a>/g)].map(([, href, named]) => [href, named]),
      );
    };
    const linkOf = async (email: string) => (await lectern.installation.links.createForUser(email, 'reset', 1)).path;

    const words = {
      en: ['2 connected apps', '3 personal tokens', '1 passkey'],
      pt: ['2 aplicativos conectados', '3 tokens pessoais', '1 chave de acesso'],
      de: ['2 verbundene Apps', '3 persönliche Tokens', '1 Passkey'],
    };
    for (const language of LANGUAGES) {
      it(`when a password is reset or changed, then the page of the link, the form and what comes after either say what keeps its access, in ${language}`, async () => {
        const person = await createPerson();
        await giveAccess(person, { apps: 2, tokens: 3, passkeys: 1 });
        const [apps, tokens, passkeys] = words[language];
        const expected = { '/account/apps': apps, '/account/tokens': tokens, '/account/sessions#passkeys': passkeys };
        const browser = open(language);
        const path = await linkOf(person.email);
        const page = await browser.get(path);
        assert.deepEqual(listIn(page.text), expected);
        const refused = await browser.submit(page, { password: 'short' });
        assert.equal(refused.status, 422);
        assert.deepEqual(listIn(refused.text), expected);
        const reset = await browser.submit(refused, { password: NEW_PASSWORD });
        assert.equal(reset.location?.pathname, '/account');
        assert.deepEqual(listIn((await browser.follow(reset)).text), expected);

        const account = await browser.get('/account');
        const form = /<details>[\s\S]*?name="current_password"/.exec(account.text)![0];
        assert.deepEqual(listIn(form), expected);
        const fields = { current_password: NEW_PASSWORD, password: PASSWORD };
        const changed = await browser.submit(account, fields, '/account/password');
        const text = (await browser.follow(changed)).text;
        assert.deepEqual(listIn(text.slice(text.indexOf('role="status"'))), expected);
        for (const href of Object.keys(expected)) assert.equal((await browser.get(href)).status, 200, href);
      });
    }

    it('when nothing keeps its access, then the page says so', async () => {
      const { email } = await createPerson();
      const browser = open('en');
      const path = await linkOf(email);
      const page = await browser.get(path);
      assert.equal(listIn(page.text), null);
      assert.match(page.text, /Nothing else has access to the account/);
      const account = await browser.follow(await browser.submit(page, { password: NEW_PASSWORD }));
      assert.equal(listIn(account.text), null);
      assert.match(account.text, /Nothing else has access to the account/);
    });

    it('when a user can have made service tokens, then the page names them, and to other users it does not', async () => {
      const [owner, viewer] = [await createPerson(), await createPerson()];
      const { administration } = lectern.installation;
      const organization = await administration.createOrganization({ name: 'Church', ownerEmail: owner.email });
      await administration.setMember({
        organization: organization.organizationId,
        email: viewer.email,
        role: 'viewer',
      });
      const ofOwner = listIn((await open('en').get(await linkOf(owner.email))).text);
      assert.deepEqual(ofOwner, { '/account/organizations': 'service tokens of your organizations' });
      assert.equal(listIn((await open('en').get(await linkOf(viewer.email))).text), null);
    });

    it('when a user was going to another page, then the user continues there after the reset', async () => {
      const { email } = await createPerson();
      const browser = open('en');
      const page = await browser.get(`${await linkOf(email)}?next=/account/tokens`);
      assert.equal((await browser.submit(page, { password: NEW_PASSWORD })).location?.pathname, '/account/tokens');
    });
  });
}
