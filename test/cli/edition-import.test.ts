import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { describe, test } from 'node:test';
import { EDITION_REQUEST_MAX_BYTES } from '../../src/cli/commands/edition-input.ts';
import { toJsonLine } from '../../src/cli/socket/json-lines.ts';
import { socketPaths } from '../../src/cli/socket/socket-path.ts';
import { findBookByCode } from '../../src/domain/scripture/canon.ts';
import { toModule } from '../editions/small-module.ts';
import { createDataDirectory, createPostgresDatabase } from '../support/server/database.ts';
import { createEmptyInstallation } from '../support/server/empty-installation.ts';
import { PAGE_ENGINES } from '../support/server/lectern.ts';
import { startCommandServer } from './command-server.ts';
import { requireJson, runJson, runLectern } from './run-lectern.ts';

const base = createDataDirectory();
const MARK = '\\id MRK Small Bible\n\\h Mark\n\\c 1\n\\p\n\\v 1-2 One.\\f + \\ft a\\f*\n\\v 4 Four.\n';

function writeText(content: string, name = 'small.usfm'): string {
  const path = join(mkdtempSync(join(base, 'text-')), name);
  writeFileSync(path, content);
  return path;
}

/** A text whose request exceeds the limit of other commands. */
function longText(): string {
  const verses = Array.from({ length: 150 }, (_, at) => `\\v ${at + 1} ${`verse ${at + 1} `.repeat(30)}\n`).join('');
  const chapters = Array.from({ length: 40 }, (_, at) => `\\c ${at + 1}\n\\p\n${verses}`).join('');
  return `\\id PSA Long\n${chapters}`;
}

describe('edition import [D30] [D47]', () => {
  test('when an edition is imported, then the result has slug, counts and digest, and the stated rights are stored', async () => {
    const dataDir = await createEmptyInstallation();
    const path = writeText(MARK);
    const options = [
      '--slug',
      'SMALL',
      '--language',
      'en',
      '--rights-status',
      'Public domain',
      '--attribution',
      'By hand',
    ];
    const document = await requireJson(['edition', 'import', path, ...options], { dataDir });
    assert.deepEqual(document, {
      slug: 'small',
      books: 1,
      verses: 2,
      archive_sha256: createHash('sha256').update(MARK).digest('hex'),
      name: 'Small Bible',
      language: 'en',
      rights: {
        edition: 'Small Bible',
        rights_status: 'Public domain',
        source_url: 'Unknown',
        attribution: 'By hand',
        change_notice: 'Notes were left out; the words are unchanged.',
      },
      dry_run: false,
      replaced: null,
      report: {
        format: 'USFM',
        books: [{ code: 'MRK', name: 'Mark', chapters: 1, verses: 2, gaps: ['1:3'] }],
        removed: { notes: 1 },
        suspicious: [],
      },
    });
    const { data } = await requireJson(['edition', 'list'], { dataDir });
    const listed = data.find(({ slug }: { slug: string }) => slug === 'small');
    assert.deepEqual([listed.installed, listed.books, listed.rights_status], [true, 1, 'Public domain']);
  });

  test('when a person imports an edition, then the report is readable, and says what is unknown', async () => {
    const dataDir = await createEmptyInstallation();
    const { code, stdout, stderr } = await runLectern(['edition', 'import', writeText(MARK)], { dataDir });
    assert.deepEqual([code, stderr], [0, ''], 'no bar where there is no terminal');
    assert.match(stdout, /^BOOK +CHAPTERS +VERSES +NAME\nMRK +1 +2 +Mark\n/);
    assert.match(stdout, /Omitted: notes 1\nMissing numbers: MRK 1:3\n/);
    assert.match(stdout, /Rights: unknown\nShown with each verse: Small Bible\nIf you know the rights/);
    assert.match(stdout, /Imported Small Bible as "small": 2 verses in 1 book\./);
    assert.match(stdout, /Next: .* library enable small /);
  });

  test('when a second import has the same slug, then it says what it replaces', async () => {
    const dataDir = await createEmptyInstallation();
    const words = ['edition', 'import', writeText(MARK), '--slug', 'small'];
    await requireJson([...words, '--rights-status', 'Public domain', '--name', 'The First'], { dataDir });
    const { stdout } = await runLectern([...words, '--rights-status', 'Public domain'], { dataDir });
    assert.match(
      stdout,
      /Replaces The First \(1 book\)\. Queued verses keep their text\.\nPreviously shown with each verse: .*The First/,
    );
    assert.doesNotMatch(stdout, /Previous rights/);
    const { replaced } = await requireJson([...words, '--attribution', 'By hand'], { dataDir });
    assert.deepEqual([replaced.name, replaced.books, replaced.rights_status], ['Small Bible', 1, 'Public domain']);
  });

  test('when --dry-run is given, then the command reads and reports, and does not create a data folder', async () => {
    const dataDir = join(base, 'none');
    const document = await requireJson(['edition', 'import', writeText(MARK), '--dry-run'], { dataDir });
    assert.deepEqual([document.slug, document.verses, document.dry_run], ['small', 2, true]);
    assert.ok(!existsSync(dataDir));
  });

  for (const engine of PAGE_ENGINES) {
    test(`when --dry-run is given, then it says what would be replaced, and changes nothing, on ${engine}`, async (t) => {
      const database = engine === 'postgres' ? await createPostgresDatabase() : null;
      t.after(() => database?.drop());
      const env: Record<string, string> = database ? { LECTERN_DATABASE_URL: database.url } : {};
      const setting = { dataDir: await createEmptyInstallation(), env };
      const words = ['edition', 'import', writeText(MARK), '--slug', 'SMALL'];
      const findReplaced = async () => (await requireJson([...words, '--dry-run'], setting)).replaced;
      assert.equal(await findReplaced(), null, 'there is no schema yet');
      await requireJson([...words, '--rights-status', 'Public domain', '--name', 'The First'], setting);
      const list = await requireJson(['edition', 'list'], setting);
      const replaced = { name: 'The First', books: 1, rights_status: 'Public domain', attribution: 'The First' };
      assert.deepEqual(await findReplaced(), replaced);
      if (!database) await startCommandServer(t, setting.dataDir);
      assert.deepEqual(await findReplaced(), replaced);
      const { stdout } = await runLectern([...words, '--dry-run'], setting);
      assert.match(
        stdout,
        /Replaces The First \(1 book\)\..*\nPrevious rights: Public domain\n(.*\n)?Nothing was changed\.\n$/,
      );
      assert.equal((await requireJson([...words.slice(0, 3), '--slug', 'other', '--dry-run'], setting)).replaced, null);
      assert.deepEqual(await requireJson(['edition', 'list'], setting), list);
    });
  }

  test('when a book has gaps, then it is refused with a line for each position, unless --allow-gaps is given', async () => {
    const dataDir = await createEmptyInstallation();
    const words = ['edition', 'import', '--slug', 'small', writeText(MARK.replace('Four.', '—\n\\v 5 Five.\n\\v 6'))];
    const { code, stderr } = await runLectern(words, { dataDir });
    assert.equal(code, 1);
    assert.match(
      stderr,
      /^Error: small\.usfm, line 6: MRK 1:4 has no words but "—"\nsmall\.usfm, line 8: MRK 1:6 is empty\n2 of 4 verses of MRK are empty, .* --allow-gaps\n$/,
    );
    const { verses, report } = await requireJson([...words, '--allow-gaps'], { dataDir });
    assert.equal(verses, 2);
    assert.deepEqual(report.suspicious, [
      'small.usfm, line 6: MRK 1:4 has no words but "—": left out',
      'small.usfm, line 8: MRK 1:6 is empty: left out',
    ]);
    assert.deepEqual(report.books[0].gaps, ['1:3-4']);
  });

  test('when a file is damaged, then the exit code is 1, the message has file, line and reason, and nothing changes', async () => {
    const dataDir = await createEmptyInstallation();
    const words = ['edition', 'import', '--slug', 'small'];
    await requireJson([...words, writeText(MARK)], { dataDir });
    const list = await requireJson(['edition', 'list'], { dataDir });
    const damaged = writeText(MARK.replace('Four.', 'Four.\n\\v 4 Again.'));
    const { code, stdout, stderr } = await runLectern([...words, damaged], { dataDir });
    assert.deepEqual([code, stdout], [1, '']);
    assert.equal(stderr, 'Error: small.usfm, line 7: MRK 1:4 appears twice\n');
    const refused = await runJson([...words, damaged], { dataDir });
    assert.deepEqual(
      [refused.code, refused.document],
      [1, { error: { code: 'damaged_edition', detail: 'small.usfm, line 7: MRK 1:4 appears twice' } }],
    );
    assert.deepEqual(await requireJson(['edition', 'list'], { dataDir }), list);
  });

  test('when a file is empty, then the message says so', async () => {
    const { code, stderr } = await runLectern(['edition', 'import', writeText('')], { dataDir: join(base, 'none') });
    assert.deepEqual([code, stderr], [1, 'Error: small.usfm: the file is empty\n']);
  });

  test('when there are several modules, then one is chosen by --module or by the path of its .conf', async () => {
    const dataDir = await createEmptyInstallation();
    const folder = mkdtempSync(join(base, 'sword-'));
    for (const [name, content] of Object.entries(toModule({ 'Mark 1:1': 'One' }))) {
      mkdirSync(dirname(join(folder, name)), { recursive: true });
      writeFileSync(join(folder, name), content);
    }
    writeFileSync(join(folder, 'mods.d', 'other.conf'), '[Other]\nDataPath=./modules/texts/ztext/other/\n');
    const words = ['edition', 'import', '--dry-run'];
    const refused = await runJson([...words, folder], { dataDir });
    assert.match(
      refused.document.error.detail,
      /2 modules \(other, small\): choose one with --module, .* \.conf file$/,
    );
    for (const chosen of [[folder, '--module', 'Small'], [join(folder, 'mods.d', 'small.conf')]]) {
      const document = await requireJson([...words, ...chosen], { dataDir });
      assert.deepEqual([document.slug, document.name, document.verses], ['small', 'Small Module', 1]);
    }
    const unknown = await runJson([...words, folder, '--module', 'none'], { dataDir });
    assert.deepEqual([unknown.code, unknown.document.error.code], [1, 'not_found']);
  });

  test('when chapters, ends of chapters or books are missing, then the report says so', async () => {
    const verses = Array.from({ length: 10 }, (_, at) => `\\v ${at + 1} Words.\n`).join('');
    const path = writeText(`\\id JON Small\n\\c 1\n\\p\n${verses}`);
    const { stdout } = await runLectern(['edition', 'import', path, '--dry-run'], { dataDir: join(base, 'none') });
    assert.match(stdout, /Missing numbers: JON 1:11-17, JON 2-4\n/);
  });

  test('when verse lists have gaps, verses have no words or letters were misread, then the report says what may be corrupted', async () => {
    const path = writeText('\\id JON Small\n\\c 1\n\\p\n\\v 1,2,4 In hÃ¶ren.\n\\v 5 \ue000\n');
    const { stdout } = await runLectern(['edition', 'import', path, '--dry-run'], { dataDir: join(base, 'none') });
    assert.match(stdout, /^ {2}verses with letters that look like UTF-8 read as Windows-1252 \(1\): JON 1:1$/m);
    assert.match(stdout, /^ {2}verses without words \(1\): JON 1:5$/m);
    assert.match(stdout, /^ {2}small\.usfm, line 4: the list of verses JON 1:1-4 does not name 3$/m);
  });

  test('when usage is wrong, then the exit code is 2; when something cannot be found, then it is 1', async () => {
    const dataDir = await createEmptyInstallation();
    const cases: [string[], number, string][] = [
      [[], 2, 'usage'],
      [[writeText(MARK), '--language', 'klingon'], 2, 'usage'],
      [[writeText(MARK), '--colour', 'red'], 2, 'usage'],
      [[writeText(MARK), '--source-url', 'javascript:alert(1)'], 2, 'usage'],
      [[writeText(MARK), '--license-url', 'example.org'], 2, 'usage'],
      [[writeText(MARK), '--slug', 'not a slug'], 2, 'usage'],
      // A typing error is reported before the source is read.
      [['/no/such/file', '--slug', 'not a slug'], 2, 'usage'],
      [[join(base, 'none.zip')], 1, 'not_found'],
    ];
    for (const [words, code, error] of cases) {
      const refused = await runJson(['edition', 'import', ...words], { dataDir });
      assert.deepEqual([refused.code, refused.document.error.code], [code, error], words.join(' '));
    }
  });

  test('when the import goes through the running server, then the new text is used immediately; another import creates a new revision', async (t) => {
    const dataDir = await createEmptyInstallation();
    const { installation } = await startCommandServer(t, dataDir);
    const words = ['edition', 'import', '--slug', 'small'];
    await requireJson([...words, writeText(MARK)], { dataDir });
    const first = (await installation.editions.find('small'))!;
    const mark = findBookByCode('MRK')!.id;
    const { text: found } = (await installation.editions.findBook(first, mark))!;
    assert.deepEqual(
      found.verses.map((verse) => ({ ...verse })),
      [
        { chapter: 1, verse: 1, last: 2, text: 'One.' },
        { chapter: 1, verse: 4, text: 'Four.' },
      ],
    );
    const path = writeText(longText());
    const document = await requireJson([...words, path], { dataDir });
    assert.equal(document.verses, 6_000);
    const second = (await installation.editions.find('small'))!;
    assert.notEqual(second.revisionId, first.revisionId);
    assert.deepEqual(second.bookIds, [findBookByCode('PSA')!.id]);
  });

  test('when the import goes straight to PostgreSQL, then the edition is imported', async (t) => {
    const database = await createPostgresDatabase();
    t.after(() => database.drop());
    const setting = {
      dataDir: await createEmptyInstallation(),
      env: { LECTERN_DATABASE_URL: database.url },
    };
    const document = await requireJson(['edition', 'import', writeText(MARK)], setting);
    assert.equal(document.verses, 2);
    const { data } = await requireJson(['edition', 'list'], setting);
    assert.ok(data.some(({ slug, installed }: { slug: string; installed: boolean }) => slug === 'small' && installed));
  });

  test('when a request is long, then it is accepted only for an edition, up to a limit', async (t) => {
    const dataDir = await createEmptyInstallation();
    const server = await startCommandServer(t, dataDir);
    const send = async (request: string): Promise<string> => {
      const socket = connect(socketPaths(dataDir)[0]!);
      const response = text(socket).catch(() => 'cut off');
      socket.on('error', () => {});
      socket.write(request);
      return response;
    };
    const long = 'x'.repeat(2 * 1024 * 1024);
    assert.match(
      await send(toJsonLine({ command: 'org list', input: long })),
      /"body_too_large","detail":".* 1048576 bytes/,
    );
    assert.match(await send(toJsonLine({ command: 'edition import', input: long })), /invalid_fields/);
    const beyond = `{"command":"edition import","input":"${'x'.repeat(EDITION_REQUEST_MAX_BYTES)}`;
    assert.match(await send(beyond), /"body_too_large"/);
    assert.doesNotMatch(server.logged(), /RangeError|"level":50/);
  });

  test('when an edition is sent to the server, then the server checks it', async (t) => {
    const dataDir = await createEmptyInstallation();
    const { installation } = await startCommandServer(t, dataDir);
    const whole = {
      slug: 'small',
      name: 'Small',
      language: 'en',
      rights: { edition: 'S', rights_status: 'U', source_url: 'U', attribution: 'S' },
      provenance: { archive_sha256: null, reviewed_on: null, source_id: null },
      books: [{ book_id: 1, name: 'Genesis', verses: [{ chapter: 1, verse: 1, text: 'One.' }] }],
    };
    const verses = (each: object) => ({ ...whole, books: [{ ...whole.books[0], verses: [each] }] });
    for (const input of [
      { ...whole, slug: 'Small!' },
      { ...whole, books: [] },
      { ...whole, language: 'tlh' },
      { ...whole, books: [{ ...whole.books[0], book_id: 1_000 }] },
      verses({ chapter: 1, verse: 1, text: '' }),
      verses({ chapter: 1, verse: 0, text: 'One.' }),
      verses({ chapter: 1.5, verse: 1, text: 'One.' }),
    ]) {
      const socket = connect(socketPaths(dataDir)[0]!);
      socket.write(toJsonLine({ command: 'edition import', input }));
      assert.match(await text(socket), /"invalid_fields"/, JSON.stringify(input));
    }
    assert.equal((await installation.editions.find('small'))?.revisionId ?? null, null);
  });
});
