import { existsSync, readdirSync, readFileSync, rmSync, statSync, utimesSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { defineConfig, type Plugin } from 'vite';

/** What has been replaced is kept for so long. */
const KEPT_MS = 30 * 24 * 60 * 60 * 1000;

/**
 * What was built before stays, with its content in its name, in `folder` of what is built: a server that runs goes on to load and to
 * give out what it was built with until it is started again, and a page that was opened before asks for its parts later.
 */
export function keepOldParts(folder: string): Plugin {
  let built: string;
  let before: string | null;
  return {
    name: 'keep old parts',
    config: () => ({ build: { emptyOutDir: false, manifest: true } }),
    configResolved: ({ root, build }) => {
      built = resolve(root, build.outDir);
    },
    generateBundle: () => {
      const manifest = join(built, '.vite/manifest.json');
      before = existsSync(manifest) ? readFileSync(manifest, 'utf8') : null;
    },
    writeBundle: (_options, bundle) => {
      const written = new Set(Object.keys(bundle).map((name) => basename(name)));
      const now = new Date();
      for (const name of readdirSync(join(built, folder))) {
        const file = join(built, folder, name);
        // Another build may have removed it.
        const stat = statSync(file, { throwIfNoEntry: false });
        if (!stat?.isFile() || written.has(name)) continue;
        // The time counts from when a part is replaced, however old it is; without a manifest each may be one that is.
        const replaced = before?.includes(name) ?? true;
        if (replaced) utimesSync(file, now, now);
        else if (now.getTime() - stat.mtimeMs > KEPT_MS) rmSync(file, { force: true });
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
