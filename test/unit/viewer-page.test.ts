import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { readPageAssets } from '../../src/audience/assets.ts';
import { viewerPage } from '../../src/audience/viewer-page.ts';

const assets = {
  script: '/assets/viewer-abcdefgh.js',
  styles: ['/assets/viewer-12345678.css'],
  fonts: { 'source-serif-4-latin-opsz-normal': '/assets/serif.woff2' },
};

test('[D8] the audience page has no inline script or style and nothing from elsewhere', () => {
  const page = viewerPage({ liveId: 'a"b', address: { view: 'screen' }, language: 'en', assets });
  assert.doesNotMatch(page, /<style|\sstyle=|\son\w+=|https?:|\/\//);
  assert.match(page, /<script type="module" src="\/assets\/viewer-abcdefgh\.js"><\/script>/);
  assert.match(page, /data-stream="\/l\/a%22b\/stream"/);
  assert.match(page, /<link rel="preload" href="\/assets\/serif\.woff2" as="font" type="font\/woff2" crossorigin>/);
});

test('[D45] the first paint has the language, view, theme and preset of address and settings', () => {
  const settings = { theme: 'light', scale: 0, presentation: false, preset: 'ocean' } as const;
  const page = viewerPage({ liveId: 'x', address: { view: 'stage' }, language: 'de', assets, settings });
  assert.match(page, /<html lang="de" data-view="stage" data-theme="light" data-preset="ocean">/);
  const own = viewerPage({ liveId: 'x', address: { view: 'reader', theme: 'dark' }, language: 'pt', assets, settings });
  assert.match(own, /<html lang="pt" data-view="reader" data-theme="dark"/);
});

test('the built files of an entry are found in the manifest, those of its imports too', (t) => {
  const directory = mkdtempSync(join(tmpdir(), 'lectern-assets-'));
  t.after(() => rmSync(directory, { recursive: true }));
  assert.throws(() => readPageAssets(directory, 'web/x.tsx'), /ENOENT/);
  mkdirSync(join(directory, '.vite'));
  const manifest = {
    'web/x.tsx': {
      file: 'assets/x-aaaaaaaa.js',
      isEntry: true,
      imports: ['_shared.js'],
      css: ['assets/x-bbbbbbbb.css'],
      assets: ['assets/inter-latin-wght-normal-Dx4k_J-l.woff2'],
    },
    '_shared.js': { file: 'assets/shared-cccccccc.js', css: ['assets/shared-dddddddd.css'] },
  };
  writeFileSync(join(directory, '.vite/manifest.json'), JSON.stringify(manifest));
  assert.deepEqual(readPageAssets(directory, 'web/x.tsx'), {
    script: '/assets/x-aaaaaaaa.js',
    styles: ['/assets/x-bbbbbbbb.css', '/assets/shared-dddddddd.css'],
    fonts: { 'inter-latin-wght-normal': '/assets/inter-latin-wght-normal-Dx4k_J-l.woff2' },
  });
  assert.throws(() => readPageAssets(directory, 'web/y.tsx'), /npm run build/);
});
