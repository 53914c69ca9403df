import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig, type Plugin } from 'vite';
import { writeEncodings } from './bin/write-encodings.ts';
import { eastAsianFont } from './src/pages/toolkit/east-asian-fonts.ts';

/** Writes compressed copies of scripts and styles. */
function compressBundle(): Plugin {
  return {
    name: 'write encodings',
    writeBundle: ({ dir }, bundle) => {
      for (const name of Object.keys(bundle).filter((file) => /\.(js|css)$/.test(file))) {
        const file = join(dir!, name);
        writeEncodings(file, readFileSync(file));
      }
    },
  };
}

/** Small modules that the console shares with its later parts. */
const CONSOLE_PARTS =
  /\/web\/console\/(?:state\/(?:console-context|preferences)|status\/other-operators|help\/guides-link)\.tsx?$/;

/** Small modules that console and workspace share. */
const OPERATOR_PARTS =
  /\/(?:web\/(?:outputs\/(?:due-outputs|output-state|outputs-control|send-output-command)|session\/(?:sort-plans|page-data|song-parts|plans-client|passages))|src\/(?:contract\/(?:console|workspace)-page|locales\/languages))\.tsx?$/;

/** Modules for files that people upload, which the console does not need. */
const UPLOADS =
  /\/(?:web\/(?:session\/(?:upload-file|upload-image)|ui\/(?:image-files|file-button))|src\/contract\/(?:byte-size|slide-fields))\.tsx?$/;

/** Messages about imported files, which pages that only upload images do without. */
const NOTICES = /\/(?:web\/session|src\/contract)\/import-notices\.tsx?$/;

const isOperatorPart = (id: string) =>
  /\/web\/(?:session|ui)\/[\w-]+\.tsx?$/.test(id) && !UPLOADS.test(id) && !NOTICES.test(id);

const EAST_ASIAN = /^virtual:fonts\/(sc|tc|jp|kr)$/;

/**
 * Resolves `virtual:fonts/jp` to the URL of a stylesheet for Noto Serif JP. Its faces load from where the server serves
 * the package's files (src/pages/toolkit/east-asian-fonts.ts), because each font's hundred or so slices need no copies.
 */
function writeEastAsianSheets(): Plugin {
  return {
    name: 'write East Asian sheets',
    resolveId: (id) => (EAST_ASIAN.test(id) ? `\0${id}` : null),
    load(id) {
      const [, name] = EAST_ASIAN.exec(id.replace('\0', '')) ?? [];
      if (!name) return null;
      const { stylesheet, prefix } = eastAsianFont(name);
      const source = readFileSync(stylesheet, 'utf8')
        .replaceAll('./files/', prefix)
        .replaceAll(`'Noto Serif ${name.toUpperCase()} Variable'`, `'Noto Serif ${name.toUpperCase()}'`);
      const file = this.emitFile({ type: 'asset', name: `noto-serif-${name}.css`, source });
      return `export default import.meta.ROLLUP_FILE_URL_${file};`;
    },
  };
}

/** Builds the browser code to dist/web; src/pages/toolkit/assets.ts reads the manifest written there. */
export default defineConfig({
  base: '/',
  publicDir: false,
  plugins: [writeEastAsianSheets(), compressBundle()],
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  build: {
    outDir: 'dist/web',
    manifest: true,
    target: 'es2023',
    // Inlines nothing: the pages' content security policy forbids data: fonts.
    assetsInlineLimit: 0,
    modulePreload: {
      polyfill: false,
      // Preloads only styles: the page lists its initial scripts, and later ones share them.
      resolveDependencies: (_file, files) => files.filter((file) => file.endsWith('.css')),
    },
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'preact', test: /\/node_modules\/preact\/(?!hooks\/)/, priority: 3 },
            { name: 'preact-hooks', test: /\/node_modules\/preact\/hooks\//, priority: 2 },
            // Of their own: a page that loads parts later must not load the modules of operators with them.
            {
              name: 'load-later',
              test: /vite\/preload-helper|\/src\/contract\/viewer-views\.ts$|\/src\/contract\/fold-text\.ts$/,
              priority: 2,
            },
            // Pages of operators share most of these modules: a file each would cost more in headers than in content.
            { name: 'operator-pages', test: isOperatorPart, minShareCount: 4, priority: 1 },
            { name: 'console-parts', test: CONSOLE_PARTS, minShareCount: 2, priority: 1 },
            { name: 'operator-parts', test: OPERATOR_PARTS, minShareCount: 2, priority: 1 },
            { name: 'uploads', test: UPLOADS, minShareCount: 2 },
            { name: 'notices', test: NOTICES, minShareCount: 2 },
          ],
        },
      },
      input: {
        viewer: 'web/viewer/main.tsx',
        console: 'web/console/main.tsx',
        workspace: 'web/workspace/main.tsx',
        editions: 'web/installation/main.tsx',
        secret: 'web/entrance/secret.ts',
        notice: 'web/entrance/notice.ts',
        picture: 'web/entrance/picture.ts',
        screen: 'web/pairing/screen.ts',
        output: 'web/entrance/output.ts',
        serviceWorker: 'web/waiting/service-worker.ts',
        remote: 'web/remote/main.tsx',
        accountPages: 'web/account/account-pages.ts',
        backupProgress: 'web/account/backup-progress.ts',
        passkeySignIn: 'web/account/passkey-sign-in.ts',
        passkeyAdd: 'web/account/passkey-add.ts',
        docs: 'web/docs/main.ts',
      },
    },
  },
});
