import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT_FOLDER } from '../../package/root-folder.ts';

/** Addresses of a built page's files, all below /assets/ and with a content hash in the name. */
export interface PageAssets {
  script: string;
  styles: string[];
  /** Modules that the script imports. Preloading them saves a round trip. */
  imports: string[];
  /**
   * Fonts, including those of parts, by file name without hash and extension, such as
   * "source-serif-4-latin-wght-normal".
   */
  fonts: Record<string, string>;
  /**
   * Files that the script loads on demand, by source file, such as "web/viewer/views/reader.tsx"; without files of the
   * page itself.
   */
  parts?: Record<string, PagePart>;
}

interface PagePart {
  scripts: string[];
  styles: string[];
}

interface ManifestChunk {
  file: string;
  src?: string;
  isEntry?: boolean;
  css?: string[];
  assets?: string[];
  imports?: string[];
  dynamicImports?: string[];
}

type Manifest = Record<string, ManifestChunk>;

/** The folder where `npm run build` puts the browser code. */
export const WEB_DIRECTORY = join(ROOT_FOLDER, 'dist/web');

/** The folder where `npm run build` puts the documentation (bin/write-docs.ts). */
export const DOCS_DIRECTORY = join(ROOT_FOLDER, 'dist/docs');

/**
 * Returns the files of one entry, such as "web/viewer/main.tsx". The Vite manifest in `directory` is cached on first
 * read, at the start of the server, so a later build is not mixed in. Throws if the browser code has not been built or
 * has no such entry.
 */
export function readPageAssets(directory: string, entry: string): PageAssets {
  const manifest = readManifest(directory);
  const main = manifest[entry];
  if (!main?.isEntry) throw new Error(`No entry ${entry} in ${directory}/.vite/manifest.json: run "npm run build".`);
  const chunks = chunksOf(manifest, entry);
  const parts: Record<string, PagePart> = {};
  const later: ManifestChunk[] = [];
  for (const name of main.dynamicImports ?? []) {
    const own = chunksOf(manifest, name).filter((chunk) => !chunks.includes(chunk));
    parts[name] = { scripts: own.map(({ file }) => `/${file}`), styles: stylesOf(own) };
    later.push(...own);
  }
  const fonts: Record<string, string> = {};
  for (const file of [...chunks, ...later].flatMap((chunk) => chunk.assets ?? [])) {
    const name = /([^/]+)-[\w-]{8}\.woff2$/.exec(file)?.[1];
    if (name) fonts[name] = `/${file}`;
  }
  const imports = chunks.slice(1).map(({ file }) => `/${file}`);
  return { script: `/${main.file}`, imports, styles: stylesOf(chunks), fonts, parts };
}

const built = new Map<string, PageAssets>();

/** Returns the files of one entry in `WEB_DIRECTORY`, cached. */
export function builtAssets(entry: string): PageAssets {
  const assets = built.get(entry) ?? readPageAssets(WEB_DIRECTORY, entry);
  built.set(entry, assets);
  return assets;
}

const manifests = new Map<string, Manifest>();

function readManifest(directory: string): Manifest {
  const known = manifests.get(directory);
  if (known) return known;
  const manifest: Manifest = JSON.parse(readFileSync(join(directory, '.vite/manifest.json'), 'utf8'));
  manifests.set(directory, manifest);
  return manifest;
}

/** Returns a chunk followed by everything that it imports. */
function chunksOf(manifest: Manifest, name: string, found: ManifestChunk[] = []): ManifestChunk[] {
  const chunk = manifest[name];
  if (!chunk || found.includes(chunk)) return found;
  found.push(chunk);
  for (const imported of chunk.imports ?? []) chunksOf(manifest, imported, found);
  return found;
}

const stylesOf = (chunks: ManifestChunk[]) => chunks.flatMap(({ css = [] }) => css).map((file) => `/${file}`);
