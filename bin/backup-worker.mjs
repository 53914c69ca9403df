// Writes a backup in a thread of the server: src/storage/backup/backup-folder.ts starts it.
import { importProgram } from './program.mjs';

await importProgram('backup-worker.js', 'src/storage/backup/backup-worker.ts');
