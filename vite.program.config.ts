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

/**
 * Makes a few files of the program and its libraries, which are some 900: dist/program, which bin/program.mjs starts from. Everything
 * that is found by its place is looked for two folders up, in the sources as in what is built.
 */
export default defineConfig({
  publicDir: false,
  ssr: { noExternal: true },
  build: {
    outDir: 'dist/program',
    ssr: true,
    target: 'node26',
    rolldownOptions: {
      external: LOADED_LATER,
      input: { main: 'src/main.ts', cli: 'src/cli/main.ts' },
      output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
    },
  },
});
