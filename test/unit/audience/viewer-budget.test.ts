import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { viewerPage } from '../../../src/audience/viewer-page.ts';
import { VIEWER_VIEWS } from '../../../src/contract/viewer-views.ts';
import { readPageAssets } from '../../../src/pages/toolkit/assets.ts';

const DIRECTORY = join(import.meta.dirname, '../../../dist/web');
/** JavaScript and CSS of one view, compressed, bytes. They also divide lines into pages, as the server does. */
const BUDGET_BYTES = 29 * 1024;

for (const view of VIEWER_VIEWS) {
  test(`when the view is ${view}, then the page is small`, (t) => {
    const assets = readPageAssets(DIRECTORY, 'web/viewer/main.tsx');
    assert.ok(assets.parts?.[`web/viewer/views/${view}.tsx`], 'the page names the files of its view');
    const page = viewerPage({ liveId: 'x', address: { view }, language: 'en', assets });
    const files = new Set(page.match(/\/assets\/[\w.-]+\.(?:js|css)/g));
    const bytes = [...files].reduce((sum, file) => sum + gzipSync(readFileSync(join(DIRECTORY, file))).length, 0);
    t.diagnostic(`${files.size} files, ${bytes} bytes`);
    assert.ok(files.size > 2 && bytes <= BUDGET_BYTES, `${bytes} bytes`);
  });
}
