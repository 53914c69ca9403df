import { readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig } from 'vite';

/** Libraries that not every start needs; some of them look for files of theirs. */
const LOADED_LATER = [
  /^@sillsdev\//,
  /^@simplewebauthn\//,
  'cli-progress',
  'nodemailer',
  'pg',
  'saxes',
  'sharp',
  'yauzl',
];

const OUT = 'dist/program';
/** Parts of an older build are kept for so long. */
const KEPT_MS = 30 * 24 * 60 * 60 * 1000;

function removeOld(): void {
  for (const name of readdirSync(OUT)) {
    const file = join(OUT, name);
    if (Date.now() - statSync(file).mtimeMs > KEPT_MS) rmSync(file);
  }
}

/**
 * Makes a few files of the program and its libraries, which are some 900: dist/program, which bin/program.mjs starts from. Everything
 * that is found by its place is looked for two folders up, in the sources as in what is built.
 */
export default defineConfig({
  publicDir: false,
  plugins: [{ name: 'remove old parts', closeBundle: removeOld }],
  ssr: { noExternal: true },
  build: {
    outDir: OUT,
    // A server that runs goes on to load what it was built with, until it is started again.
    emptyOutDir: false,
    ssr: true,
    target: 'node26',
    rolldownOptions: {
      external: LOADED_LATER,
      input: {
        main: 'src/main.ts',
        cli: 'src/cli/main.ts',
        'search-index-thread': 'src/storage/queries/search-index-thread.ts',
      },
      output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
    },
  },
});
