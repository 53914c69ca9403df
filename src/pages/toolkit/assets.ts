import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT_FOLDER } from '../../package/root-folder.ts';

/** Addresses of one built page's files, all below /assets/ and with a hash of their content in the name. */
export interface PageAssets {
  script: string;
  styles: string[];
  /** What the script imports; a page that preloads them saves a round trip. */
  imports: string[];
  /** Fonts, those of parts too, by file name without hash and ending, "source-serif-4-latin-wght-normal" for one. */
  fonts: Record<string, string>;
  /** What the script loads when it is needed, by its source, "web/viewer/views/reader.tsx" for one; its own files not again. */
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

/** Where `npm run build` leaves the browser code. */
export const WEB_DIRECTORY = join(ROOT_FOLDER, 'dist/web');

/**
 * Tells the files of one entry ("web/viewer/main.tsx"), as the manifest had them that Vite left in `directory` when it was first read:
 * at the start of a server. A build that comes later is not mixed into that. Throws when the browser code has not been built or has
 * no such entry.
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

/** The same of what `npm run build` has left. */
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

/** A chunk and all that it imports, itself first. */
function chunksOf(manifest: Manifest, name: string, found: ManifestChunk[] = []): ManifestChunk[] {
  const chunk = manifest[name];
  if (!chunk || found.includes(chunk)) return found;
  found.push(chunk);
  for (const imported of chunk.imports ?? []) chunksOf(manifest, imported, found);
  return found;
}

const stylesOf = (chunks: ManifestChunk[]) => chunks.flatMap(({ css = [] }) => css).map((file) => `/${file}`);
