import assert from 'node:assert/strict';
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { before, describe, it } from 'node:test';
import { toAuditRecord, toCommandActor } from '../../../src/domain/audit/audit.ts';
import { readSecrets } from '../../../src/secrets.ts';
import { restore } from '../../../src/storage/backup/restore.ts';
import type { BackupContent } from '../../../src/storage/storage.ts';
import { createPerson, type Person } from '../../support/requests/members.ts';
import { createDataDirectory } from '../../support/server/database.ts';
import { startTestLectern } from '../../support/server/lectern.ts';
import { startTestNodes } from '../../support/server/nodes.ts';
import { useInProcessServer } from '../../support/server/suite-server.ts';

const DAY_MS = 86_400_000;
const PATH = '/installation/backups';
const NAME = /^lectern-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ-nightly\.backup$/;
/** Noon, so that the next night is not near. */
const NOON = new Date(2026, 2, 10, 12).getTime();

const listFiles = (folder: string): string[] => readdirSync(folder).sort();

describe('[D69] nightly backups', () => {
  let administrator: Person;
  let folder: string;
  let now = NOON;
  const { lectern } = useInProcessServer({ settings: { LECTERN_NIGHTLY_BACKUPS: '2' }, clock: () => now });
  before(async () => {
    administrator = await createPerson(lectern);
    folder = lectern.config.backupDir;
  });

  const make = () => lectern.installation.backups.makeNightly();
  const readPage = async () => (await administrator.browser.get(PATH)).text;
  /** Makes the session of the administrator recent again after the clock has moved. */
  const moveTo = async (ms: number) => {
    now = ms;
    administrator = await createPerson(lectern);
    await lectern.installation.administrators.add(administrator.email);
  };

  it('when a night was missed, then its backup is made once, private, listed, offered, and restored by the command', async () => {
    assert.match(
      await readPage(),
      /The newest 2 nightly ones are kept\. The next nightly backup begins in a few minutes\./,
    );
    await make();
    await make();
    const [name, ...others] = listFiles(folder);
    assert.match(name!, NAME);
    assert.deepEqual(others, []);
    assert.equal(statSync(join(folder, name!)).mode & 0o777, 0o600);
    const page = await readPage();
    assert.match(page, /· nightly backup/);
    assert.match(page, /The next nightly backup is due on <time datetime="2026-03-1/);
    const id = name!.slice('lectern-'.length, -'.backup'.length);
    assert.equal(
      ((await lectern.installation.backups.check(id)) as BackupContent).canSignIn,
      false,
      'without a password',
    );
    const download = `${PATH}/${id}/download`;
    assert.ok(page.includes(download));
    assert.equal((await administrator.browser.get(download)).status, 200);

    const dataDir = createDataDirectory();
    const { sealed, manifest } = await restore(
      { dataDir, databaseUrl: null },
      {
        path: join(folder, name!),
        force: false,
        sealKeys: readSecrets(lectern.config.secretFile, false).backupKeys,
        createAuditRecord: () => toAuditRecord(toCommandActor('restore'), { owner: null }),
      },
      { onProgress: () => undefined, signal: new AbortController().signal },
    );
    assert.ok(sealed);
    assert.equal(manifest.tables.users, 1);
  });

  it('when another node has made it since the check, then the storage refuses a second one', async () => {
    const { backups } = lectern.installation.storage;
    const second = {
      id: '2026-03-10T12-00-01Z-nightly',
      place: 'x:/',
      userId: null,
      startedAt: '2026-03-10T12:00:01.000Z',
    };
    assert.equal(await backups.start(second, { lastNightly: null }), false);
    assert.equal((await backups.list()).length, 1);
  });

  it('when nights pass, then the oldest go, and files of others and those that administrators made stay', async () => {
    const foreign = ['lectern-2026-01-01.backup', 'notes.txt', 'lectern-2020-01-01T03-00-00Z-0a1b2c.backup'];
    for (const name of foreign) writeFileSync(join(folder, name), name);
    const part = 'lectern-2026-03-01T02-00-00Z-nightly.backup.0b5c8f6e-0000-4000-8000-000000000000.part';
    writeFileSync(join(folder, part), 'part');
    const made: string[] = [];
    for (let day = 1; day <= 3; day += 1) {
      await moveTo(NOON + day * DAY_MS);
      await make();
      made.push(listFiles(folder).findLast((name) => NAME.test(name))!);
    }
    assert.equal(new Set(made).size, 3);
    assert.deepEqual(listFiles(folder), [...foreign, ...made.slice(-2)].sort());
  });

  it('when the clock jumps back, then a backup is made, and stays', async () => {
    await moveTo(NOON - 30 * DAY_MS);
    const before = listFiles(folder);
    await make();
    const [made, ...others] = listFiles(folder).filter((name) => !before.includes(name));
    assert.match(made!, /^lectern-2026-02-/);
    assert.deepEqual(others, []);
    assert.equal(listFiles(folder).filter((name) => NAME.test(name)).length, 2);
    await moveTo(NOON + 3 * DAY_MS);
  });

  it('when the newest is deleted on the page, then none is made before the next night', async () => {
    await moveTo(NOON + 4 * DAY_MS);
    await make();
    const page = await administrator.browser.get(PATH);
    const newest = page.forms.find(({ action }) => action.pathname.endsWith('-nightly/delete'))!;
    assert.equal((await administrator.browser.submit(page, {}, newest.action.pathname)).status, 303);
    const before = listFiles(folder);
    await make();
    assert.deepEqual(listFiles(folder), before);
  });

  it('when the database is damaged, then the backup fails its check, nothing is removed, and the page says so', async () => {
    await moveTo(NOON + 5 * DAY_MS);
    const before = listFiles(folder);
    const database = new DatabaseSync(join(lectern.config.dataDir, 'lectern.db'));
    database.exec("PRAGMA foreign_keys = OFF; INSERT INTO members VALUES ('nobody', 'none', 'owner', '2026-01-01')");
    await assert.rejects(make(), { code: 'damaged_backup' });
    assert.deepEqual(listFiles(folder), before);
    assert.match(await readPage(), /The latest backup failed its check[^<]*It began on <time datetime="2026-03-15/);
    await make();
    assert.deepEqual(listFiles(folder), before, 'it is not tried again within an hour');
    database.exec("DELETE FROM members WHERE organization_id = 'nobody' OR user_id = 'nobody'");
    database.close();
    now += 61 * 60_000;
    await make();
    assert.equal(listFiles(folder).filter((name) => name.startsWith('lectern-2026-03-15')).length, 1);
  });

  it('when the disk is too full, or the folder cannot be used, then it fails with its sentence, and succeeds an hour later', async (t) => {
    await moveTo(NOON + 6 * DAY_MS);
    const { figures } = lectern.installation.storage;
    const real = await figures.read();
    const mock = t.mock.method(figures, 'read', async () => ({ ...real, databaseBytes: 5e15 }));
    await assert.rejects(make(), { code: 'disk_full' });
    assert.match(await readPage(), /The latest backup failed: the disk is full\. It began on/);
    mock.mock.restore();

    const kept = listFiles(folder).map((name) => [name, readFileSync(join(folder, name))] as const);
    rmSync(folder, { recursive: true });
    writeFileSync(folder, 'not a folder');
    now += 61 * 60_000;
    await assert.rejects(make(), { code: 'not_allowed' });
    await moveTo(now);
    assert.match(await readPage(), /the server has no permission to write to the backup folder\. It began on/);
    rmSync(folder);
    mkdirSync(folder);
    for (const [name, bytes] of kept) writeFileSync(join(folder, name), bytes);
    now += 61 * 60_000;
    await make();
    await moveTo(now);
    assert.doesNotMatch(await readPage(), /failed/);
  });

  it('when /metrics is read, then it has the time of the latest backup and the number of failures', async () => {
    await lectern.restart();
    const { backups } = lectern.installation;
    const { lastAt } = await backups.readAge();
    const text = await (await fetch(`${lectern.url}/metrics`)).text();
    assert.ok(text.includes(`lectern_backup_last_success_timestamp_seconds ${Date.parse(lastAt!) / 1000}\n`), text);
    assert.match(text, /^lectern_backup_failures_total 0$/m);
  });
});

it('[D69] when nightly backups are turned off, then none is made, and the page says so', async () => {
  const lectern = await startTestLectern('sqlite');
  try {
    await lectern.installation.backups.makeNightly();
    const { browser } = await createPerson(lectern);
    const { text } = await browser.get(PATH);
    assert.match(text, /There are no nightly backups, because <code>LECTERN_NIGHTLY_BACKUPS<\/code> is 0\./);
    assert.match(text, /None yet/);
  } finally {
    await lectern.close();
  }
});

describe('[D69] nightly backups of two nodes', () => {
  it('when both make it at once, then one file is made, and neither makes another', async () => {
    const cluster = await startTestNodes(2, { LECTERN_NIGHTLY_BACKUPS: '7' });
    try {
      const makeAll = () => Promise.all(cluster.nodes.map(({ installation }) => installation.backups.makeNightly()));
      await makeAll();
      await makeAll();
      const files = cluster.nodes.flatMap(({ config }) => {
        try {
          return listFiles(config.backupDir);
        } catch {
          return [];
        }
      });
      assert.equal(files.length, 1);
      assert.match(files[0]!, NAME);
    } finally {
      await cluster.close();
    }
  });
});
