import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { BackupFolder } from '../../src/storage/backup/backup-folder.ts';
import { createDataDirectory } from '../support/server/database.ts';

test('[D69] when an aborted thread does not end in time, then it is terminated, and its part is removed', async () => {
  const folder = createDataDirectory();
  const worker = join(folder, 'hangs.mjs');
  const script = `import { writeFileSync } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';
writeFileSync(workerData.target.path + '.${randomUUID()}.part', 'part');
parentPort.postMessage({ share: 0.5 });
setInterval(() => {}, 1_000);`;
  writeFileSync(worker, script);
  const location = { dataDir: folder, databaseUrl: null };
  const secretFile = join(folder, 'secret.key');
  const backups = new BackupFolder({
    location,
    folder,
    secretFile,
    sealKeys: () => [Buffer.alloc(32)],
    version: '1.0.0',
    worker,
  });
  const other = `${backups.nameOf('2026-01-31T03-00-00Z-0a1b2c')}.${randomUUID()}.part`;
  writeFileSync(join(folder, other), 'part');
  const abort = new AbortController();
  const writing = backups.write('2026-01-31T03-00-01Z-0a1b2c', {
    onProgress: () => abort.abort(),
    signal: abort.signal,
  });
  await assert.rejects(writing, { code: 'interrupted' });
  assert.deepEqual(
    readdirSync(folder).filter((name) => name.endsWith('.part')),
    [other],
  );
});

test('[D69] when a backup starts while the parts of killed ones are removed, then its part stays', async () => {
  const folder = createDataDirectory();
  const backups = new BackupFolder({
    location: { dataDir: folder, databaseUrl: null },
    folder,
    secretFile: join(folder, 'secret.key'),
    sealKeys: () => [Buffer.alloc(32)],
    version: '1.0.0',
    worker: 'unused',
  });
  const addPart = (id: string) => {
    const name = `${backups.nameOf(id)}.${randomUUID()}.part`;
    writeFileSync(join(folder, name), 'part');
    return name;
  };
  const listParts = () => readdirSync(folder).filter((name) => name.endsWith('.part'));
  addPart('2026-01-31T03-00-00Z-0a1b2c');
  const running = addPart('2026-01-31T03-00-01Z-0a1b2c');
  let started = '';

  await backups.removePartial(async () => {
    started = addPart('2026-01-31T03-00-02Z-0a1b2c');
    return new Set(['2026-01-31T03-00-01Z-0a1b2c']);
  });
  assert.deepEqual(listParts().sort(), [running, started]);
});
