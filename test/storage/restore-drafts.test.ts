import assert from 'node:assert/strict';
import { existsSync, linkSync, mkdirSync, readdirSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { createFolderDraft, removeStaleRestoreDrafts } from '../../src/storage/backup/restore-drafts.ts';
import { createDataDirectory } from '../support/server/database.ts';

const LONG_AGO = new Date(Date.now() - 60_000);
const ON_POSTGRES = { dataDir: '', databaseUrl: 'postgres://127.0.0.1/none' };
const temporary = createDataDirectory();
const elsewhere = createDataDirectory();
const usual = process.env.TMPDIR;

describe('drafts of interrupted restores', () => {
  before(() => {
    process.env.TMPDIR = temporary;
  });
  after(() => {
    if (usual === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = usual;
  });

  const age = (path: string) => utimesSync(path, LONG_AGO, LONG_AGO);

  it('when a restore is running, then its draft stays, however long the restore takes', () => {
    const draft = createFolderDraft();
    age(dirname(draft.path));
    removeStaleRestoreDrafts(ON_POSTGRES);
    assert.ok(existsSync(dirname(draft.path)));
    draft.remove();
    assert.ok(!existsSync(dirname(draft.path)));
  });

  it('when no process uses a draft any more, then it is deleted, unless it is so new that it may be about to be locked', () => {
    const folder = join(temporary, 'lectern-restore-Gone00');
    mkdirSync(folder);
    writeFileSync(join(folder, 'lectern.db'), 'data');
    removeStaleRestoreDrafts(ON_POSTGRES);
    assert.ok(existsSync(folder));
    age(folder);
    removeStaleRestoreDrafts(ON_POSTGRES);
    assert.ok(!existsSync(folder));
  });

  it('when stale drafts are deleted, then other files and link targets are unchanged', () => {
    writeFileSync(join(elsewhere, 'mine'), 'data');
    for (const name of ['lectern-other', 'lectern-restore-file']) writeFileSync(join(temporary, name), '');
    symlinkSync(elsewhere, join(temporary, 'lectern-restore-link'));
    for (const name of readdirSync(temporary)) age(join(temporary, name));
    removeStaleRestoreDrafts(ON_POSTGRES);
    assert.deepEqual(readdirSync(temporary).sort(), ['lectern-other', 'lectern-restore-file', 'lectern-restore-link']);
    assert.deepEqual(readdirSync(elsewhere), ['mine']);
  });

  it('when stale drafts are deleted on SQLite, then databases and their kept copies stay', () => {
    const dataDir = join(elsewhere, 'data');
    mkdirSync(dataDir);
    const kept = ['lectern.db', 'lectern.db-wal', 'lectern.db.before-restore-2026', 'my.restoring', 'secret.json'];
    for (const name of [...kept, 'lectern.db.17.restoring', 'lectern.db.17.restoring-wal'])
      writeFileSync(join(dataDir, name), '');
    // The kept copy of a restore that was killed before the new database had its name.
    linkSync(join(dataDir, 'lectern.db'), join(dataDir, 'lectern.db.before-restore-2027'));
    removeStaleRestoreDrafts({ dataDir, databaseUrl: null });
    assert.deepEqual(readdirSync(dataDir).sort(), kept.sort());
  });
});
