import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/** Variants of Noto Serif: simplified Chinese, traditional Chinese, Japanese, Korean. */
export const EAST_ASIAN_FONTS = ['sc', 'tc', 'jp', 'kr'];

const require = createRequire(import.meta.url);

/**
 * Returns the files of a font's package, and the path prefix under which they are served, which contains the version.
 */
export function eastAsianFont(name: string) {
  const manifest = require.resolve(`@fontsource-variable/noto-serif-${name}/package.json`);
  const { version } = JSON.parse(readFileSync(manifest, 'utf8')) as { version: string };
  const folder = dirname(manifest);
  return {
    version,
    stylesheet: join(folder, 'index.css'),
    files: join(folder, 'files'),
    prefix: `/fonts/noto-serif-${name}@${version}/`,
  };
}
