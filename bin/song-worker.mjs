// Reads a song file in a thread of the server: src/songs/worker/read-in-worker.ts starts it.
import { importProgram } from './program.mjs';

await importProgram('song-worker.js', 'src/songs/worker/song-worker.ts');
