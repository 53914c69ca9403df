import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { viewerPage } from '../../../src/audience/viewer-page.ts';
import { LATER_OUTPUT_SETTINGS } from '../../../src/contract/output-settings.ts';
import type { ViewerDesign } from '../../../src/contract/viewer.ts';
import { STRINGS } from '../../../src/locales/strings.ts';
import { readPageAssets } from '../../../src/pages/toolkit/assets.ts';
import { DESIGN } from '../../support/requests/viewer-samples.ts';

const assets = {
  script: '/assets/viewer-abcdefgh.js',
  imports: ['/assets/shared-1.js'],
  styles: ['/assets/viewer-12345678.css'],
  fonts: { 'source-serif-4-latin-opsz-normal': '/assets/serif.woff2' },
  parts: {
    'web/viewer/views/screen.tsx': {
      scripts: ['/assets/screens-1.js', '/assets/fit-1.js'],
      styles: ['/assets/screens-1.css'],
    },
    'web/viewer/design/design.ts': {
      scripts: ['/assets/design-1.js', '/assets/fit-1.js'],
      styles: ['/assets/design-1.css'],
    },
  },
};

test('[D8] when the audience page is served, then it has no inline script or style and nothing from elsewhere', () => {
  const page = viewerPage({ liveId: 'a"b', address: { view: 'screen' }, language: 'en', assets });
  assert.doesNotMatch(page, /<style|\sstyle=|\son\w+=|https?:|\/\//);
  assert.match(page, /<script type="module" src="\/assets\/viewer-abcdefgh\.js"><\/script>/);
  assert.match(page, /data-stream="\/l\/a%22b\/stream"/);
  assert.match(page, /<link rel="preload" href="\/assets\/serif\.woff2" as="font" type="font\/woff2" crossorigin>/);
});

test('when the page is a frame of the console or a preview, then it preloads no font that it may not show', () => {
  const output = {
    page: {
      name: 'Chapel',
      view: 'screen',
      settings: { lang: 'en', translations: null, show: [], align: 'left', margin: 0, ...LATER_OUTPUT_SETTINGS },
    },
    strings: STRINGS.en.viewer.output,
    stream: '/stream',
  } as const;
  const address = { view: 'screen' } as const;
  const screen = viewerPage({ liveId: 'x', address, language: 'en', assets, output });
  assert.match(screen, /as="font"/);
  const framed = viewerPage({ liveId: 'x', address, language: 'en', assets, output: { ...output, framed: true } });
  assert.doesNotMatch(framed, /as="font"/);
  assert.doesNotMatch(viewerPage({ liveId: null, address, language: 'en', assets }), /as="font"/);
});

test('when the page is for a phone, then no font competes with the scripts', () => {
  const page = viewerPage({ liveId: 'x', address: { view: 'reader' }, language: 'en', assets });
  assert.doesNotMatch(page, /as="font"/);
});

test('[D45] when the page is first painted, then it has the language, view, theme and preset of address and settings', () => {
  const settings = { theme: 'light', scale: 0, presentation: false, preset: 'ocean' } as const;
  const page = viewerPage({ liveId: 'x', address: { view: 'stage' }, language: 'de', assets, settings });
  assert.match(page, /<html lang="de" data-view="stage" data-surface="screen" data-theme="light" data-preset="ocean">/);
  const own = viewerPage({ liveId: 'x', address: { view: 'reader', theme: 'dark' }, language: 'pt', assets, settings });
  assert.match(own, /<html lang="pt" data-view="reader" data-surface="page" data-theme="dark"/);
});

test('[D22] when a Live has no preset of its own, then the first paint has the preset of the design', () => {
  const page = viewerPage({ liveId: 'x', address: { view: 'reader' }, language: 'en', assets, design: DESIGN });
  assert.match(page, /data-theme="dark" data-preset="midnight"/);
  const settings = { theme: 'light', scale: 0, presentation: false, preset: 'paper' } as const;
  const own = viewerPage({
    liveId: 'x',
    address: { view: 'reader' },
    language: 'en',
    assets,
    settings,
    design: DESIGN,
  });
  assert.match(own, /data-preset="paper"/);
});

test('when the page loads, then it fetches the parts that its view will need along with its own files', () => {
  const filesOf = (design: ViewerDesign | null) => {
    const page = viewerPage({ liveId: 'x', address: { view: 'screen' }, language: 'en', assets, design });
    return [...page.matchAll(/<link rel="(?:modulepreload|stylesheet)" href="\/assets\/([\w.-]+)">/g)].map(
      ([, file]) => file,
    );
  };
  assert.deepEqual(filesOf(null), ['viewer-12345678.css', 'screens-1.css', 'shared-1.js', 'screens-1.js', 'fit-1.js']);
  assert.deepEqual(filesOf(DESIGN), [
    'viewer-12345678.css',
    'screens-1.css',
    'design-1.css',
    'shared-1.js',
    'screens-1.js',
    'fit-1.js',
    'design-1.js',
  ]);
});

test('when the built files of an entry are looked up, then the manifest gives them and those of its imports', (t) => {
  const directory = mkdtempSync(join(tmpdir(), 'lectern-assets-'));
  t.after(() => rmSync(directory, { recursive: true }));
  assert.throws(() => readPageAssets(directory, 'web/x.tsx'), /ENOENT/);
  mkdirSync(join(directory, '.vite'));
  const manifest = {
    'web/x.tsx': {
      file: 'assets/x-aaaaaaaa.js',
      isEntry: true,
      imports: ['_shared.js'],
      dynamicImports: ['web/part.ts'],
      css: ['assets/x-bbbbbbbb.css'],
      assets: ['assets/inter-latin-wght-normal-Dx4k_J-l.woff2'],
    },
    '_shared.js': { file: 'assets/shared-cccccccc.js', css: ['assets/shared-dddddddd.css'], imports: ['_deep.js'] },
    '_deep.js': { file: 'assets/deep-eeeeeeee.js', css: ['assets/deep-ffffffff.css'] },
    'web/part.ts': {
      file: 'assets/part-gggggggg.js',
      imports: ['web/x.tsx', '_deep.js', '_own.js'],
      css: ['assets/part-hhhhhhhh.css'],
    },
    '_own.js': { file: 'assets/own-iiiiiiii.js' },
  };
  writeFileSync(join(directory, '.vite/manifest.json'), JSON.stringify(manifest));
  const expected = {
    script: '/assets/x-aaaaaaaa.js',
    imports: ['/assets/shared-cccccccc.js', '/assets/deep-eeeeeeee.js'],
    styles: ['/assets/x-bbbbbbbb.css', '/assets/shared-dddddddd.css', '/assets/deep-ffffffff.css'],
    fonts: { 'inter-latin-wght-normal': '/assets/inter-latin-wght-normal-Dx4k_J-l.woff2' },
    parts: {
      'web/part.ts': {
        scripts: ['/assets/part-gggggggg.js', '/assets/own-iiiiiiii.js'],
        styles: ['/assets/part-hhhhhhhh.css'],
      },
    },
  };
  assert.deepEqual(readPageAssets(directory, 'web/x.tsx'), expected);
  assert.throws(() => readPageAssets(directory, 'web/y.tsx'), /npm run build/);
  // A build under a server that runs.
  writeFileSync(join(directory, '.vite/manifest.json'), JSON.stringify({ 'web/x.tsx': manifest['_own.js'] }));
  assert.deepEqual(readPageAssets(directory, 'web/x.tsx'), expected);
});
