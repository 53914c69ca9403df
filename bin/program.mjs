// Speeds up starts: the program and its libraries are bundled into a few files, and compiled code is cached, so that a
// start neither strips types nor compiles again. `node:module` is imported as a whole, because an outdated Node lacks
// some of its exports but must reach the version check.
import fs from 'node:fs';
import module from 'node:module';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

module.enableCompileCache(join(ROOT, 'node_modules/.cache/lectern'));

/** Imports a part of the program: the build, or the source if anything has changed since. */
export function importProgram(built, source) {
  const file = join(ROOT, 'dist/program', built);
  return import(pathToFileURL(isFresh(file) ? file : join(ROOT, source)).href);
}

function isFresh(file) {
  const changedAt = (path) => fs.statSync(path, { throwIfNoEntry: false })?.mtimeMs;
  const builtAt = changedAt(file);
  if (builtAt === undefined) return false;
  const sources = join(ROOT, 'src');
  if (!fs.existsSync(sources)) return true;
  // The time of a folder changes when files are added or removed.
  const paths = [join(ROOT, 'package-lock.json'), sources];
  for (const path of fs.readdirSync(sources, { recursive: true })) paths.push(join(sources, path));
  // A container image may lack the lock file.
  return paths.every((path) => (changedAt(path) ?? 0) <= builtAt);
}
