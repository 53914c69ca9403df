import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { importEditionFile } from '../../src/cli/commands/edition.ts';
import { readConfig } from '../../src/config/config.ts';
import { DamagedSourceError } from '../../src/import-files/import-source.ts';
import { type Installation, openInstallation } from '../../src/installation.ts';
import { createDataDirectory } from '../support/server/database.ts';
import { DAMAGED_ARCHIVES } from './damaged-archives.ts';
import type { DamagedCase } from './damaged-case.ts';
import { DAMAGED_SWORD } from './damaged-sword.ts';
import { DAMAGED_USFM } from './damaged-usfm.ts';
import { DAMAGED_XML } from './damaged-xml.ts';

/** Each format has a separate file with its cases. */
const CASES: readonly DamagedCase[] = [...DAMAGED_ARCHIVES, ...DAMAGED_USFM, ...DAMAGED_XML, ...DAMAGED_SWORD];

const base = createDataDirectory();

/** Returns the path of a case: its single file, or the folder of several. */
function writeCase({ files }: DamagedCase): string {
  const folder = mkdtempSync(join(base, 'case-'));
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), content);
  }
  const [only, ...others] = Object.keys(files);
  return only !== undefined && others.length === 0 && !only.includes('/') ? join(folder, only) : folder;
}

/** Runs `edition import PATH --slug kept` in this process. */
const importPath = (installation: Installation, path: string): Promise<unknown> =>
  importEditionFile.run(
    {
      arguments: [path],
      options: { slug: 'kept' },
      readStdin: assert.fail,
      showProgress: async () => ({ update: () => {}, end: () => {} }),
      showLine: null,
    },
    (input) => importEditionFile.execute(installation, input),
  );

describe('[D30] a damaged source is refused whole, and changes nothing', () => {
  let installation: Installation;

  before(async () => {
    installation = await openInstallation(readConfig({ LECTERN_DATA_DIR: createDataDirectory() }), assert.fail);
    const whole = '\\id MRK Small\n\\c 1\n\\p\n\\v 1 As it was.\n';
    await importPath(
      installation,
      writeCase({ format: 'USFM', name: 'whole', files: { 'mark.usfm': whole }, reason: /^/ }),
    );
  });
  after(() => installation.close());

  test('when the table of damaged sources is read, then it has at least 60', () =>
    assert.ok(CASES.length >= 60, `${CASES.length}`));

  for (const damaged of CASES) {
    test(`${damaged.format}: ${damaged.name}`, async () => {
      const before = await installation.storage.editions.find('kept');
      assert.ok(before?.revisionId);
      const path = writeCase(damaged);
      await assert.rejects(importPath(installation, path), (error) => {
        assert.ok(error instanceof DamagedSourceError, String(error));
        assert.match(error.message, damaged.reason);
        for (const line of error.message.split('\n')) assert.match(line, /^\S.*\S$/, 'plain lines');
        return true;
      });
      assert.deepEqual(await installation.storage.editions.find('kept'), before);
    });
  }
});
