// What makes starts short: compiled code is kept, so that the next one neither strips types nor compiles again, and libraries of
// hundreds of files are read from the few that the build has made of them.
// Imported as a whole: an old Node lacks some of its names, and should come as far as its check.
import { existsSync } from 'node:fs';
import module from 'node:module';
import { fileURLToPath } from 'node:url';
import { BUNDLED_LIBRARIES } from './bundled-libraries.mjs';

module.enableCompileCache(fileURLToPath(new URL('../node_modules/.cache/lectern', import.meta.url)));

const bundles = new Map(
  BUNDLED_LIBRARIES.map((name) => [name, new URL(`../dist/libraries/${name}.js`, import.meta.url)]),
);
// All or none: they share code, and no library may be there twice.
if ([...bundles.values()].every((bundle) => existsSync(bundle))) {
  module.registerHooks({
    resolve(specifier, context, next) {
      const bundle = bundles.get(specifier);
      return bundle ? { url: bundle.href, format: 'module', shortCircuit: true } : next(specifier, context);
    },
  });
}
