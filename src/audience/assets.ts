import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Addresses of one built page's files, all below /assets/ and with a hash of their content in the name. */
export interface PageAssets {
  script: string;
  styles: string[];
  /** Fonts by file name without hash and ending, "source-serif-4-latin-wght-normal" for one. */
  fonts: Record<string, string>;
}

interface ManifestChunk {
  file: string;
  src?: string;
  isEntry?: boolean;
  css?: string[];
  assets?: string[];
  imports?: string[];
}

/**
 * Reads the manifest Vite left in `directory` (dist/web) and tells the files of one entry ("web/viewer/main.tsx").
 * Throws when the browser code has not been built or has no such entry.
 */
export function readPageAssets(directory: string, entry: string): PageAssets {
  const manifest = JSON.parse(readFileSync(join(directory, '.vite/manifest.json'), 'utf8')) as Record<
    string,
    ManifestChunk
  >;
  const main = manifest[entry];
  if (!main?.isEntry) throw new Error(`No entry ${entry} in ${directory}/.vite/manifest.json: run "npm run build".`);
  const chunks = [main, ...(main.imports ?? []).flatMap((name) => manifest[name] ?? [])];
  const fonts: Record<string, string> = {};
  for (const file of chunks.flatMap((chunk) => chunk.assets ?? [])) {
    const name = /([^/]+)-[\w-]{8}\.woff2$/.exec(file)?.[1];
    if (name) fonts[name] = `/${file}`;
  }
  return {
    script: `/${main.file}`,
    styles: chunks.flatMap((chunk) => chunk.css ?? []).map((file) => `/${file}`),
    fonts,
  };
}
