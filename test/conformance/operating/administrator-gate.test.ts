import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, before, beforeEach, describe, it } from 'node:test';
import Fastify, { type FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { ROLES } from '../../../src/contract/scopes.ts';
import { sendProblem, toLecternError } from '../../../src/http/responses/problem.ts';
import {
  addAdministratorFile,
  addAdministratorForm,
  addAdministratorPage,
  addAdministratorScript,
} from '../../../src/pages/toolkit/administrator-routes.ts';
import { csrfField } from '../../../src/pages/toolkit/form.ts';
import { html } from '../../../src/pages/toolkit/html.ts';
import { listOwners } from '../../../src/pages/toolkit/list-owners.ts';
import { personFrame } from '../../../src/pages/toolkit/person-frame.ts';
import { addPersonPages } from '../../../src/pages/toolkit/person-pages.ts';
import { Visits } from '../../../src/pages/toolkit/visits.ts';
import { BrowserAgent } from '../../support/requests/browser-agent.ts';
import { createMember, createPerson, type Person } from '../../support/requests/members.ts';
import { startSession } from '../../support/requests/start-session.ts';
import { createTestOrganization, PAGE_ENGINES } from '../../support/server/lectern.ts';
import { useInProcessServer } from '../../support/server/suite-server.ts';

const MINUTE_MS = 60_000;
const PAGE = '/installation/sample';

for (const engine of PAGE_ENGINES) {
  describe(`[D69] what only administrators of the installation can use, on ${engine}`, () => {
    let app: FastifyInstance;
    let origin: string;
    let first: Person;
    let passedMs = 0;
    const done: string[] = [];
    let csrf = '';
    const clock = () => Date.now() + passedMs;
    const { lectern } = useInProcessServer({ engine, clock });

    before(async () => {
      first = await createPerson(lectern);
      app = Fastify();
      const address = {
        publicUrl: () => origin,
        plainSignIn: () => 'nowhere' as const,
        trustedProxies: [],
        signInOrigin: () => null,
      };
      const visits = new Visits(lectern.installation.sessions, randomBytes(32), address, {
        listOwners: async (user) => listOwners(lectern.installation.organizations, user),
        readBackupAge: () => lectern.installation.backups.readAge(),
      });
      const services = { visits, clock };
      const dependencies = {
        charge: async () => undefined,
        canonicalOf: () => null,
        isPlain: () => false,
        requireOpenInNetwork: () => undefined,
        toLecternError,
        report: () => undefined,
        sendProblem: (reply: Parameters<typeof sendProblem>[0], error: Parameters<typeof sendProblem>[1]) =>
          sendProblem(reply, error, origin, false),
      };
      await addPersonPages(app, dependencies, (pages) => {
        addAdministratorPage(pages, services, PAGE, async ({ visit }) => {
          csrf = visit.csrf('sample');
          return personFrame({ title: 'Sample', visit }, html`<form>${csrfField(visit, 'sample')}</form>`);
        });
        const form = { path: `${PAGE}/act`, purpose: 'sample', back: PAGE };
        addAdministratorForm(pages, services, form, async () => {
          done.push('form');
          return { to: PAGE };
        });
        addAdministratorFile(pages, services, { path: `${PAGE}/file`, back: PAGE }, async () => ({
          name: 'sample.bin',
          mediaType: 'application/octet-stream',
          bytes: 6,
          pieces: (async function* () {
            done.push('file');
            yield Buffer.from('sample');
          })(),
        }));
        const script = {
          path: `${PAGE}/script`,
          purpose: 'sample',
          back: PAGE,
          body: Type.Object({ size: Type.Number() }),
        };
        addAdministratorScript<{ size: number }>(pages, services, script, async ({ body, visit }) => {
          done.push('script');
          return { size: body.size, user: visit.holder.user.id };
        });
      });
      await app.listen({ host: '127.0.0.1', port: 0 });
      const { port } = app.server.address() as { port: number };
      origin = `http://127.0.0.1:${port}`;
    });
    after(() => app.close());
    beforeEach(() => {
      passedMs = 0;
      done.length = 0;
    });

    const openBrowser = async (person: Person | null) => {
      const browser = new BrowserAgent(origin);
      if (person) browser.cookies.set('lectern_session', (await startSession(lectern, person.email)).secret);
      return browser;
    };
    /** The statuses of the page, the form, the file and the script, each with a token that was right for the page. */
    const tryAll = async (browser: BrowserAgent) => {
      const page = await browser.get(PAGE);
      const form = await browser.post(`${PAGE}/act`, { csrf });
      const file = await browser.get(`${PAGE}/file`);
      const script = await browser.postJson(`${PAGE}/script`, { size: 1 }, { 'x-csrf-token': csrf });
      return { page, form, file, script };
    };
    const statuses = (tried: Awaited<ReturnType<typeof tryAll>>) => Object.values(tried).map(({ status }) => status);

    it('when an administrator with a new sign-in opens them, then all work', async () => {
      const browser = await openBrowser(first);
      const tried = await tryAll(browser);
      assert.deepEqual(statuses(tried), [200, 303, 200, 200]);
      assert.equal(tried.file.text, 'sample');
      assert.equal(tried.file.headers.get('content-length'), '6');
      assert.equal(tried.file.headers.get('content-disposition'), 'attachment; filename="sample.bin"');
      assert.equal(tried.file.headers.get('cache-control'), 'no-store');
      assert.deepEqual(JSON.parse(tried.script.text), { size: 1, user: first.id });
      assert.deepEqual(done, ['form', 'file', 'script']);
      assert.equal((await browser.call('HEAD', `${PAGE}/file`)).status, 404, 'a download has no HEAD');
    });

    it('when no one is signed in, then the pages lead to the sign-in and back, and the script gets 401', async () => {
      const tried = await tryAll(await openBrowser(null));
      assert.deepEqual(statuses(tried), [303, 303, 303, 401]);
      for (const { location } of [tried.page, tried.form, tried.file]) {
        assert.deepEqual([location?.pathname, location?.searchParams.get('next')], ['/sign-in', PAGE]);
      }
      assert.deepEqual(done, []);
    });

    it('when a member of any role or a stranger sends them, then each is 404, like an unknown address, before any other check', async () => {
      const organization = await createTestOrganization(lectern);
      const people = await Promise.all(ROLES.map((role) => createMember(lectern, organization, role)));
      for (const person of [...people, await createPerson(lectern)]) {
        const browser = await openBrowser(person);
        for (const minutes of [0, 11]) {
          passedMs = minutes * MINUTE_MS;
          const tried = await tryAll(browser);
          assert.deepEqual(statuses(tried), [404, 404, 404, 404]);
          assert.match(tried.page.text, /Page not found/);
          assert.doesNotMatch(tried.page.text, /administrator/i);
          assert.equal(JSON.parse(tried.script.text).code, 'not_found');
          const unread = await browser.postJson(`${PAGE}/script`, { size: 'none' }, { 'x-csrf-token': 'none' });
          assert.equal(unread.status, 404);
        }
        passedMs = 0;
      }
      assert.deepEqual(done, []);
    });

    it('when the sign-in of an administrator is older than 10 minutes, then the page asks to sign in again and return, and nothing is done', async () => {
      const browser = await openBrowser(first);
      assert.equal((await browser.get(PAGE)).status, 200);
      passedMs = 10 * MINUTE_MS - 5_000;
      assert.deepEqual(statuses(await tryAll(browser)), [200, 303, 200, 200]);
      done.length = 0;
      passedMs = 10 * MINUTE_MS + 5_000;
      const tried = await tryAll(browser);
      assert.deepEqual(statuses(tried), [403, 403, 403, 403]);
      for (const { text } of [tried.page, tried.form, tried.file]) {
        assert.match(text, /<h1>Sign in again<\/h1>/);
        assert.ok(text.includes(`href="/sign-in?next=${PAGE}&amp;again=1"`));
        assert.doesNotMatch(text, /403|Nothing was changed/);
      }
      const filtered = await browser.get(`${PAGE}?of=a&to=b`);
      assert.ok(
        filtered.text.includes(`href="/sign-in?next=${PAGE}%3Fof%3Da%26to%3Db&amp;again=1"`),
        'the whole address is kept',
      );
      const { code, detail } = JSON.parse(tried.script.text);
      assert.equal(code, 'forbidden');
      assert.match(detail, /^This needs a sign-in of the last 10 minutes\./);
      const german = await browser.get(PAGE, { 'accept-language': 'de' });
      assert.match(german.text, /Noch einmal anmelden/);
      assert.deepEqual(done, []);
    });

    it('when a form or a script has a wrong token or comes from another origin, then it is 403 and nothing is done', async () => {
      const browser = await openBrowser(first);
      await browser.get(PAGE);
      const stale = await browser.post(`${PAGE}/act`, { csrf: 'none' });
      assert.deepEqual([stale.status, /Please submit the form again/.test(stale.text)], [403, true]);
      const foreign = await browser.post(`${PAGE}/act`, { csrf }, { origin: 'https://example.org' });
      assert.equal(foreign.status, 403);
      const script = (headers: Record<string, string>) => browser.postJson(`${PAGE}/script`, { size: 1 }, headers);
      assert.equal((await script({})).status, 403);
      assert.equal((await script({ 'x-csrf-token': csrf, origin: 'https://example.org' })).status, 403);
      assert.deepEqual(done, []);
    });

    it('[D42] when the account of an administrator is restricted, then forms and scripts are refused, and pages are shown', async () => {
      const browser = await openBrowser(first);
      await browser.get(PAGE);
      const { accountId } = (await lectern.installation.storage.accounts.findUserByEmail(first.email))!;
      const owner = { kind: 'account', id: accountId } as const;
      await lectern.installation.storage.owners.setRestricted(owner, true);
      try {
        assert.deepEqual(statuses(await tryAll(browser)), [200, 403, 200, 403]);
        assert.deepEqual(done, ['file']);
      } finally {
        await lectern.installation.storage.owners.setRestricted(owner, false);
      }
    });

    it('when a user is named an administrator and removed, then it counts at the next request', async () => {
      const other = await createPerson(lectern);
      const browser = await openBrowser(other);
      assert.equal((await browser.get(PAGE)).status, 404);
      await lectern.installation.administrators.add(other.email);
      assert.equal((await browser.get(PAGE)).status, 200);
      await lectern.installation.administrators.remove(other.email);
      assert.equal((await browser.get(PAGE)).status, 404);
    });
  });
}
