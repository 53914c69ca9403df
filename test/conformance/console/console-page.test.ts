import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { networkOrigin, sharedOrigin } from '../../../src/config/network-origin.ts';
import { openConsoleSession, readConsoleData } from '../../support/browser/console.ts';
import { api, createTestLive } from '../../support/requests/api.ts';
import { BrowserAgent } from '../../support/requests/browser-agent.ts';
import { createMember, createPerson } from '../../support/requests/members.ts';
import { openAuthorizationBrowser } from '../../support/requests/oauth-flow.ts';
import { eventually } from '../../support/requests/pusher.ts';
import { createTestUser } from '../../support/requests/tokens.ts';
import { PAGE_ENGINES } from '../../support/server/lectern.ts';
import { useInProcessServer } from '../../support/server/suite-server.ts';

for (const engine of PAGE_ENGINES) {
  describe(`the page of the console on ${engine}`, () => {
    const world = useInProcessServer({ engine, editions: 'starter' });

    it('when a person opens it who is not signed in, then it is there after signing in, at the same address', async () => {
      const { lectern } = world;
      const person = await createPerson(lectern);
      for (const address of ['/console?pair=7K3M9P', '/console/abc?lang=de']) {
        const stranger = new BrowserAgent(lectern.config.publicUrl);
        const { status, location } = await stranger.get(address);
        assert.equal(status, 303);
        assert.equal(location!.pathname, '/sign-in');
        assert.equal(location!.searchParams.get('next'), address);
        const signIn = await stranger.follow(await stranger.get(address));
        assert.equal(signIn.forms.find(({ action }) => action.pathname === '/sign-in')!.fields.next, address);
      }
      assert.equal((await person.browser.get('/console?pair=7K3M9P')).status, 200);
    });

    it('when a member opens it, then the page names the owners with the roles, holds no credential, and runs no script but ours', async () => {
      const { lectern } = world;
      const organization = await world.createOrganization();
      const live = await world.openLive({}, organization);
      const { browser } = await createMember(lectern, organization, 'operator');
      const page = await browser.get(`/console/${live.liveId}`);
      const { csrf, person, owners, ...data } = readConsoleData(page);
      assert.ok(csrf.length >= 40);
      assert.deepEqual(
        owners.map(({ kind, role }) => [kind, role]),
        [
          ['organization', 'operator'],
          ['account', 'owner'],
        ],
      );
      assert.equal(owners[0]!.id, organization.id);
      assert.equal(owners[1]!.name, person.name);
      assert.deepEqual(data, {
        language: 'en',
        liveId: live.liveId,
        ownerId: organization.id,
        publicUrl: lectern.config.publicUrl,
        lanUrl: null,
        administrator: false,
        firstStart: true,
        openedElsewhere: false,
        canSignInAgain: false,
      });
      assert.doesNotMatch(page.text, /(bt|svc)_/);
      assert.equal(page.headers.get('cache-control'), 'no-store');
      assert.equal(
        page.headers.get('content-security-policy'),
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; font-src 'self'; connect-src 'self'; frame-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
      );
      const policyAt = async (query: string) =>
        (await browser.get(`/console/${live.liveId}${query}`)).headers.get('content-security-policy')!;
      const policy = page.headers.get('content-security-policy')!;
      assert.equal(
        await policyAt('?obs=4455&lang=de'),
        policy.replace("connect-src 'self'", "connect-src 'self' ws://127.0.0.1:4455"),
      );
      for (const query of ['?obs=80', '?obs=4455%20*', '?obs=4455&obs=4456', '?obs=evil.example'])
        assert.equal(await policyAt(query), policy, query);
      assert.match(page.text, /<html lang="en"/);
      assert.match(page.text, /<div id="console"><\/div>/);

      await live.write('POST', '/passages', { passage: 'John 3:16' });
      const german = await openConsoleSession(browser, '/console?lang=de');
      assert.equal(german.language, 'de');
      assert.equal(german.firstStart, false);
      assert.equal(german.liveId, null);
      assert.equal(german.ownerId, null);

      const progress = async () => JSON.parse((await browser.get('/console/first-start')).text);
      assert.deepEqual(await progress(), { opened_elsewhere: false });
      lectern.installation.otherDevices.record();
      await eventually('it is stored', async () => (await progress()).opened_elsewhere);
      assert.equal((await openConsoleSession(browser, '/console')).openedElsewhere, true);
    });

    it('when the Live of the address is unknown or another owner’s, then the page is not found', async () => {
      const { lectern } = world;
      const [mine, theirs] = [await createPerson(lectern), await world.openLive()];
      const unknown = await mine.browser.get('/console/nothing');
      const foreign = await mine.browser.get(`/console/${theirs.liveId}`);
      for (const page of [unknown, foreign]) {
        assert.equal(page.status, 404);
        assert.match(page.headers.get('content-type')!, /^text\/html/);
      }
      assert.equal((await mine.browser.get('/console/a/b')).status, 404);
    });

    it('when a person has a personal Live, then its owner is the account', async () => {
      const { lectern } = world;
      const user = await createTestUser(lectern);
      const { id } = await createTestLive(api(lectern, user.owner));
      const data = await openConsoleSession(await openAuthorizationBrowser(lectern, user), `/console/${id}`);
      assert.equal(data.ownerId, user.owner.id);
    });
  });
}

describe('where other devices reach a server', () => {
  const at = (host: string, publicUrl: string) => sharedOrigin({ host, publicUrl });

  it('when it has a public address, then that is it', () => {
    assert.equal(at('127.0.0.1', 'https://lectern.example'), 'https://lectern.example');
    assert.equal(at('192.0.2.7', 'http://192.0.2.7:8080'), 'http://192.0.2.7:8080');
  });

  it('when it listens for this machine alone, then there is no address; when it listens on all, then the network’s', () => {
    assert.equal(at('127.0.0.1', 'http://127.0.0.1:8080'), null);
    assert.equal(at('localhost', 'http://localhost:8080'), null);
    assert.equal(at('0.0.0.0', 'http://127.0.0.1:8080'), networkOrigin(8080));
  });
});
