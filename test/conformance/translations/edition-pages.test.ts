import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { ROLES } from '../../../src/contract/scopes.ts';
import { saveEdition } from '../../../src/editions/save-edition.ts';
import { BrowserAgent } from '../../support/requests/browser-agent.ts';
import { type EditionAgent, openEditionAgent, EDITIONS_PAGE as PATH } from '../../support/requests/edition-agent.ts';
import { createMember, createPerson, type Person } from '../../support/requests/members.ts';
import { startSession } from '../../support/requests/start-session.ts';
import { createTestOrganization, PAGE_ENGINES, smallEdition } from '../../support/server/lectern.ts';
import { useInProcessServer } from '../../support/server/suite-server.ts';

const MARK = Buffer.from('\\id MRK Small\n\\c 1\n\\p\n\\v 1 As it was.\n');
const VERSES = { 43: { 3: { 16: 'For God so loved the world.' } } };
const MINUTE_MS = 60_000;

for (const engine of PAGE_ENGINES) {
  describe(`[D69] the page of editions, on ${engine}`, () => {
    let administrator: Person;
    let agent: EditionAgent;
    let passedMs = 0;
    const { lectern } = useInProcessServer({ engine, clock: () => Date.now() + passedMs });
    before(async () => {
      administrator = await createPerson(lectern);
      agent = await openEditionAgent(administrator.browser);
    });

    const codeOf = (text: string) => JSON.parse(text).code;
    /** All routes of the script, with a valid body. */
    const routes = (job: string) =>
      [
        ['GET', '/state'],
        ['GET', '/jobs'],
        ['GET', '/use/web'],
        ['POST', '/uploads', { name: 'mark.usfm', size: MARK.length }],
        ['POST', `/jobs/${job}/parts/0`, {}],
        ['POST', `/jobs/${job}/end`, { sha256: '0'.repeat(64) }],
        ['POST', `/jobs/${job}/check`, {}],
        ['POST', `/jobs/${job}/import`, { replaces: null }],
        ['POST', `/jobs/${job}/retry`],
        ['DELETE', `/jobs/${job}`],
        ['POST', '/install', { slug: 'kjv' }],
        ['POST', '/remove', { slug: 'web' }],
      ] as const;
    const operationsOf = async (resource: string) =>
      (await lectern.installation.storage.audit.list(null, { limit: 100, before: null, since: null }))
        .filter((record) => record.resource === resource)
        .map(({ operation, userId, channel }) => [operation, userId, channel]);

    it('when a member of any role, a stranger or no one uses its routes, then each is 404 or 401, and nothing is done', async () => {
      const organization = await createTestOrganization(lectern);
      const people = await Promise.all(ROLES.map((role) => createMember(lectern, organization, role)));
      const job = await agent.begin('mark.usfm', MARK.length);
      const browsers = [...people, await createPerson(lectern)].map(({ browser }) => browser);
      for (const [browser, expected] of [
        ...browsers.map((each) => [each, 404] as const),
        [new BrowserAgent(lectern.url), 401] as const,
      ]) {
        for (const [method, path, body] of routes(job.id)) {
          const headers = { 'x-csrf-token': 'none' };
          const { status, text } =
            body === undefined
              ? await browser.call(method, `${PATH}${path}`, headers)
              : await browser.postJson(`${PATH}${path}`, body, headers);
          assert.equal(status, expected, `${method} ${path}: ${text}`);
        }
        assert.equal((await browser.get(PATH)).status, expected === 404 ? 404 : 303);
      }
      assert.deepEqual(
        (await agent.listJobs()).map(({ id, state }) => [id, state]),
        [[job.id, 'uploading']],
      );
      assert.equal((await agent.send('DELETE', `/jobs/${job.id}`)).status, 200);
    });

    it('when a request has a wrong token, another origin or an old sign-in, then it is 403, and a part is not kept', async () => {
      const job = await agent.begin('mark.usfm', MARK.length);
      for (const [name, value] of [
        ['x-csrf-token', 'none'],
        ['origin', 'https://example.org'],
      ] as const) {
        assert.equal(await agent.sendPart(job.id, 0, MARK, { [name]: value }), 403, name);
      }
      passedMs = 11 * MINUTE_MS;
      assert.equal(await agent.sendPart(job.id, 0, MARK), 403);
      const { status, text } = await agent.send('GET', '/jobs');
      assert.deepEqual([status, codeOf(text)], [403, 'forbidden']);
      assert.match((await administrator.browser.get(PATH)).text, /<h1>Sign in again<\/h1>/);
      passedMs = 0;
      assert.deepEqual((await agent.listJobs())[0]!.received, []);
      await agent.send('DELETE', `/jobs/${job.id}`);
    });

    it('when a body is wrong, then it is refused with its reason', async () => {
      const refused = async (path: string, body: unknown) => {
        const { status, text } = await agent.send('POST', path, body);
        return [status, codeOf(text)];
      };
      assert.deepEqual(await refused('/uploads', { name: 'a.zip', size: 0 }), [422, 'invalid_fields']);
      assert.deepEqual(await refused('/uploads', { name: 'a.zip', size: 1, more: 1 }), [422, 'invalid_fields']);
      assert.deepEqual(await refused('/uploads', { name: 'a.zip', size: 64 * 2 ** 20 + 1 }), [413, 'body_too_large']);
      // PostgreSQL keeps no NUL.
      assert.deepEqual(await refused('/uploads', { name: 'a\0b.zip', size: 1 }), [422, 'invalid_fields']);
      assert.deepEqual(await refused('/jobs/none/check', { name: '\ud800' }), [422, 'invalid_fields']);
      for (const field of ['license_url', 'source_url']) {
        const rights = { [field]: 'javascript:alert(1)' };
        assert.deepEqual(await refused('/jobs/none/check', { rights }), [422, 'invalid_fields'], field);
      }
      assert.deepEqual(
        await refused('/jobs/none/check', { rights: { license_url: '', source_url: 'https://example.org/a' } }),
        [404, 'not_found'],
      );
      assert.deepEqual(await refused('/jobs/a%00b/check', {}), [404, 'not_found']);
      assert.deepEqual(await refused('/jobs/none/check', { slug: 'A b' }), [422, 'invalid_fields']);
      assert.deepEqual(await refused('/jobs/none/check', {}), [404, 'not_found']);
      assert.deepEqual(await refused('/jobs/none/import', { replaces: null }), [404, 'not_found']);
      assert.deepEqual(await refused('/install', { slug: 'unknown' }), [404, 'not_found']);
      assert.deepEqual(await refused('/remove', { slug: 'unknown' }), [404, 'not_found']);
      const job = await agent.begin('mark.usfm', MARK.length);
      assert.equal(await agent.sendPart(job.id, 0, Buffer.alloc(2 ** 20 + 1)), 413);
      assert.equal(await agent.sendPart(job.id, 0, MARK, { 'content-type': 'text/plain' }), 415);
      assert.equal(await agent.sendPart(job.id, 1, MARK), 404);
      assert.equal((await agent.send('POST', `/jobs/${job.id}/parts/x`, {})).status, 415);
      assert.deepEqual(await refused(`/jobs/${job.id}/end`, { sha256: '0'.repeat(64) }), [422, 'invalid_fields']);
      assert.deepEqual(await refused(`/jobs/${job.id}/import`, { replaces: null }), [412, 'stale_validator']);
      await agent.send('DELETE', `/jobs/${job.id}`);
    });

    it('when a file is imported and its edition removed, then each step is recorded with the person', async () => {
      const job = await agent.begin('mark.usfm', MARK.length);
      await agent.sendMissing(job, MARK);
      await agent.end(job, MARK);
      await agent.waitFor(job, ['ready']);
      await agent.send('POST', `/jobs/${job.id}/import`, { replaces: null });
      await agent.waitFor(job, ['done']);
      const state = JSON.parse((await agent.send('GET', '/state')).text);
      const listed = state.editions.find(({ slug }: { slug: string }) => slug === 'mark');
      assert.deepEqual([listed.known, listed.revision.number, listed.revision.checks.format], [false, 1, 'USFM']);
      assert.equal((await agent.send('POST', '/remove', { slug: 'mark' })).status, 200);
      assert.deepEqual(await operationsOf('mark'), [
        ['removeEdition', administrator.id, 'page'],
        ['importEdition', administrator.id, 'page'],
        ['startEditionImport', administrator.id, 'page'],
      ]);
      await agent.send('DELETE', `/jobs/${job.id}`);
      assert.deepEqual((await operationsOf('mark.usfm')).map(([operation]) => operation).slice(0, 2), [
        'cancelEditionImport',
        'uploadEdition',
      ]);
    });

    it('[D52] when a library has an edition, then the response lists its users, and it is not removed', async () => {
      const organization = await createTestOrganization(lectern);
      await saveEdition(lectern.installation.editions, smallEdition('used', VERSES));
      await lectern.installation.administration.enableEdition('used', { organization: organization.id });
      const use = JSON.parse((await agent.send('GET', '/use/used')).text);
      assert.deepEqual([use.organizations, use.named.length, use.accounts, use.lives], [1, 1, 0, 0]);
      const { status, text } = await agent.send('POST', '/remove', { slug: 'used' });
      assert.deepEqual([status, codeOf(text)], [403, 'forbidden']);
      assert.ok((await lectern.installation.storage.editions.find('used'))?.revisionId);
    });

    it('when another administrator signs in, then the imports of the first are shown, and can go on', async () => {
      const job = await agent.begin('mark.usfm', MARK.length);
      const other = await createPerson(lectern);
      await lectern.installation.administrators.add(other.email);
      const browser = new BrowserAgent(lectern.url);
      browser.cookies.set('lectern_session', (await startSession(lectern, other.email)).secret);
      const second = await openEditionAgent(browser);
      await second.sendMissing(job, MARK);
      await second.end(job, MARK);
      await second.waitFor(job, ['ready']);
      await second.send('DELETE', `/jobs/${job.id}`);
    });
  });
}
