import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { generateSchema, SCHEMA_FILE } from '../../clients/typescript/bin/generate-schema.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const PACKAGE = join(ROOT, 'clients/typescript');
/** The compiler that the package itself names. */
const COMPILER = createRequire(join(PACKAGE, 'package.json')).resolve('typescript/lib/tsc.js');

async function compile(...words: string[]): Promise<void> {
  try {
    await promisify(execFile)(process.execPath, [COMPILER, ...words], { cwd: ROOT });
  } catch (error) {
    assert.fail((error as { stdout: string }).stdout);
  }
}

describe('@lectern/client', { concurrency: true }, () => {
  test('[D48] when openapi.json has a type, then the client has the same', async () => {
    const kept = readFileSync(SCHEMA_FILE, 'utf8');
    assert.ok(kept === (await generateSchema()), 'write them anew with "npm run generate -w @lectern/client"');
  });

  test('when it is compiled, then that works for Node 20 and browsers alike, and so do the examples with it', async () => {
    await compile('--noEmit', '-p', PACKAGE);
    await compile('--noEmit', '-p', join(ROOT, 'examples'));
  });

  test('when the samples of its README are compiled, one after another, then they compile', async () => {
    const samples = readFileSync(join(PACKAGE, 'README.md'), 'utf8').matchAll(/^```ts\r?\n(.*?)^```/gms);
    const folder = mkdtempSync(join(tmpdir(), 'lectern-samples-'));
    try {
      writeFileSync(join(folder, 'samples.ts'), [...samples].map(([, sample]) => sample).join('\n'));
      const paths = { '@lectern/client': [join(PACKAGE, 'src/index.ts')] };
      const settings = {
        extends: join(PACKAGE, 'tsconfig.json'),
        compilerOptions: { noEmit: true, rootDir: null, paths },
        files: ['samples.ts'],
      };
      writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(settings));
      await compile('-p', folder);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  test('when it is built, then the build succeeds, and what is built works', async () => {
    // As its archive is installed: inside the package, so that what is built finds openapi-fetch.
    mkdirSync(join(PACKAGE, 'node_modules'), { recursive: true });
    const place = mkdtempSync(join(PACKAGE, 'node_modules/built-'));
    try {
      const installed = join(place, 'node_modules/@lectern/client');
      const folder = join(installed, 'dist');
      await compile('-p', PACKAGE, '--outDir', folder);
      copyFileSync(join(PACKAGE, 'package.json'), join(installed, 'package.json'));
      const importer = createRequire(join(place, 'index.js'));
      const built = await import(importer.resolve('@lectern/client/dist/index.js'));
      assert.deepEqual(Object.keys(built).sort(), [
        'LecternProblem',
        'UnsupportedEventVersion',
        'createLecternClient',
        'watchLive',
      ]);
      assert.match(readFileSync(join(folder, 'watch-live.d.ts'), 'utf8'), /function watchLive\(/);
    } finally {
      rmSync(place, { recursive: true });
    }
  });
});
