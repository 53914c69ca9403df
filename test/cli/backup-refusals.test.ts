import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  copyFileSync,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join, relative } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, test } from 'node:test';
import { toCommandFailure } from '../../src/cli/command-failure.ts';
import { readConfig } from '../../src/config/config.ts';
import { toAuditRecord, toCommandActor } from '../../src/domain/audit/audit.ts';
import { openInstallation } from '../../src/installation.ts';
import { readSecrets } from '../../src/secrets.ts';
import { backUp } from '../../src/storage/backup/back-up.ts';
import { countTableRows, sqliteTables } from '../../src/storage/backup/backed-up-tables.ts';
import { explainDataError, explainFileError } from '../../src/storage/backup/backup-error.ts';
import { BACKUP_FORMAT, extractDatabase, hashDatabase, sealBackup } from '../../src/storage/backup/backup-file.ts';
import { restore } from '../../src/storage/backup/restore.ts';
import { withoutPrivilege, withRights } from '../support/requests/other-user.ts';
import { createDataDirectory } from '../support/server/database.ts';
import { PAGE_ENGINES } from '../support/server/lectern.ts';
import { type BackupPlace, createBackupPlace, createFilledPlace, writeKeyFile } from './backup-place.ts';
import { ROOT, requireJson, runJson, runLectern, runProcess } from './run-lectern.ts';

/** Creates a backup of one user with the command line. */
async function makeBackup(): Promise<string> {
  const dataDir = createDataDirectory();
  await requireJson(['user', 'create', '--email', 'restored@example.org', '--name', 'Ada'], { dataDir });
  writeKeyFile(dataDir);
  const path = join(dataDir, 'good.backup');
  await requireJson(['backup', path], { dataDir });
  return path;
}

const goodBackup = makeBackup();
const KEY = Buffer.alloc(32);

/** Asserts that the command is refused with this code, and that the data are unchanged. */
async function assertRefused(place: BackupPlace, words: readonly string[], code: string): Promise<string> {
  const before = await place.content();
  const run = await runJson(words, place.setting);
  assert.deepEqual([run.code, run.document.error.code], [1, code], JSON.stringify(run.document));
  assert.deepEqual(await place.content(), before);
  return run.document.error.detail;
}

for (const engine of PAGE_ENGINES) {
  describe(`restore on ${engine} changes nothing when it refuses`, () => {
    const damages: Record<string, (path: string) => void> = {
      'a byte of the data is another': (path) => flipByte(path, 5_000),
      'a byte of the manifest is another': (path) => flipByte(path, statSync(path).size - 200),
      'a byte of the digest is another': (path) => flipByte(path, statSync(path).size - 20),
      'the last byte is missing': (path) => truncateSync(path, statSync(path).size - 1),
      'the second half is missing': (path) => truncateSync(path, Math.floor(statSync(path).size / 2)),
      'it is empty': (path) => truncateSync(path, 0),
      'it is something else': (path) => writeFileSync(path, 'sha256: no backup\n'),
    };
    test('[D47] when the backup is damaged, then it is refused', async () => {
      const place = await createFilledPlace(engine);
      const path = join(createDataDirectory(), 'damaged.backup');
      for (const [damage, make] of Object.entries(damages)) {
        copyFileSync(await goodBackup, path);
        make(path);
        const detail = await assertRefused(place, ['restore', '--force', path], 'damaged_backup');
        assert.ok(detail.includes(path), `${damage}: ${detail}`);
      }
    });

    test('[D47] when a backup has no seal or that of another installation, then it is refused without --force', async () => {
      const place = await createBackupPlace(engine);
      const other = await changeBackup('', KEY);
      const unsealed = join(createDataDirectory(), 'unsealed.backup');
      writeFileSync(unsealed, withoutSeal(readFileSync(other)));
      for (const path of [other, unsealed]) {
        const { code, document } = await runJson(['restore', path], place.setting);
        assert.deepEqual([code, document.error.code], [1, 'foreign_backup']);
        assert.match(
          document.error.detail,
          /was made by another installation, or by an older version: if it is yours, bring its key file, or --force\./,
        );
        const { backup } = await requireJson(['restore', '--force', path], place.setting);
        assert.equal(backup.sealed, false);
      }
    });

    test('[D47] when a backup has another schema or a dangling reference, then it is refused, even sealed and with --force', async () => {
      const place = await createBackupPlace(engine);
      const changes: Record<string, RegExp> = {
        'CREATE TRIGGER t AFTER INSERT ON users BEGIN DELETE FROM lives; END': /schema is not .*: trigger t\./,
        'CREATE VIEW v AS SELECT * FROM users': /schema is not .*: view v\./,
        'ALTER TABLE users ADD COLUMN more TEXT': /schema is not .*: table users\./,
        'DROP TABLE backups': /schema is not .*: table backups/,
        "DELETE FROM kysely_migration WHERE name > '0036'": /schema is not .*: other migrations/,
        'PRAGMA foreign_keys = OFF; DELETE FROM users': /rows of \S+.* refer to rows that do not exist/,
      };
      const [key] = readSecrets(writeKeyFile(createDataDirectory()), false).backupKeys;
      for (const [sql, expected] of Object.entries(changes)) {
        const path = await changeBackup(sql, key);
        const { code, document } = await runJson(['restore', '--force', path], place.setting);
        assert.deepEqual([code, document.error?.code], [1, 'damaged_backup'], sql);
        assert.match(document.error.detail, expected);
      }
    });

    test('when the backup is of a newer version, then it is refused', async () => {
      const place = await createFilledPlace(engine);
      const path = join(createDataDirectory(), 'newer.backup');
      const database = new DatabaseSync(path);
      database.exec('CREATE TABLE kysely_migration (name TEXT)');
      database.close();
      const migrations = ['0001-initial', '9999-later'];
      const manifest = {
        ...BACKUP_FORMAT,
        version: '99.0.0',
        engine,
        created_at: '2030-01-01T00:00:00.000Z',
        migrations,
        tables: {},
      };
      const hash = createHash('sha256');
      await hashDatabase(path, hash, () => {});
      sealBackup(path, hash, manifest, KEY);
      const detail = await assertRefused(place, ['restore', '--force', path], 'schema_too_new');
      assert.match(detail, /9999-later/);
    });

    test('when data exist already, then restore is refused without --force; with --force they are replaced', async () => {
      const place = await createFilledPlace(engine);
      await assertRefused(place, ['restore', await goodBackup], 'not_empty');
      const before = await place.content();
      const { kept } = await requireJson(['restore', '--force', await goodBackup], place.setting);
      const emails = await place.sql('SELECT email FROM users');
      assert.deepEqual(
        emails.map(({ email }) => email),
        ['restored@example.org'],
      );
      if (engine === 'postgres') return assert.equal(kept, null);
      using old = new DatabaseSync(kept, { readOnly: true });
      assert.equal(old.prepare('SELECT count(*) AS rows FROM users').get()!.rows, before.users!.length);
    });

    test('when a server runs on the data, then restore is refused', async (t) => {
      const place = await createFilledPlace(engine);
      const settings = { LECTERN_DATA_DIR: place.setting.dataDir, ...place.setting.env };
      const installation = await openInstallation(readConfig(settings), assert.fail);
      // A pool closes idle connections, and those of a server are never idle: it responds to health checks.
      const checks = setInterval(() => installation.storage.ping(), 1_000);
      t.after(() => {
        clearInterval(checks);
        return installation.close();
      });
      const detail = await assertRefused(place, ['restore', '--force', await goodBackup], 'server_running');
      assert.match(detail, /^.*[Ss]top .*\.$/);
    });

    test('when a restore is interrupted, then it changes nothing', async () => {
      const place = await createFilledPlace(engine);
      const before = await place.content();
      // At the beginning and near the end.
      for (const share of [0, 0.7]) {
        const interruption = new AbortController();
        const onProgress = (done: number) => {
          if (done >= share) interruption.abort();
        };
        const data = { dataDir: place.setting.dataDir, databaseUrl: place.setting.env.LECTERN_DATABASE_URL ?? null };
        const createAuditRecord = () => toAuditRecord(toCommandActor('restore'), { owner: null });
        const source = { path: await goodBackup, force: true, sealKeys: [], createAuditRecord };
        await assert.rejects(restore(data, source, { onProgress, signal: interruption.signal }), {
          code: 'interrupted',
        });
        assert.deepEqual(await place.content(), before);
        assert.deepEqual(
          readdirSync(place.setting.dataDir).filter((name) => name.includes('restor')),
          [],
        );
      }
    });
  });

  if (engine === 'sqlite') {
    test('restore: when another program reads the log that a killed server left, then it is refused', async () => {
      const place = await createFilledPlace(engine);
      const file = join(place.setting.dataDir, 'lectern.db');
      const [reader, writer] = [new DatabaseSync(file), new DatabaseSync(file)];
      try {
        reader.exec('BEGIN; SELECT count(*) FROM lives');
        writer.exec("UPDATE users SET name = 'Written since'");
        const run = await runJson(['restore', '--force', await goodBackup], place.setting);
        assert.deepEqual([run.code, run.document.error.code], [1, 'server_running'], JSON.stringify(run.document));
        assert.match(run.document.error.detail, /Another program is reading/);
      } finally {
        reader.close();
        writer.close();
      }
      assert.equal((await place.sql('SELECT DISTINCT name FROM users'))[0]!.name, 'Written since');
    });
  }

  describe(`backup on ${engine}`, () => {
    test('when a file or a folder is at the path, then no file is replaced without --force, a folder never, and no other file is left', async () => {
      const place = await createFilledPlace(engine);
      const folder = createDataDirectory();
      const path = join(folder, 'mine');
      writeFileSync(path, 'precious');
      await assertRefused(place, ['backup', path], 'file_exists');
      await assertRefused(place, ['backup', folder], 'file_exists');
      await assertRefused(place, ['backup', '--force', folder], 'file_exists');
      await assertRefused(place, ['backup', join(folder, 'no-folder', 'x')], 'not_found');
      assert.equal(readFileSync(path, 'utf8'), 'precious');
      await requireJson(['backup', '--force', path], place.setting);
      assert.deepEqual(readdirSync(folder), ['mine']);
      assert.notEqual(readFileSync(path, 'utf8'), 'precious');
    });

    test('when the path is a file of the installation, then it is never replaced, even with --force or through a link', async () => {
      const place = await createFilledPlace(engine);
      const { dataDir } = place.setting;
      const env: Record<string, string> = place.setting.env;
      const secretFile = env.LECTERN_SECRET_FILE ?? join(dataDir, 'secret.json');
      if (!existsSync(secretFile)) writeFileSync(secretFile, '{"key":"precious"}');
      const link = join(createDataDirectory(), 'link');
      symlinkSync(dataDir, link);
      const other = join(createDataDirectory(), 'hard');
      linkSync(secretFile, other);
      const before = await place.content();
      const keys = readFileSync(secretFile, 'utf8');
      for (const folder of [dataDir, link]) {
        for (const name of ['lectern.db', 'lectern.db-wal', 'lectern.lock', relative(dataDir, secretFile)]) {
          await assertRefused(place, ['backup', '--force', join(folder, name)], 'file_exists');
        }
      }
      await assertRefused(place, ['backup', '--force', other], 'file_exists');
      assert.deepEqual(await place.content(), before);
      assert.equal(readFileSync(secretFile, 'utf8'), keys);
    });

    test('when a backup is interrupted, then it leaves nothing', async () => {
      const place = await createFilledPlace(engine);
      const folder = createDataDirectory();
      const data = { dataDir: place.setting.dataDir, databaseUrl: place.setting.env.LECTERN_DATABASE_URL ?? null };
      const target = { path: join(folder, 'all.backup'), force: false, version: '1', sealKey: KEY };
      for (const share of [0, 0.8]) {
        const interruption = new AbortController();
        const onProgress = (done: number) => {
          if (done >= share) interruption.abort();
        };
        await assert.rejects(backUp(data, target, { onProgress, signal: interruption.signal }), {
          code: 'interrupted',
        });
        assert.deepEqual(readdirSync(folder), []);
      }
    });

    test('when the database is of a newer version or empty, then the backup is refused', async () => {
      const path = join(createDataDirectory(), 'all.backup');
      const empty = await createBackupPlace(engine);
      await assertRefused({ ...empty, content: async () => ({}) }, ['backup', path], 'not_found');
      const newer = await createFilledPlace(engine);
      await newer.sql(`INSERT INTO kysely_migration (name, timestamp) VALUES ('9999-later', '2030')`);
      await assertRefused(newer, ['backup', path], 'schema_too_new');
      assert.ok(!existsSync(path));
    });

    test('[D46] when a backup is made, then the key file is not in it, and the command says so', async () => {
      const place = await createFilledPlace(engine);
      const { dataDir, env } = place.setting;
      const key = 'ab'.repeat(32);
      const file = env.LECTERN_SECRET_FILE ?? join(dataDir, 'secret.json');
      writeFileSync(file, JSON.stringify({ key }));
      const path = join(createDataDirectory(), 'all.backup');
      const { code, stdout } = await runLectern(['backup', path], place.setting);
      assert.equal(code, 0);
      assert.ok(stdout.includes(`The backup does not include the key file ${file}.`), stdout);
      const written = readFileSync(path);
      assert.ok(!written.includes(key) && !written.includes(Buffer.from(key, 'hex')));
    });
  });
}

test('when restore on postgres fails at the end, then nothing is changed, because it is one transaction', async () => {
  const place = await createFilledPlace('postgres');
  await place.sql(`CREATE FUNCTION refuse() RETURNS event_trigger LANGUAGE plpgsql AS
    $$ BEGIN RAISE EXCEPTION 'no index'; END $$`);
  // Search indexes are built last.
  await place.sql(`CREATE EVENT TRIGGER refuse ON ddl_command_start WHEN TAG IN ('CREATE INDEX')
    EXECUTE FUNCTION refuse()`);
  const source = await createFilledPlace('sqlite');
  const path = join(createDataDirectory(), 'all.backup');
  await requireJson(['backup', path], source.setting);
  await assertRefused(place, ['restore', '--force', path], 'internal_error');
});

test('when a killed server left a log, then it stays with the previous database and is not applied to the restored one', async () => {
  const source = await createFilledPlace('sqlite');
  const file = join(source.setting.dataDir, 'lectern.db');
  const dataDir = createDataDirectory();
  const server = new DatabaseSync(file);
  server.exec(`PRAGMA wal_autocheckpoint = 0; INSERT INTO installation (key, value) VALUES ('only', 'in the log')`);
  for (const suffix of ['', '-wal']) copyFileSync(file + suffix, join(dataDir, `lectern.db${suffix}`));
  server.close();
  assert.ok(statSync(join(dataDir, 'lectern.db-wal')).size > 0);

  const { kept } = await requireJson(['restore', '--force', await goodBackup], { dataDir });
  const valueIn = (path: string) => {
    using database = new DatabaseSync(path);
    return database.prepare(`SELECT value FROM installation WHERE key = 'only'`).get()?.value;
  };
  assert.equal(valueIn(join(dataDir, 'lectern.db')), undefined);
  assert.equal(valueIn(kept), 'in the log');
});

test('when a database is damaged, then it can be restored over, and is kept', async () => {
  const dataDir = createDataDirectory();
  writeKeyFile(dataDir);
  writeFileSync(join(dataDir, 'lectern.db'), 'not a database at all');
  const refused = await runJson(['restore', await goodBackup], { dataDir });
  assert.equal(refused.document.error.code, 'not_empty');
  const { kept } = await requireJson(['restore', '--force', await goodBackup], { dataDir });
  assert.equal(readFileSync(kept, 'utf8'), 'not a database at all');
  await requireJson(['org', 'list'], { dataDir });
});

test('[D47] when a manifest with the right digest is not one, lacks a field or has one of another type, then the backup is damaged', async () => {
  const path = join(createDataDirectory(), 'manifest.backup');
  const good = readFileSync(await goodBackup);
  const end = good.lastIndexOf('\n{');
  const manifest = JSON.parse(good.toString('utf8', end, good.lastIndexOf('sha256:')));
  const wrong = Object.keys(manifest).flatMap((field) => [
    ...(field === 'seal' ? [] : [{ ...manifest, [field]: undefined }]),
    { ...manifest, [field]: null },
    { ...manifest, [field]: [5] },
  ]);
  for (const line of [...[...wrong, null, 5, []].map((each) => JSON.stringify(each)), '{"lectern_backup":1']) {
    const content = Buffer.concat([good.subarray(0, end), Buffer.from(`\n${line}\n`)]);
    writeFileSync(path, `${content.toString('latin1')}sha256:${toSha256(content)}\n`, 'latin1');
    await assert.rejects(
      extractDatabase(path, `${path}.db`, [], () => {}),
      { code: 'damaged_backup' },
      line,
    );
    rmSync(`${path}.db`);
  }
});

const asRoot = { skip: process.getuid?.() === 0 ? false : 'only root can give files away' };

test('when root restores, then the data belong to the owner of the data folder', asRoot, async () => {
  const dataDir = join(createDataDirectory(), 'data');
  mkdirSync(dataDir);
  chownSync(dataDir, 12345, 12345);
  chownSync(writeKeyFile(dataDir), 12345, 12345);
  await requireJson(['restore', await goodBackup], { dataDir });
  for (const name of readdirSync(dataDir)) assert.equal(statSync(join(dataDir, name)).uid, 12345, name);
});

/** Returns a copy of a good backup whose database was changed with SQL, and which `key` has sealed. */
async function changeBackup(sql: string, key: Uint8Array): Promise<string> {
  const path = join(createDataDirectory(), 'changed.backup');
  const { manifest } = await extractDatabase(await goodBackup, path, [], () => {});
  using database = new DatabaseSync(path);
  database.exec(sql);
  const tables = countTableRows(database, sqliteTables(database));
  const hash = createHash('sha256');
  await hashDatabase(path, hash, () => {});
  sealBackup(path, hash, { ...manifest, tables }, key);
  return path;
}

/** Returns a backup as older versions wrote it. */
function withoutSeal(backup: Buffer): Buffer {
  const text = backup.toString('latin1').replace(/,"seal":"[0-9a-f]{64}"(\}\n)sha256:[0-9a-f]{64}\n$/, '$1');
  return Buffer.from(`${text}sha256:${toSha256(Buffer.from(text, 'latin1'))}\n`, 'latin1');
}

const toSha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

function flipByte(path: string, position: number): void {
  const content = readFileSync(path);
  content[position]! ^= 1;
  writeFileSync(path, content);
}

/**
 * Bytes per block of `ulimit -f` in this system's shell: 512 by POSIX, 1024 for others. Null if it is not supported.
 */
const limitBlockBytes = process.platform === 'linux' ? await findLimitBlock() : null;

async function findLimitBlock(): Promise<number | null> {
  const dataDir = createDataDirectory();
  const { code } = await runProcess('sh', ['-c', 'ulimit -f 2; head -c 4096 /dev/zero > "$0"', join(dataDir, 'x')], {
    dataDir,
  });
  const { size } = statSync(join(dataDir, 'x'));
  return code === 0 ? null : size / 2;
}

test('when the disk is full or a folder is missing, then the message names it', async () => {
  const full = Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
  assert.match(
    (explainFileError(full, { path: '/backups/a', target: '/data' }) as Error).message,
    /enough space for \/data\.$/,
  );
  const path = join(createDataDirectory(), 'nowhere', 'a.backup');
  const run = await runJson(['backup', path], { dataDir: join(await goodBackup, '..') });
  assert.deepEqual([run.code, run.document.error.code], [1, 'not_found']);
  assert.equal(run.document.error.detail, `${path} cannot be written: the folder ${join(path, '..')} does not exist.`);
});

test('when an error is about a file that was not named, then it is not reported as the named one, even if its name begins alike', () => {
  const place = { dataDir: '/srv/lectern-data', databaseUrl: null };
  const file = { path: join('/srv/lectern'), draft: join('/srv/lectern.1.part') };
  const failure = (path: string) =>
    toCommandFailure(
      explainDataError(Object.assign(new Error(`EACCES: ${path}`), { code: 'EACCES', path }), file, place),
    );
  for (const path of ['/srv/lectern', '/srv/lectern/lectern.db', '/srv/lectern.1.part', '/srv/lectern.1.part-wal']) {
    assert.match(failure(join(path)).detail, /no permission to use \S+lectern\. /, path);
  }
  for (const path of ['/srv/lectern-data/lectern.db', '/srv/lectern.2.part', '/srv/lectern.json', '/srv']) {
    assert.match(failure(join(path)).detail, /^The data folder \/srv\/lectern-data, or/, path);
  }
});

test(
  'when the user has no right to a path, then it is named as it was given, and nothing is changed',
  withRights,
  async (t) => {
    const work = { onProgress: () => {}, signal: new AbortController().signal };
    const folder = createDataDirectory();
    t.after(() => chmodSync(folder, 0o700));
    const dataDir = createDataDirectory();
    copyFileSync(join(await goodBackup, '../lectern.db'), join(dataDir, 'lectern.db'));
    chmodSync(dataDir, 0o777);
    chmodSync(join(dataDir, 'lectern.db'), 0o666);
    const data = { dataDir, databaseUrl: null };
    const path = join(folder, 'all.backup');
    const source = {
      path,
      force: true,
      sealKeys: [],
      createAuditRecord: () => toAuditRecord(toCommandActor('restore'), { owner: null }),
    };
    const backUpThere = (force: boolean) => backUp(data, { path, force, version: '1', sealKey: KEY }, work);
    const refused = (run: () => Promise<unknown>, code: string, named: string) => {
      const judge = (error: Error) => {
        const failure = toCommandFailure(error);
        assert.equal(failure.code, code, failure.detail);
        assert.ok(failure.detail.includes(named) && !/\.part|\.restoring/.test(failure.detail), failure.detail);
        return true;
      };
      return withoutPrivilege(() => assert.rejects(run, judge));
    };

    for (const mode of [0o500, 0o000]) {
      chmodSync(folder, mode);
      await refused(() => backUpThere(false), 'not_allowed', `to use ${path}. `);
    }
    chmodSync(folder, 0o700);
    assert.deepEqual(readdirSync(folder), []);
    await backUpThere(false);
    const before = readFileSync(path);
    chmodSync(path, 0o000);
    for (const mode of [0o555, 0o000]) {
      chmodSync(folder, mode);
      await refused(() => restore(data, source, work), 'not_allowed', `to use ${path}. `);
    }
    // The data belong to another user.
    chmodSync(folder, 0o777);
    chmodSync(path, 0o644);
    chmodSync(join(dataDir, 'lectern.db'), 0o444);
    for (const mode of [0o555, 0o000]) {
      chmodSync(dataDir, mode);
      const message = `The data folder ${dataDir}, or`;
      await refused(() => backUpThere(true), 'data_folder_unusable', message);
      await refused(() => restore(data, source, work), 'data_folder_unusable', message);
    }
    chmodSync(dataDir, 0o700);
    assert.deepEqual(readdirSync(folder), ['all.backup']);
    assert.deepEqual(readFileSync(path), before);
  },
);

const limited = { skip: limitBlockBytes === null ? 'no limit of the sizes of files here' : false };

test(
  '[D46] when the disk takes all but the last line of a backup, then there is no new backup, and an existing one stays',
  limited,
  async () => {
    const good = await goodBackup;
    const dataDir = join(good, '..');
    const before = readFileSync(good);
    // The system accepts bytes up to the limit, which is within the last two lines, and rejects the rest.
    const blocks = Math.floor(before.length / limitBlockBytes!);
    assert.ok(before.length > blocks * limitBlockBytes!);
    const command = `trap '' XFSZ; ulimit -f ${blocks}; exec "$0" "$@"`;
    const words = [process.execPath, join(ROOT, 'bin/lectern.mjs'), '--json', 'backup', '--force', good];
    const run = await runProcess('sh', ['-c', command, ...words], { dataDir });
    assert.equal(run.code, 1, run.stdout);
    assert.equal(JSON.parse(run.stdout).error.code, 'disk_full');
    assert.deepEqual(readFileSync(good), before);
    assert.deepEqual(
      readdirSync(dataDir).filter((name) => name.endsWith('.part')),
      [],
    );
  },
);
