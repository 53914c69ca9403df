import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, renameSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, test } from 'node:test';
import { LecternError } from '../../src/contract/lectern-error.ts';
import { swordFormat } from '../../src/editions/formats/sword/sword.ts';
import { openEditionSource } from '../../src/editions/sources/open-source.ts';
import { DamagedSourceError, type ImportSource } from '../../src/import-files/import-source.ts';
import { createDataDirectory } from '../support/server/database.ts';
import { type ModuleWords, toModule } from './small-module.ts';
import { toZip } from './zip.ts';

const base = createDataDirectory();
const newFolder = () => mkdtempSync(join(base, 'source-'));
const sha256 = (bytes: Buffer | string) => createHash('sha256').update(bytes).digest('hex');

async function contents(path: string): Promise<Record<string, string>> {
  const { files } = await openEditionSource(path);
  const pairs = await Promise.all(files.map(async (file) => [file.name, (await file.read()).toString()]));
  return Object.fromEntries(pairs);
}

describe('[D30] what a person names is opened as files', () => {
  test('when a single file is named, then it is opened, and its digest is that of the file', async () => {
    const path = join(newFolder(), 'mark.usfm');
    writeFileSync(path, 'One');
    assert.deepEqual(await contents(path), { 'mark.usfm': 'One' });
    assert.equal((await openEditionSource(path)).sha256, sha256('One'));
  });

  test('when a zip archive is named, whatever its ending, then it is opened, and its digest is that of the archive', async () => {
    const path = join(newFolder(), 'texts.download');
    const zip = toZip([
      { name: 'new/', content: '', stored: true },
      { name: 'new/mark.usfm', content: 'One' },
      { name: 'new\\luke.usfm', content: 'Two', stored: true },
      { name: '__MACOSX/new/._mark.usfm', content: 'x' },
      { name: '.DS_Store', content: 'x' },
    ]);
    writeFileSync(path, zip);
    assert.deepEqual(await contents(path), { 'new/mark.usfm': 'One', 'new/luke.usfm': 'Two' });
    assert.equal((await openEditionSource(path)).sha256, sha256(zip));
  });

  test('when a folder is named, then it is read in order of name, and its digest is of names, sizes and contents', async () => {
    const path = newFolder();
    mkdirSync(join(path, 'a', '.git'), { recursive: true });
    writeFileSync(join(path, 'b.usfm'), 'Two');
    writeFileSync(join(path, 'a', 'z.usfm'), 'One');
    writeFileSync(join(path, 'a', '.git', 'config'), 'x');
    assert.deepEqual(Object.entries(await contents(path)), [
      ['a/z.usfm', 'One'],
      ['b.usfm', 'Two'],
    ]);
    const before = (await openEditionSource(path)).sha256;
    assert.equal(before, sha256('a/z.usfm\x003\x00Oneb.usfm\x003\x00Two'));
    renameSync(join(path, 'b.usfm'), join(path, 'c.usfm'));
    assert.notEqual((await openEditionSource(path)).sha256, before);
  });

  const onPosix = { skip: process.platform === 'win32' ? 'links need a right there' : false };
  test('when a folder has a link inside, then it is refused, wherever it leads', onPosix, async () => {
    const path = newFolder();
    symlinkSync('/', join(path, 'root'));
    await assert.rejects(openEditionSource(path), (error) => {
      assert.ok(error instanceof DamagedSourceError);
      return error.file === 'root' && /not a regular file/.test(error.message);
    });
  });

  test('when the path does not exist, then it is not found', async () => {
    const isMissing = (error: unknown) => error instanceof LecternError && error.code === 'not_found';
    await assert.rejects(openEditionSource(join(base, 'none.zip')), isMissing);
  });

  test('when a file grows while it is read, then it is refused', async () => {
    const path = newFolder();
    writeFileSync(join(path, 'a.usfm'), 'One');
    const { files } = await openEditionSource(path);
    writeFileSync(join(path, 'a.usfm'), 'One and more');
    await assert.rejects(files[0]!.read(), /a\.usfm: the file changed while it was read/);
  });

  test('when a name contains control characters, then it cannot control the terminal that shows it', async () => {
    const path = join(newFolder(), 'a.zip');
    writeFileSync(path, toZip([{ name: 'a\u001b[2J\nb.usfm', content: 'x', encrypted: true }]));
    await assert.rejects(openEditionSource(path), {
      message: 'a [2J b.usfm: the file is encrypted: unpack the archive with its password, and import the folder',
    });
  });
});

describe('[D30] one of several SWORD modules', () => {
  const modules = {
    ...toModule({ 'Gen 1:1': 'One' }),
    ...named('Other', './modules/texts/zText/other/', { 'Gen 1:1': 'Two' }),
  };
  const path = newFolder();
  for (const [name, content] of Object.entries({ ...modules, 'modules/lexdict/huge.dat': 'x' })) {
    mkdirSync(dirname(join(path, name)), { recursive: true });
    writeFileSync(join(path, name), content);
  }
  /** The module described by `other.conf`. */
  function named(module: string, folder: string, words: ModuleWords): Record<string, string | Buffer> {
    const files = toModule(words, { conf: { DataPath: folder } });
    return Object.fromEntries(
      Object.entries(files).map(([name, content]) =>
        name === 'mods.d/small.conf'
          ? ['mods.d/other.conf', String(content).replace('[Small]', `[${module}]`)]
          : [name.replace('/small/', '/other/'), content],
      ),
    );
  }
  const own = ['bzs', 'bzv', 'bzz'].map((ending) => `modules/texts/ztext/other/ot.${ending}`);
  const readFirst = async (source: ImportSource) =>
    (await swordFormat.read(source, () => {})).books[0]!.verses[0]!.text;

  test('when a module of a folder is named, in any case, then its files alone are opened, and the digest is theirs', async () => {
    for (const module of ['Other', 'oTHER']) {
      const source = await openEditionSource(path, module);
      assert.deepEqual(
        source.files.map(({ name }) => name),
        ['mods.d/other.conf', ...own],
      );
      assert.equal(await readFirst(source), 'Two');
      const before = source.sha256;
      writeFileSync(join(path, 'modules/lexdict/huge.dat'), module);
      assert.equal((await openEditionSource(path, module)).sha256, before);
    }
    assert.equal(await readFirst(await openEditionSource(path, 'Small')), 'One');
  });

  test('when the path of its description is given, then the module is opened', async () => {
    const source = await openEditionSource(join(path, 'mods.d', 'other.conf'));
    assert.equal(await readFirst(source), 'Two');
    assert.equal(source.sha256, (await openEditionSource(path, 'other')).sha256);
  });

  test('when a module of an archive is named, then it is opened', async () => {
    const zip = join(newFolder(), 'two.zip');
    writeFileSync(zip, toZip(Object.entries(modules).map(([name, content]) => ({ name: `all/${name}`, content }))));
    assert.equal(await readFirst(await openEditionSource(zip, 'other')), 'Two');
    assert.equal(await readFirst(await openEditionSource(zip, 'small')), 'One');
    await assert.rejects(openEditionSource(zip, 'none'), /contains the modules small, other/);
  });

  test('when no name is given, then the folder is refused, and the ways to choose are named', async () => {
    const ways =
      /this contains 2 modules \(other, small\): choose one with --module, or give the path of its \.conf file$/;
    await assert.rejects(openEditionSource(path), ways);
  });

  test('when no module has the name, then it is not found', async () => {
    const isMissing = (error: unknown) => error instanceof LecternError && error.code === 'not_found';
    await assert.rejects(openEditionSource(path, 'none'), isMissing);
    await assert.rejects(
      openEditionSource(path, 'none'),
      /has no module "none"\. It contains the modules other, small/,
    );
    await assert.rejects(openEditionSource(join(path, 'mods.d', 'other.conf'), 'small'), isMissing);
    await assert.rejects(openEditionSource(newFolder(), 'small'), /contains no modules/);
  });
});
