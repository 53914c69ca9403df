import { defineConfig } from 'vite';
import { BUNDLED_LIBRARIES } from './bin/bundled-libraries.mjs';

/** Makes a few files of libraries that are hundreds, to dist/libraries; bin/quick-start.mjs has them imported from there. */
export default defineConfig({
  publicDir: false,
  ssr: { noExternal: true },
  build: {
    outDir: 'dist/libraries',
    emptyOutDir: true,
    ssr: true,
    target: 'node26',
    rolldownOptions: {
      input: Object.fromEntries(BUNDLED_LIBRARIES.map((name) => [name, name])),
      output: { entryFileNames: '[name].js', chunkFileNames: 'shared/[name]-[hash].js' },
    },
  },
});
