// What makes starts short: the program is read from the few files that the build has made of it and its libraries, and compiled code is
// kept, so that the next start neither strips types nor compiles again.
// Imported as a whole: an old Node lacks some of its names, and should come as far as its check.
import fs from 'node:fs';
import module from 'node:module';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

module.enableCompileCache(join(ROOT, 'node_modules/.cache/lectern'));

/** Imports a part of the program: as it was built, or from its source where anything has changed since. */
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
  // Folders change when something in them comes or goes.
  const paths = [join(ROOT, 'package-lock.json'), sources];
  for (const path of fs.readdirSync(sources, { recursive: true })) paths.push(join(sources, path));
  // An image may be without the lock file.
  return paths.every((path) => (changedAt(path) ?? 0) <= builtAt);
}
