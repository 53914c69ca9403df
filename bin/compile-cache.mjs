// Compiled code is kept, so that the next start neither strips types nor compiles again.
// Imported as a whole: an old Node lacks some of its names, and should come as far as its check.
import module from 'node:module';
import { fileURLToPath } from 'node:url';

module.enableCompileCache(fileURLToPath(new URL('../node_modules/.cache/lectern', import.meta.url)));
