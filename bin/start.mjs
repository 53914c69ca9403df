// Starts the server: `npm start`. Compiled code is kept, so that the next start neither strips types nor compiles again.
import './check-node.mjs';
import module from 'node:module';
import { fileURLToPath } from 'node:url';

module.enableCompileCache(fileURLToPath(new URL('../node_modules/.cache/lectern', import.meta.url)));
await import('../src/main.ts');
