import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { KNOWN_EDITIONS } from '../../src/editions/known-editions.ts';
import { toZip } from '../editions/zip.ts';
import { createDataDirectory } from '../support/server/database.ts';
import { createEmptyInstallation } from '../support/server/empty-installation.ts';
import { startCommandServer } from './command-server.ts';
import { requireJson, runJson, runLectern } from './run-lectern.ts';

const USFM = '\\id JHN An edition of our own\n\\h John\n\\c 3\n\\p\n\\v 16 God loved the world.\n\\v 17 To save it.\n';
const ARCHIVE = toZip([{ name: '43JHN.usfm', content: USFM }]);
const SHA256 = createHash('sha256').update(ARCHIVE).digest('hex');
const { slug, name, rights } = KNOWN_EDITIONS[0]!;

/** A mirror on this machine that serves one archive under every address. */
async function startMirror(t: TestContext, archive: Buffer): Promise<string> {
  const server = createServer((_request, response) => response.end(archive));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/web_usfm.zip`;
}

const findListed = async (dataDir: string) => {
  const { data } = await requireJson(['edition', 'list'], { dataDir });
  return data.find((edition: { slug: string }) => edition.slug === slug);
};

test('[D28] [D47] when an edition is known, then it is listed, downloaded and installed', async (t) => {
  const dataDir = await createEmptyInstallation();
  const mirror = await startMirror(t, ARCHIVE);
  assert.equal((await findListed(dataDir)).installed, false);

  const words = ['edition', 'install', slug.toUpperCase(), '--from', mirror, '--sha256', SHA256];
  const { report, ...installed } = await requireJson(words, { dataDir });
  assert.deepEqual(installed, {
    slug,
    books: 1,
    verses: 2,
    archive_sha256: SHA256,
    name,
    rights: { ...installed.rights, ...rights },
    replaced: null,
  });
  assert.equal(report.books[0].code, 'JHN');
  const { installed: now, books, archive_sha256 } = await findListed(dataDir);
  assert.deepEqual({ now, books, archive_sha256 }, { now: true, books: 1, archive_sha256: SHA256 });

  const { code, stdout } = await runLectern(['edition', 'install', slug, '--from', mirror], { dataDir });
  assert.equal(code, 0);
  assert.match(stdout, /Installed .* as "web": 2 verses in 1 book\.\nReplaces .* \(1 book\)\./);
  assert.match(stdout, /Public domain/);
});

test('when another text was imported under its slug, then the starter edition can be restored without a network', async () => {
  const dataDir = await createEmptyInstallation();
  const small = join(createDataDirectory(), 'small.usfm');
  writeFileSync(small, USFM);
  await requireJson(['edition', 'import', small, '--slug', 'kjv'], { dataDir });
  const { books, verses, replaced, report } = await requireJson(['edition', 'install', 'KJV'], { dataDir });
  assert.deepEqual([books, verses, replaced.books, report], [66, 31_102, 1, null]);
  const { code, stdout } = await runLectern(['edition', 'install', 'kjv'], { dataDir });
  assert.equal(code, 0);
  assert.match(stdout, /^Rights: Public domain\./);
});

test('when a server runs on the data folder, then the install goes through it', async (t) => {
  const dataDir = await createEmptyInstallation();
  const mirror = await startMirror(t, ARCHIVE);
  const { installation, logged } = await startCommandServer(t, dataDir);
  await requireJson(['edition', 'install', slug, '--from', mirror], { dataDir });
  assert.ok((await installation.editions.find(slug))?.revisionId);
  assert.match(logged(), /edition install/);
});

test('when an edition cannot be installed, then it is refused, and nothing changes', async (t) => {
  const dataDir = await createEmptyInstallation();
  const mirror = await startMirror(t, ARCHIVE);
  const broken = await startMirror(t, ARCHIVE.subarray(0, 60));
  const attempts: [string[], number, string, RegExp][] = [
    [['unknown'], 1, 'not_found', /edition list/],
    [[slug, '--from', 'http://example.org/web.zip'], 2, 'usage', /https/],
    [[slug, '--from', mirror, '--sha256', 'f'.repeat(64)], 1, 'damaged_edition', /a different archive/],
    [[slug, '--from', mirror, '--sha256', 'f'], 2, 'usage', /64 hexadecimal/],
    [[slug, '--from', broken], 1, 'damaged_edition', /web_usfm\.zip/],
    [[slug, '--from', 'http://127.0.0.1:9'], 1, 'unavailable', /^127\.0\.0\.1:9 did not send the archive: bad port\.$/],
    [[], 2, 'usage', /slug/],
  ];
  for (const [words, exitCode, code, detail] of attempts) {
    const refused = await runJson(['edition', 'install', ...words], { dataDir });
    assert.deepEqual([words, refused.code, refused.document.error.code], [words, exitCode, code]);
    assert.match(refused.document.error.detail, detail);
  }
  assert.equal((await findListed(dataDir)).installed, false);
});
