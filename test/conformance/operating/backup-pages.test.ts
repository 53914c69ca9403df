import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { before, beforeEach, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { ROLES } from '../../../src/contract/scopes.ts';
import { toAuditRecord, toCommandActor } from '../../../src/domain/audit/audit.ts';
import { extractDatabase } from '../../../src/storage/backup/backup-file.ts';
import { LAST_BACKUP } from '../../../src/storage/storage.ts';
import type { AgentPage } from '../../support/requests/browser-agent.ts';
import { createMember, createPerson, type Person } from '../../support/requests/members.ts';
import { createDataDirectory } from '../../support/server/database.ts';
import {
  createTestOrganization,
  createTestPlace,
  openTestLectern,
  PAGE_ENGINES,
  startTestLectern,
  type TestLectern,
} from '../../support/server/lectern.ts';
import { useInProcessServer } from '../../support/server/suite-server.ts';

const DAY_MS = 86_400_000;
const PATH = '/installation/backups';
const NAME = /^lectern-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ-[0-9a-f]{6}\.backup$/;

/** The links of a page that download a backup, newest first. */
const downloadsOf = (page: AgentPage): string[] =>
  [...page.text.matchAll(/href="(\/installation\/backups\/[^"/]+\/download)"/g)].map(([, path]) => path!);

for (const engine of PAGE_ENGINES) {
  describe(`[D69] the backup pages, on ${engine}`, () => {
    let administrator: Person;
    let folder: string;
    let passedMs = 0;
    const { lectern } = useInProcessServer({
      engine,
      settings: { LECTERN_BACKUPS_KEPT: '2' },
      clock: () => Date.now() + passedMs,
      editions: 'starter',
    });
    before(async () => {
      administrator = await createPerson(lectern);
      folder = lectern.config.backupDir;
    });
    beforeEach(() => {
      passedMs = 0;
    });

    const make = async ({ browser }: Person) => browser.submit(await browser.get(PATH), {}, `${PATH}/make`);
    const waitForEnd = async ({ browser }: Person) => {
      const shares: number[] = [];
      for (;;) {
        const { status, text } = await browser.get(`${PATH}/progress`);
        assert.equal(status, 200, text);
        const { running } = JSON.parse(text);
        if (!running) return shares;
        shares.push(running.share);
        await sleep(20);
      }
    };
    const records = async (operation: string) =>
      (await lectern.installation.storage.audit.list(null, { limit: 100, before: null, since: null })).filter(
        (record) => record.operation === operation,
      );

    it('when no backup exists, then the page says what to do, and no folder is created', async () => {
      const page = await administrator.browser.get(PATH);
      assert.equal(page.status, 200);
      assert.match(page.text, /No backup has been made yet\./);
      assert.match(page.text, /None yet\. “Back up now” makes the first one\./);
      assert.ok(page.text.includes(`<code>${lectern.config.secretFile}</code> is not in it`));
      assert.doesNotMatch(page.text, /class="frame-notice"/, 'a new installation has a week');
      assert.equal(existsSync(folder), false);
    });

    it('when an administrator makes a backup, then it is complete, private, listed, downloaded as it is, and recorded', async () => {
      const made = await make(administrator);
      assert.deepEqual([made.status, made.location?.pathname], [303, PATH]);
      const shares = await waitForEnd(administrator);
      assert.ok(shares.every((share) => share >= 0 && share <= 1));
      const [name, ...others] = readdirSync(folder);
      assert.match(name!, NAME);
      assert.deepEqual(others, []);
      const file = join(folder, name!);
      assert.equal(statSync(file).mode & 0o777, 0o600);
      assert.equal(statSync(folder).mode & 0o777, 0o700);

      const page = await administrator.browser.get(PATH);
      assert.match(page.text, /Latest backup: <time/);
      assert.ok(page.text.includes(`restore ${folder}/${name}`));
      const [path] = downloadsOf(page);
      const { name: madeBy } = (await lectern.installation.storage.accounts.findUserByEmail(administrator.email))!;
      assert.ok(page.text.includes(`by ${madeBy}`));
      const response = await fetch(new URL(path!, lectern.url), {
        headers: { cookie: [...administrator.browser.cookies].map(([key, value]) => `${key}=${value}`).join('; ') },
      });
      const bytes = Buffer.from(await response.arrayBuffer());
      assert.deepEqual(bytes, readFileSync(file));
      assert.equal(response.headers.get('content-disposition'), `attachment; filename="${name}"`);
      assert.equal(response.headers.get('content-length'), String(bytes.length));
      assert.equal(response.headers.get('content-type'), 'application/octet-stream');
      assert.equal(response.headers.get('cache-control'), 'no-store');

      const extracted = join(createDataDirectory(), 'copy.db');
      const { manifest } = await extractDatabase(file, extracted, [], () => {});
      assert.equal(manifest.engine, engine);
      assert.equal(manifest.tables.verses, 31_102);
      for (const operation of ['createBackup', 'downloadBackup']) {
        const [record, ...more] = await records(operation);
        assert.deepEqual(
          [record?.resource, record?.userId, record?.channel],
          [name, administrator.id, 'page'],
          operation,
        );
        assert.deepEqual(more, []);
      }
    });

    it('when more backups are made than are kept, then the oldest is deleted after the new one is complete', async () => {
      for (let count = 0; count < 2; count += 1) {
        await make(administrator);
        await waitForEnd(administrator);
      }
      while (readdirSync(folder).length > 2) await sleep(20);
      assert.equal(downloadsOf(await administrator.browser.get(PATH)).length, 2);
    });

    it('when a backup is deleted, then it is confirmed in place, its file and its entry are gone, and it is recorded', async () => {
      const page = await administrator.browser.get(PATH);
      const [newest] = downloadsOf(page);
      const action = newest!.replace('/download', '/delete');
      assert.match(page.text, /<summary>Delete<\/summary>/);
      const removed = await administrator.browser.submit(page, {}, action);
      assert.deepEqual([removed.status, removed.location?.search], [303, '?done=removed']);
      const after = await administrator.browser.follow(removed);
      assert.match(after.text, /The backup was deleted\./);
      assert.ok(!downloadsOf(after).includes(newest!));
      assert.equal(readdirSync(folder).length, 1);
      assert.equal((await records('deleteBackup')).length, 1);
      const again = await administrator.browser.submit(page, {}, action);
      assert.equal(again.status, 404);
      assert.equal((await administrator.browser.get(newest!)).status, 404);
      assert.equal((await records('deleteBackup')).length, 1);
    });

    it('when a name is not that of a backup, then it is 404, and no other file can be reached', async () => {
      const { browser } = administrator;
      const { csrf } = (await browser.get(PATH)).forms.find(({ action }) => action.pathname === `${PATH}/make`)!.fields;
      writeFileSync(join(folder, 'lectern-other.backup'), 'x');
      for (const id of ['other', '..%2F..%2Fsecret', '%2e%2e', '2026-01-31T03-00-00Z-0a1b2c', 'x'.repeat(200)]) {
        assert.equal((await browser.get(`${PATH}/${id}/download`)).status, 404, id);
        assert.equal((await browser.post(`${PATH}/${id}/delete`, { csrf })).status, 404, id);
      }
      assert.ok(existsSync(join(folder, 'lectern-other.backup')), 'files of others stay');
      assert.ok(!(await browser.get(PATH)).text.includes('lectern-other'));
    });

    it('when others ask, then pages, forms, downloads and progress are 404, or lead to the sign-in; after an old sign-in they are 403', async () => {
      const organization = await createTestOrganization(lectern);
      const { browser } = administrator;
      const page = await browser.get(PATH);
      const [download] = downloadsOf(page);
      const { csrf } = page.forms.find(({ action }) => action.pathname === `${PATH}/make`)!.fields;
      const before = readdirSync(folder).sort();
      const statusesOf = async (person: Person) => {
        const gets = [PATH, download!, `${PATH}/progress`, '/installation'].map((path) => person.browser.get(path));
        const posts = [`${PATH}/make`, download!.replace('/download', '/delete')].map((path) =>
          person.browser.post(path, { csrf }),
        );
        return (await Promise.all([...gets, ...posts])).map(({ status }) => status);
      };
      for (const role of ROLES) {
        assert.deepEqual(await statusesOf(await createMember(lectern, organization, role)), Array(6).fill(404), role);
      }
      passedMs = 10 * 60_000 + 5_000;
      assert.deepEqual(await statusesOf(administrator), Array(6).fill(403));
      passedMs = 0;
      const signedOut = await createPerson(lectern);
      signedOut.browser.cookies.clear();
      assert.deepEqual(await statusesOf(signedOut), [303, 303, 401, 303, 303, 303]);
      assert.deepEqual(readdirSync(folder).sort(), before);
      assert.equal((await records('createBackup')).length, 3);
    });

    it('when a backup runs, then another start changes nothing, the page shows its progress without a script, and only it is recorded', async () => {
      const { storage } = lectern.installation;
      const backup = {
        id: '2030-01-01T00-00-00Z-000000',
        place: 'other:/backups',
        userId: administrator.id,
        startedAt: '2030-01-01T00:00:00.000Z',
      };
      assert.equal(
        await storage.backups.start(backup, { audit: toAuditRecord(toCommandActor('test'), { owner: null }) }),
        true,
      );
      assert.equal(await storage.backups.renew(backup.id, 0.42), true);
      const page = await administrator.browser.get(PATH);
      assert.match(page.text, /Backing up<\/strong> <span data-percent>42%/);
      assert.match(page.text, /<progress aria-label="Backing up" value="0.42" max="1">/);
      assert.match(page.text, /href="\/installation\/backups">Reload/);
      assert.ok(!page.forms.some(({ action }) => action.pathname === `${PATH}/make`));
      assert.deepEqual(JSON.parse((await administrator.browser.get(`${PATH}/progress`)).text), {
        running: { id: backup.id, share: 0.42 },
      });
      const before = (await records('createBackup')).length;
      const { csrf } = page.forms.find(({ action }) => action.pathname.endsWith('/delete'))!.fields;
      assert.equal((await administrator.browser.post(`${PATH}/make`, { csrf })).status, 303);
      assert.equal((await records('createBackup')).length, before);

      await storage.backups.fail(backup.id, 'disk_full');
      const failed = await administrator.browser.get(PATH);
      assert.match(failed.text, /The latest backup failed: the disk is full\./);
      await make(administrator);
      await waitForEnd(administrator);
      assert.doesNotMatch((await administrator.browser.get(PATH)).text, /failed/);
    });

    it('when the disk is too full for a backup, then it is refused with the numbers, and nothing is written or recorded', async (t) => {
      const { figures } = lectern.installation.storage;
      const before = (await records('createBackup')).length;
      const real = await figures.read();
      t.mock.method(figures, 'read', async () => ({ ...real, databaseBytes: 5e15 }));
      const refused = await make(administrator);
      assert.equal(refused.status, 409);
      assert.match(
        refused.text,
        /There is not enough free disk space: a backup may need 5,000\s?TB, and [\d.,]+ [GMT]B are free\./,
      );
      assert.equal((await records('createBackup')).length, before);
    });

    it('when a backup is older than a week, then administrators are warned on every page, and others are not', async () => {
      const overdue = { browser: administrator.browser };
      passedMs = 7 * DAY_MS - 60_000;
      assert.doesNotMatch((await overdue.browser.get('/account')).text, /frame-notice/);
      passedMs = 7 * DAY_MS + 60_000;
      assert.match(
        (await overdue.browser.get('/account')).text,
        /class="frame-notice" role="status">The latest backup is from <time[^>]*>[^<]*<\/time>\. <a href="\/installation\/backups">/,
      );
      const own = (await overdue.browser.get('/sign-in')).text;
      assert.doesNotMatch(own, /frame-notice/);
      const other = await createPerson(lectern);
      assert.doesNotMatch((await other.browser.get('/account')).text, /frame-notice/);
      const german = await overdue.browser.get('/account', { 'accept-language': 'de' });
      assert.match(german.text, /Letzte Sicherung: /);
    });

    it('when an administrator opens the figures, then they are right, and the view is recorded', async () => {
      const { text, status } = await administrator.browser.get('/installation');
      assert.equal(status, 200);
      const rows = Object.fromEntries(
        [...text.matchAll(/<dt>(.*?)<\/dt><dd>(.*?)<\/dd>/g)].map(([, term, value]) => [term, value]),
      );
      const { storage } = lectern.installation;
      assert.equal(rows.Database, engine === 'sqlite' ? 'SQLite' : 'PostgreSQL');
      assert.equal(rows.People, String((await storage.accounts.listUsers()).length));
      assert.equal(rows.Organizations, String((await storage.accounts.listOrganizations()).length));
      assert.equal(rows['Installed translations'], '1');
      assert.match(rows['Free disk space']!, /^[\d.,]+ [kMGT]B$/);
      assert.match(rows['Database size']!, /^[\d.,]+ MB$/);
      assert.match(rows['Latest backup']!, /<time/);
      assert.ok(text.includes(administrator.email));
      assert.match(text, /started a backup/);
      assert.equal((await records('showInstallation'))[0]?.userId, administrator.id);
    });

    it('when the only backup is deleted, then it no longer counts, and one that the command made does', async () => {
      const { storage } = lectern.installation;
      const readLatest = async () =>
        /Latest backup<\/dt><dd>(.*?)<\/dd>/.exec((await administrator.browser.get('/installation')).text)?.[1];
      for (const path of downloadsOf(await administrator.browser.get(PATH))) {
        const deletion = path.replace('/download', '/delete');
        await administrator.browser.submit(await administrator.browser.get(PATH), {}, deletion);
      }
      assert.equal(await readLatest(), 'none yet');
      passedMs = 8 * DAY_MS;
      assert.match((await administrator.browser.get('/account')).text, /No backup has been made yet\./);
      await storage.setInstallationValue(LAST_BACKUP, new Date(Date.now() + 7 * DAY_MS).toISOString());
      assert.doesNotMatch((await administrator.browser.get('/account')).text, /frame-notice/);
      passedMs = 0;
      assert.match((await readLatest())!, /<time/);
    });

    it('when the time of a backup is in the future, then administrators are warned nevertheless', async () => {
      const { storage } = lectern.installation;
      const setLatest = (ms: number) =>
        storage.setInstallationValue(LAST_BACKUP, new Date(Date.now() + ms).toISOString());
      passedMs = 8 * DAY_MS;
      await setLatest(passedMs + 20 * 60_000);
      assert.doesNotMatch(
        (await administrator.browser.get('/account')).text,
        /frame-notice/,
        'clocks may differ a bit',
      );
      await setLatest(365 * DAY_MS);
      assert.match((await administrator.browser.get('/account')).text, /The latest backup is from <time/);
      passedMs = 0;
      await make(administrator);
      await waitForEnd(administrator);
      passedMs = 6 * DAY_MS;
      assert.doesNotMatch((await administrator.browser.get('/account')).text, /frame-notice/, 'this one counts');
      passedMs = 0;
    });

    it('when the clock goes back, then a new backup is kept, although its time is before those of others', async () => {
      const listFiles = () => readdirSync(folder).filter((name) => NAME.test(name));
      passedMs = 5 * 60_000;
      for (const _ of [1, 2]) {
        await make(administrator);
        await waitForEnd(administrator);
      }
      while (listFiles().length > 2) await sleep(20);
      passedMs = 0;
      const before = listFiles();
      await make(administrator);
      await waitForEnd(administrator);
      while (listFiles().length > 2) await sleep(20);
      const [made] = listFiles().filter((name) => !before.includes(name));
      assert.ok(made, 'the new backup was deleted');
      assert.ok(before.every((name) => name > made));
    });
  });

  describe(`[D69] a backup folder that cannot be used, on ${engine}`, () => {
    it('when the folder cannot be written, then the page says so, and nothing is recorded', async () => {
      const place = createDataDirectory();
      writeFileSync(join(place, 'file'), '');
      await using lectern = await startTestLectern(engine, { LECTERN_BACKUP_DIR: join(place, 'file', 'backups') });
      const { browser } = await createPerson(lectern);
      const refused = await browser.submit(await browser.get(PATH), {}, `${PATH}/make`);
      assert.equal(refused.status, 409);
      assert.match(refused.text, /The server cannot write to the backup folder/);
      assert.equal(readFileSync(join(place, 'file'), 'utf8'), '');
    });

    it('when files of an earlier installation are in the folder, then they are listed, and parts are removed at the start', async () => {
      const place = createDataDirectory();
      const folder = join(place, 'backups');
      mkdirSync(folder);
      const id = '2026-01-31T03-00-00Z-0a1b2c';
      writeFileSync(join(folder, `lectern-${id}.backup`), 'whole');
      const part = `lectern-${id}.backup.0b5c8f6e-0000-4000-8000-000000000000.part`;
      for (const name of [part, `${part}-journal`, 'notes.txt']) writeFileSync(join(folder, name), '');
      await using lectern = await startTestLectern(engine, { LECTERN_BACKUP_DIR: folder });
      assert.deepEqual(readdirSync(folder).sort(), [`lectern-${id}.backup`, 'notes.txt']);
      const { browser } = await createPerson(lectern);
      const page = await browser.get(PATH);
      assert.match(page.text, /Latest backup: <time datetime="2026-01-31/);
      assert.match(page.text, /<time datetime="2026-01-31T03:00:00.000Z"/);
      assert.equal((await browser.get(downloadsOf(page)[0]!)).text, 'whole');
    });

    it('[D47] when the command of the page is run in another folder and without settings, then it asks for --force, and restores the data of this server with it', async () => {
      const backups = join(createDataDirectory(), "pastor's backups");
      const place = await createTestPlace(engine, { LECTERN_BACKUP_DIR: backups });
      const first = await openTestLectern({ ...place, dispose: async () => undefined });
      const countOrganizations = async ({ installation }: TestLectern) =>
        (await installation.storage.accounts.listOrganizations()).length;
      const { browser } = await createPerson(first);
      await createTestOrganization(first);
      const before = await countOrganizations(first);
      await browser.submit(await browser.get(PATH), {}, `${PATH}/make`);
      while ((await browser.get(`${PATH}/progress`)).text !== '{"running":null}') await sleep(20);
      const { text } = await browser.get(PATH);
      await createTestOrganization(first);
      await first.close();

      const command = /<code class="secret">(.*?)<\/code>/
        .exec(text)![1]!
        .replaceAll('&#39;', "'")
        .replaceAll('&quot;', '"')
        .replaceAll('&amp;', '&');
      const elsewhere = createDataDirectory();
      const clean = { HOME: process.env.HOME, PATH: `${dirname(process.execPath)}:${process.env.PATH}` };
      const run = (env: NodeJS.ProcessEnv, more = '') =>
        promisify(execFile)('sh', ['-c', command + more], { cwd: elsewhere, env });
      const address = place.env.LECTERN_DATABASE_URL;
      if (address !== undefined) {
        assert.ok(!text.includes(address), 'the address has a password');
        await assert.rejects(run(clean), /LECTERN_DATABASE_URL/, 'without the address, the shell stops');
      }
      const env = address === undefined ? clean : { ...clean, LECTERN_DATABASE_URL: address };
      await assert.rejects(run(env), /Add --force to replace them/);
      const { stdout } = await run(env, ' --force');
      assert.match(stdout, /The key file .* matches the restored data\./);
      assert.deepEqual(readdirSync(elsewhere), []);
      const second = await openTestLectern(place);
      assert.equal(await countOrganizations(second), before);
      await second.close();
    });
  });
}
