import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { remotePage } from '../../../src/audience/remote/remote-page.ts';
import { WEB_DIRECTORY } from '../../../src/pages/toolkit/assets.ts';

/** JavaScript and CSS, compressed, bytes: a phone with a weak signal loads it, too. One of them lists the fonts. */
const BUDGET_BYTES = 16 * 1024;

test('when the page of a remote link is loaded, then it is small', (t) => {
  const page = remotePage({ language: 'en', content: 'entrance' });
  const files = new Set(page.match(/\/assets\/[\w.-]+\.(?:js|css)/g));
  const bytes = [...files].reduce((sum, file) => sum + gzipSync(readFileSync(join(WEB_DIRECTORY, file))).length, 0);
  t.diagnostic(`${files.size} files, ${bytes} bytes`);
  assert.ok(files.size > 1 && bytes <= BUDGET_BYTES, `${bytes} bytes`);
});
