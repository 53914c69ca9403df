import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { toCommandActor } from '../../src/domain/audit/audit.ts';
import { changePlayback, changeSecret, type Transition } from '../../src/domain/live/transitions.ts';
import type { LiveState } from '../../src/storage/storage.ts';
import { api, createTestLive } from '../support/api.ts';
import type { BrowserAgent } from '../support/browser-agent.ts';
import { createTestOrganization, PAGE_ENGINES, startTestLectern, type TestLectern } from '../support/lectern.ts';
import { createMember, organizationPagePath } from '../support/members.ts';
import { openAuthorizationBrowser } from '../support/oauth-flow.ts';
import { openStream } from '../support/stream.ts';
import { createTestUser } from '../support/tokens.ts';

const PATH = '/account/lives';
/** Far more than a closed connection takes to be noticed. */
const NOTICED_MAX_MS = 5_000;

for (const engine of PAGE_ENGINES) {
  describe(`[D44] pages of Lives and their viewers on ${engine}`, () => {
    let lectern: TestLectern;
    before(async () => {
      lectern = await startTestLectern(engine);
    });
    after(() => lectern.close());

    /** The text of each entry, without markup. */
    const entriesOf = async (browser: BrowserAgent, path: string, language = 'en'): Promise<string[]> => {
      const { status, text } = await browser.get(path, { 'accept-language': language });
      assert.equal(status, 200);
      return [...text.matchAll(/<li><div class="what">(.*?)<\/div><\/li>/gs)].map(([, entry]) =>
        entry!
          .replaceAll(/<[^>]*>/g, ' ')
          .replaceAll(/\s+/g, ' ')
          .trim(),
      );
    };
    const comesTo = async (browser: BrowserAgent, path: string, wanted: RegExp, language?: string): Promise<void> => {
      for (let waited = 0; ; waited += 20) {
        const entries = await entriesOf(browser, path, language);
        if (wanted.test(entries.join('\n'))) return;
        assert.ok(waited < NOTICED_MAX_MS, `${wanted}: ${entries.join('\n')}`);
        await sleep(20);
      }
    };

    it('when the Lives of an account are shown, then only its own are listed, with how many watch now and the most that ever did', async () => {
      const user = await createTestUser(lectern);
      const browser = await openAuthorizationBrowser(lectern, user);
      const stranger = await createTestUser(lectern);
      await createTestLive(api(lectern, stranger.owner), { name: 'Not yours' });
      const { text } = await browser.get(PATH);
      assert.match(text, /No Lives yet\./);
      const live = await createTestLive(api(lectern, user.owner), { name: 'Hall <b>1</b>' });
      await createTestLive(api(lectern, user.owner), { name: 'Youth' });
      const [first, second] = await entriesOf(browser, PATH);
      assert.match(second!, /^Youth Nothing on air\. No viewers yet\./);
      assert.ok(
        first!.startsWith(
          `Hall &lt;b&gt;1&lt;/b&gt; Nothing on air. No viewers yet. ${live.id} Open the console Links`,
        ),
      );
      assert.match((await browser.get(PATH)).text, new RegExp(`<a href="${lectern.url}/l/${live.id}">Hall`));
      const streams = await Promise.all([1, 2, 3].map(() => openStream(lectern.url, live.id)));
      await comesTo(browser, PATH, /3 watching now\. Peak: 3 at once, on .* · /);
      for (const stream of streams.slice(0, 2)) stream.close();
      await comesTo(browser, PATH, /1 Person sieht zu\. Höchststand: 3 gleichzeitig, am /, 'de');
      streams[2]!.close();
      await comesTo(browser, PATH, /No viewers now\. Peak: 3 at once/);
    });

    it('when a page goes on, then it begins after the last Live shown; when the place is invalid, then it begins with the first', async () => {
      const user = await createTestUser(lectern);
      const browser = await openAuthorizationBrowser(lectern, user);
      const client = api(lectern, user.owner);
      const names = Array.from({ length: 50 }, (_, at) => `Live ${at}`);
      for (const name of names) await createTestLive(client, { name });
      const all = await entriesOf(browser, PATH);
      assert.deepEqual(
        all.map((entry) => /^Live \d+/.exec(entry)![0]),
        names,
      );
      assert.doesNotMatch((await browser.get(PATH)).text, /after=/, 'there are no others');
      const [third] = await lectern.installation.storage.lives.list(user.owner, { limit: 1, after: null });
      const after = encodeURIComponent(`${third!.createdAt} ${third!.id}`);
      assert.deepEqual(await entriesOf(browser, `${PATH}?after=${after}`), all.slice(1));
      for (const wrong of ['x', '%00', "' OR 1=1", `${after}'`, '2026-01-01T00:00:00.000Z%20'.repeat(9)]) {
        assert.deepEqual(await entriesOf(browser, `${PATH}?after=${wrong}`), all, wrong);
      }
    });

    it('[D45] when Lives are shown, then those of organizations come first, each with its state, all its links and their QR code', async () => {
      const organization = await createTestOrganization(lectern);
      const user = await createTestUser(lectern);
      const browser = await openAuthorizationBrowser(lectern, user);
      const member = { organization: organization.id, email: user.email, role: 'owner' as const };
      await lectern.installation.administration.setMember(member);
      const client = api(lectern, organization);
      const live = await createTestLive(client, { name: 'Main hall' });
      assert.doesNotMatch((await browser.get(PATH)).text, /No Lives yet/);
      await createTestLive(api(lectern, user.owner), { name: 'Mine' });
      const page = (await browser.get(PATH)).text;
      const text = page.slice(page.indexOf('<main'));
      assert.ok(
        text.indexOf('Main hall') < text.indexOf('>Personal<') && text.indexOf('>Personal<') < text.indexOf('Mine'),
      );
      for (const query of ['', '?view=screen', '?view=lower-third', '?view=stage']) {
        assert.ok(text.includes(`<a href="${lectern.url}/l/${live.id}${query}">`), query);
      }
      assert.match(text, /role="img" aria-label="QR code [^"]*Main hall"><svg/);

      const { lives } = lectern.installation;
      const actor = toCommandActor('test');
      const change = (apply: (state: LiveState) => Transition | null) =>
        lives.overwrite(live.id, { owner: { kind: 'organization', id: organization.id }, actor, apply });
      await change((state) => changePlayback(state, { paused: true }));
      assert.match((await entriesOf(browser, PATH))[0]!, /^Main hall Hidden/);
      await change(() => changeSecret('x'));
      assert.match((await entriesOf(browser, PATH, 'de'))[0]!, /^Main hall Ausgeblendet.* Mit einem Code geschützt\./);
      await change((state) => changePlayback(state, { status: 'stopped' }));
      assert.match((await entriesOf(browser, PATH, 'pt'))[0]!, /^Main hall Parada/);
    });

    it('[D34] when the Lives of an organization are requested, then every member sees them, and no other user does', async () => {
      const organization = await createTestOrganization(lectern);
      const live = await createTestLive(api(lectern, organization), { name: 'Main hall' });
      const path = `${organizationPagePath(organization)}/lives`;
      const stream = await openStream(lectern.url, live.id);
      for (const role of ['owner', 'admin', 'operator', 'viewer'] as const) {
        const { browser } = await createMember(lectern, organization, role);
        await comesTo(browser, path, /^Main hall Nothing on air\. 1 watching now\. Peak: 1 at once, on /);
        assert.match((await browser.get(organizationPagePath(organization))).text, new RegExp(`href="${path}"`));
      }
      stream.close();
      const stranger = await openAuthorizationBrowser(lectern, await createTestUser(lectern));
      assert.equal((await stranger.get(path)).status, 404);
    });
  });
}
