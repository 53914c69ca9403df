import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { SONG_MAX_BYTES } from '../../src/contract/limits.ts';
import { toZip } from '../editions/zip.ts';
import { drawText, writePdf } from '../songs/write-pdf.ts';
import { createDataDirectory } from '../support/server/database.ts';
import { startCommandServer } from './command-server.ts';
import { requireJson, runJson, runLectern } from './run-lectern.ts';

const SAMPLES = join(import.meta.dirname, '../songs/samples');
const samples = readdirSync(SAMPLES)
  .filter((name) => name !== 'README.md')
  .map((name) => join(SAMPLES, name));
const folder = mkdtempSync(join(createDataDirectory(), 'songs-'));

function write(name: string, content: string | Buffer): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

/** An installation with an organization. */
async function seed() {
  const dataDir = createDataDirectory();
  await requireJson(['user', 'create', '--email', 'ada@example.org', '--name', 'Ada'], { dataDir });
  const organization = ['org', 'create', '--name', 'St Mary', '--owner', 'ada@example.org'];
  const { organization_id } = await requireJson(organization, { dataDir });
  const words = (files: readonly string[], ...more: string[]) => [
    'song',
    'import',
    ...files,
    '--organization',
    organization_id as string,
    ...more,
  ];
  return { dataDir, organization: organization_id as string, words };
}

describe('song import [D70] [D47]', () => {
  test('when every sample is imported by a running server, then each is a deck, and the audit log has it', async (t) => {
    const { dataDir, organization, words } = await seed();
    const { installation, logged } = await startCommandServer(t, dataDir);
    const document = await requireJson(words(samples), { dataDir });
    assert.deepEqual(
      [document.organization_id, document.dry_run, document.read, document.refused],
      [organization, false, samples.length, 0],
    );
    for (const { file, deck_id, report, refused } of document.files) {
      assert.equal(refused, null);
      const deck = await installation.decks.require(organization, deck_id);
      assert.deepEqual([deck.kind, deck.title, deck.slides.length], ['song', report.title, report.slides], file);
    }
    const { data } = await requireJson(['audit', 'list', '--organization', organization], { dataDir });
    const imported = data.filter(({ operation }: { operation: string }) => operation === 'song import');
    // Some samples are the same song.
    const created = document.files.filter((each: { already_there: boolean }) => !each.already_there);
    assert.equal(imported.length, created.length);
    assert.equal(logged().match(/"command":"song import"/g)?.length, 1, 'one command is logged once');
  });

  test('when a file has an order of service or slides, then the command names what it does not import', async () => {
    const { dataDir, words } = await seed();
    const schedule =
      "object AblaufPlanItems: TAblaufPlanItems\n  items = <\n    item\n      Caption = 'Song'\n    end>\nend\n";
    const files = [
      write(
        'service.zip',
        toZip([
          { name: 'a.col', content: schedule },
          { name: 'b.txt', content: 'Song\n\nWords\n' },
        ]),
      ),
      write('slides.pdf', writePdf([{ content: drawText('One') }])),
    ];
    const { code, document } = await runJson(words(files), { dataDir });
    assert.deepEqual([code, document.read, document.refused], [1, 1, 2]);
    const [plan, , slides] = document.files;
    assert.match(plan.refused, /service\.zip\/a\.col\/a\.col: this is an order of service/);
    assert.match(slides.refused, /slides\.pdf: these are slides/);
  });

  test('when a file is refused, then the others are imported, its reason is shown, and the exit code is 1', async () => {
    const { dataDir, words } = await seed();
    mkdirSync(join(folder, 'more'));
    write('more/inside.txt', 'Inside a Folder\n\nWords\n');
    write('more/.hidden', 'x');
    write('more/cover.jpg', 'x');
    const files = [
      write('grace.txt', 'Amazing Grace\n\nVerse 1\nAmazing grace\n\nChorus\nPraise\n\nVerse 2\nTwas\n\nChorus\n'),
      write('broken.cho', '{title: A}\n{soc}\nWords\n'),
      write('zip.sng', Buffer.from('504b0304', 'hex')),
      write('large.txt', Buffer.alloc(SONG_MAX_BYTES + 1, 97)),
      join(folder, 'more'),
      write('several.zip', toZip([{ name: 'b.txt', content: 'In an Archive\n\nWords\n' }])),
      join(folder, 'missing.xml'),
    ];
    const { code, stdout, stderr } = await runLectern(words(files), { dataDir });
    assert.equal(code, 1);
    assert.equal(stderr, '');
    const lines = stdout.split('\n');
    assert.equal(lines[0], `${files[0]}: Amazing Grace`);
    assert.deepEqual(lines.slice(1, 5), [
      '  Format: plain text',
      '  Verses: v1, c1, v2 (3 slides)',
      '  Order: v1 c1 v2 c1',
      '  Omitted: nothing',
    ]);
    assert.match(lines[5]!, /^ {2}Deck: [\w-]{20}$/);
    assert.deepEqual(
      lines.filter((line) => line.startsWith('Refused: ')),
      [
        'Refused: broken.cho: the section "chorus" has no end: the file seems to be cut off',
        'Refused: zip.sng: the archive is damaged here, or cut off: create it again',
        'Refused: large.txt: the file has more than 5 MiB',
        `Refused: ${files[6]}: there is no such file`,
      ],
    );
    assert.match(stdout, /\nImported: 3 of 7 songs\. Refused: 4\.\nNext: /);
    const { document, code: again } = await runJson(words(files.slice(0, 2)), { dataDir });
    assert.equal(again, 1);
    const [{ deck_id, already_there, report }] = document.files;
    assert.deepEqual([deck_id, already_there, report.duplicate_of], [lines[5]!.slice('  Deck: '.length), true, null]);
    assert.deepEqual([document.files[1].deck_id, document.files[1].report], [null, null]);
  });

  test('when it is a dry run, then the report is the same, and nothing is changed', async (t) => {
    const { dataDir, organization, words } = await seed();
    const { installation } = await startCommandServer(t, dataDir);
    const { stdout, code } = await runLectern(words([samples[0]!], '--dry-run'), { dataDir });
    assert.equal(code, 0);
    assert.match(stdout, /Omitted: key 1, themes 2\n\nCan be imported: 1 of 1 song\.\nNothing was changed\.\n$/);
    assert.deepEqual(await installation.decks.list(organization, { limit: 10, after: null }), []);
  });

  test('when the organization does not exist or is not named, then nothing is imported', async () => {
    const { dataDir } = await seed();
    const missing = await runJson(['song', 'import', samples[0]!, '--organization', 'none'], { dataDir });
    assert.deepEqual([missing.code, missing.document.error.code], [1, 'not_found']);
    const unnamed = await runJson(['song', 'import', samples[0]!], { dataDir });
    assert.deepEqual([unnamed.code, unnamed.document.error.code], [2, 'usage']);
  });
});
