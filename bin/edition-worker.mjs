// Reads an edition in a thread of the server: src/editions/jobs/worker-edition-work.ts starts it.
import { importProgram } from './program.mjs';

await importProgram('edition-worker.js', 'src/editions/jobs/edition-worker.ts');
