import { readdirSync, rmSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { defineConfig, type Plugin } from 'vite';

/** Parts of an older build are kept for so long. */
const KEPT_MS = 30 * 24 * 60 * 60 * 1000;

/**
 * What was built before stays, with its content in its name, in `folder` of what is built: a server that runs goes on to load and to
 * give out what it was built with until it is started again, and a page that was opened before asks for its parts later.
 */
export function keepOldParts(folder: string): Plugin {
  let directory: string;
  return {
    name: 'keep old parts',
    config: () => ({ build: { emptyOutDir: false } }),
    configResolved: ({ root, build }) => {
      directory = resolve(root, build.outDir, folder);
    },
    closeBundle: () => {
      for (const name of readdirSync(directory)) {
        const file = join(directory, name);
        if (Date.now() - statSync(file).mtimeMs > KEPT_MS) rmSync(file);
      }
    },
  };
}

/** Builds the browser code to dist/web; src/pages/assets.ts reads the manifest it leaves there. */
export default defineConfig({
  base: '/',
  publicDir: false,
  plugins: [keepOldParts('assets')],
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  build: {
    outDir: 'dist/web',
    manifest: true,
    target: 'es2023',
    // Everything is a file of its own: the pages' content security policy allows no data: fonts.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: {
        viewer: 'web/viewer/main.tsx',
        secret: 'web/entrance/secret.ts',
        notice: 'web/entrance/notice.ts',
        once: 'web/account/once.ts',
        passkeySignIn: 'web/account/passkey-sign-in.ts',
        passkeyAdd: 'web/account/passkey-add.ts',
      },
    },
  },
});
