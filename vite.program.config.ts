import { defineConfig } from 'vite';

/** Libraries that not every start needs; some of them look for their own files. */
const LOADED_LATER = [
  /^@modelcontextprotocol\//,
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
 * Bundles the program and its libraries, some 900 files, into a few files in dist/program, which bin/program.mjs
 * starts. Files that are located relative to the module are two folders up, in the sources as in the bundle.
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
      input: {
        main: 'src/main.ts',
        cli: 'src/cli/main.ts',
        // Worker threads and processes, which the program starts by these names.
        'backup-worker': 'src/storage/backup/backup-worker.ts',
        'edition-worker': 'src/editions/jobs/edition-worker.ts',
        'song-child': 'src/songs/child/song-child.ts',
      },
      output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
    },
  },
});
