import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/** Noto Serif for simplified and traditional Chinese, Japanese and Korean. */
export const EAST_ASIAN_FONTS = ['sc', 'tc', 'jp', 'kr'];

const require = createRequire(import.meta.url);

/** Where a font's package has its files, and the address below which they are served: another version has another one. */
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
