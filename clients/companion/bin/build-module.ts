/**
 * Builds the file that Companion imports, dist/lectern-{version}.tgz: one bundle, the manifest with its versions, the
 * help page, and the licenses. It downloads nothing. Usage: `npm run companion`.
 */
import { execFileSync } from 'node:child_process';
import { copyFileSync, cpSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type ModuleManifest, validateManifest } from '@companion-module/base/manifest';
import { build } from 'vite';

const ROOT = join(import.meta.dirname, '..');
const REPOSITORY = join(ROOT, '../..');
const PACKAGE = /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/;
const readJson = (...path: string[]) => JSON.parse(readFileSync(join(...path), 'utf8'));

/** Builds the module in a folder. Returns the path of the archive. Throws if Companion would refuse the manifest. */
export async function buildModule(folder: string = join(ROOT, 'dist')): Promise<string> {
  const { version } = readJson(ROOT, 'package.json');
  const manifest: ModuleManifest = readJson(ROOT, 'companion/manifest.json');
  const base = readJson(REPOSITORY, 'node_modules/@companion-module/base/package.json');
  const target = join(folder, manifest.id);
  rmSync(target, { recursive: true, force: true });
  mkdirSync(target, { recursive: true });

  const built = await build({
    configFile: false,
    logLevel: 'warn',
    root: ROOT,
    publicDir: false,
    ssr: { noExternal: true },
    build: {
      ssr: 'src/main.ts',
      outDir: target,
      emptyOutDir: true,
      target: 'node22.20',
      rolldownOptions: { output: { entryFileNames: 'main.js' } },
    },
  });
  if (!('output' in built)) throw new Error('Vite made no single bundle.');
  const modules = built.output.flatMap((chunk) => (chunk.type === 'chunk' ? chunk.moduleIds : []));

  cpSync(join(ROOT, 'companion'), join(target, 'companion'), { recursive: true });
  const { $schema: _, ...content } = manifest;
  const complete = { ...content, version, runtime: { ...manifest.runtime, apiVersion: base.version } };
  validateManifest(complete, false);
  writeFileSync(join(target, 'companion/manifest.json'), JSON.stringify(complete, null, 2));
  const { name, license } = manifest;
  writeFileSync(join(target, 'package.json'), JSON.stringify({ name, version, license, type: 'module' }));
  copyFileSync(join(REPOSITORY, 'LICENSE'), join(target, 'LICENSE'));
  writeFileSync(join(target, 'THIRD-PARTY-NOTICES.txt'), createNotices(modules));

  const archive = join(folder, `${manifest.id}-${version}.tgz`);
  // Companion reads the name of the folder from the first entry, which has to be a folder.
  execFileSync('tar', ['-czf', archive, '-C', folder, manifest.id], { env: { ...process.env, COPYFILE_DISABLE: '1' } });
  return archive;
}

/** Returns name, version and license of the packages that the modules are from. */
function createNotices(modules: readonly string[]): string {
  const folders = new Set(modules.flatMap((module) => PACKAGE.exec(module.replaceAll('\\', '/'))?.[0] ?? []));
  const notices = [...folders].sort().map((folder) => {
    const { name, version, license } = readJson(folder, 'package.json');
    const texts = globSync('licen[cs]e*', { cwd: folder }).concat(globSync('LICEN[CS]E*', { cwd: folder }));
    return [
      `${name} ${version}`,
      `License: ${license}`,
      ...texts.map((file) => readFileSync(join(folder, file), 'utf8')),
    ];
  });
  return `This module contains the following packages.\n\n${notices.map((notice) => notice.join('\n\n')).join('\n\n---\n\n')}\n`;
}

if (import.meta.main) console.log(await buildModule());
