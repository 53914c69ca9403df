import { defineConfig } from 'vite';

/** Builds the browser code to dist/web; src/pages/assets.ts reads the manifest it leaves there. */
export default defineConfig({
  base: '/',
  publicDir: false,
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  build: {
    outDir: 'dist/web',
    emptyOutDir: true,
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
