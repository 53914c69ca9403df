import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { executeCommand } from '../../../src/cli/execute.ts';
import type { Role } from '../../../src/contract/scopes.ts';
import { toCommandActor } from '../../../src/domain/audit/audit.ts';
import { openConsoleSession, startConsole, type TestConsole } from '../../support/browser/console.ts';
import { api, createTestLive } from '../../support/requests/api.ts';
import { type AgentPage, BrowserAgent } from '../../support/requests/browser-agent.ts';
import {
  createMember,
  createPerson,
  organizationPagePath,
  type Person,
  setRole,
} from '../../support/requests/members.ts';
import { PAGE_ENGINES, type TestOwner } from '../../support/server/lectern.ts';
import { useInProcessServer } from '../../support/server/suite-server.ts';

const PASSWORD = 'three quiet words';

for (const engine of PAGE_ENGINES) {
  describe(`ways to the console on ${engine}`, () => {
    const world = useInProcessServer({ engine });
    let serial = 0;

    const createUser = async () => {
      const email = `way-${++serial}@example.org`;
      const user = { email, name: 'Ada', password: PASSWORD };
      const { accountId } = await world.lectern.installation.administration.createUser(user);
      return { email, accountId };
    };
    const join = (email: string, { id: organization }: TestOwner, role: Role) =>
      world.lectern.installation.administration.setMember({ organization, email, role });
    const pathOf = ({ status, location, text }: AgentPage): string => {
      assert.equal(status, 303, text);
      return location!.pathname + location!.search;
    };
    /** Where signing in leads to. */
    const signIn = async (email: string, query = '') => {
      const browser = new BrowserAgent(world.lectern.config.publicUrl);
      const form = await browser.get(`/sign-in${query}`);
      return pathOf(await browser.submit(form, { email, password: PASSWORD }, '/sign-in'));
    };
    const restrict = (id: string) => executeCommand(world.lectern.installation, 'account restrict', { id });

    it('when a person without a Live signs in, then the account opens; with one, its console; with several, the console', async () => {
      const { email } = await createUser();
      assert.equal(await signIn(email), '/account');
      const organization = await world.createOrganization();
      await join(email, organization, 'operator');
      assert.equal(await signIn(email), '/account');
      const { id } = await createTestLive(api(world.lectern, organization));
      assert.equal(await signIn(email), `/console/${id}`);
      await createTestLive(api(world.lectern, organization));
      assert.equal(await signIn(email), '/console');
      assert.equal(
        await signIn(email, '?next=/account/tokens'),
        '/account/tokens',
        'who was going elsewhere gets there',
      );
    });

    it('when a user is signed in already, then the page for signing in leads to the console', async () => {
      const person = await createPerson(world.lectern);
      const organization = await world.createOrganization();
      await setRole(world.lectern, organization, person, 'viewer');
      const { id } = await createTestLive(api(world.lectern, organization));
      const { text } = await person.browser.get('/sign-in');
      assert.match(text, new RegExp(`You are signed in as [^<]*<a href="/console/${id}">`));
    });

    it('[D42] when an organization or account is restricted, then signing in does not lead to what cannot be operated', async () => {
      const { email, accountId } = await createUser();
      const [one, other] = [await world.createOrganization(), await world.createOrganization()];
      for (const organization of [one, other]) await join(email, organization, 'owner');
      await createTestLive(api(world.lectern, one));
      const second = await createTestLive(api(world.lectern, other));
      await restrict(one.id);
      assert.equal(await signIn(email), `/console/${second.id}`);
      await restrict(accountId);
      assert.equal(await signIn(email), '/account');
    });

    it('when an invitation is accepted, then the console opens with a Live of that organization, and the invitation leads there again', async () => {
      const { lectern } = world;
      const invited = await createPerson(lectern);
      await joinAnother(invited);
      const organization = await world.createOrganization();
      const { browser: owner } = await createMember(lectern, organization, 'owner');
      const { id } = await createTestLive(api(lectern, organization));
      await createTestLive(api(lectern, organization));
      const invite = async (email: string): Promise<string> => {
        const form = await owner.get(organizationPagePath(organization));
        const { text } = await owner.submit(
          form,
          { email, role: 'operator' },
          `${organizationPagePath(organization)}/members`,
        );
        return /\/link\/[\w-]{43}/.exec(text)![0];
      };
      const accept = async (browser: BrowserAgent, link: string, fields: Record<string, string>) => {
        const form = await browser.follow(await browser.submit(await browser.get(link), {}, link));
        return pathOf(await browser.submit(form, fields, '/sign-up'));
      };
      const known = await invite(invited.email);
      assert.equal(await accept(invited.browser, known, {}), `/console/${id}`);
      assert.equal(pathOf(await invited.browser.get(known)), `/console/${id}`);
      const newcomer = new BrowserAgent(lectern.config.publicUrl);
      const fields = { name: 'New', password: PASSWORD };
      assert.equal(await accept(newcomer, await invite(`way-${++serial}@example.org`), fields), `/console/${id}`);
    });

    const joinAnother = async (person: Person) => {
      const organization = await world.createOrganization();
      await createTestLive(api(world.lectern, organization));
      await setRole(world.lectern, organization, person, 'operator');
    };

    /** Statuses of the operations that a console credential can request on a Live. */
    const operate = async ({ client }: TestConsole, liveId: string) => {
      const live = `/v1/lives/${liveId}`;
      const read = await client.get(`${live}/now`);
      const { etag, paused } = read.body;
      const written = await client.patch(`${live}/playback`, { paused }, { ifMatch: etag });
      const output = await client.post(`${live}/outputs`, { name: 'Chapel', view: 'screen' });
      return { read: read.status, write: written.status, output: output.status };
    };
    const SEES = { read: 200, write: 403, output: 403 };
    const OPERATES = { read: 200, write: 200, output: 201 };

    for (const [role, outcome, members, data] of [
      ['viewer', SEES, false, false],
      ['operator', OPERATES, false, false],
      ['admin', OPERATES, true, false],
      ['owner', OPERATES, true, true],
    ] as const) {
      it(`[D34], [D63] when a member who is ${role} goes from the pages of the organization to its console, then each offers what the role may`, async () => {
        const { lectern } = world;
        const organization = await world.createOrganization();
        const { id } = await createTestLive(api(lectern, organization));
        const { browser } = await createMember(lectern, organization, role);
        const path = organizationPagePath(organization);
        const page = await openConsoleSession(browser, `/console/${id}`);
        assert.equal(page.owners.find((owner) => owner.id === page.ownerId)!.role, role);
        assert.deepEqual(await operate(await startConsole(lectern, browser, organization), id), outcome);
        const invites = (await browser.get(path)).forms.some(({ action }) => action.pathname === `${path}/members`);
        assert.equal(invites, members);
        assert.equal((await browser.get(`${path}/data`)).status, data ? 200 : 403);
      });
    }

    it('[D63] when a person goes from the own account to the console of a personal Live, then they operate it as its owner', async () => {
      const { lectern } = world;
      const person = await createPerson(lectern);
      const user = (await lectern.installation.storage.people.findSignInUser({ email: person.email }))!;
      const account = { kind: 'account', id: user.accountId } as const;
      const { record } = await lectern.installation.lives.create(account, 'Mine', toCommandActor('test'));
      const page = await openConsoleSession(person.browser, `/console/${record.id}`);
      assert.equal(page.ownerId, user.accountId);
      assert.equal(page.owners.find(({ id }) => id === user.accountId)!.role, 'owner');
      assert.deepEqual(await operate(await startConsole(lectern, person.browser), record.id), OPERATES);
    });

    it('when a page of the account is open, then its menu leads to the console; the home of the server does, too', async () => {
      const { browser } = await createPerson(world.lectern);
      for (const path of ['/account', '/account/organizations', '/account/tokens']) {
        assert.match(
          (await browser.get(path)).text,
          /<nav class="frame-areas"[^>]*><ul><li><a href="\/console\?owner=[^"]+">Console</,
        );
      }
      assert.match((await browser.get('/')).text, /<a href="\/console">/);
    });
  });
}
